/// The warnings of a script's lines: many equal ones are printed a few times, and then only counted.
struct RepeatedWarnings {
  /// How often equal warnings are printed.
  static let limit = 20
  /// How many places are named at the end.
  private static let places = 5
  /// More different ones are all printed, so that they take no memory.
  private static let maximumKinds = 10_000

  private struct Kind {
    var text: String
    var count = 0
    var places: [String] = []
  }

  private var kinds: [Kind] = []
  private var positions: [String: Int] = [:]

  /// Counts a warning, which does not contain its place; returns whether it is printed.
  mutating func count(_ text: String, at place: String) -> Bool {
    guard let position = positions[text] else {
      guard kinds.count < Self.maximumKinds else { return true }
      positions[text] = kinds.count
      kinds.append(Kind(text: text, count: 1, places: [place]))
      return true
    }
    kinds[position].count += 1
    if kinds[position].places.count < Self.places { kinds[position].places.append(place) }
    return kinds[position].count <= Self.limit
  }

  /// A warning for each kind that was not always printed, with how often it was given and its first places.
  ///
  /// - Parameter noun: what the places are: `lines`.
  func summary(of noun: String) -> [String] {
    kinds.filter { $0.count > Self.limit }.map { kind in
      "\(kind.count) times, first in \(noun) \(kind.places.joined(separator: ", ")): \(kind.text)"
    }
  }
}
