/// The warnings of a script's lines: up to 20 equal ones are printed, and of more only the first and their number.
///
/// Equal are also those that differ only in numbers and in words in quotes.
struct RepeatedWarnings {
  /// How many equal warnings are printed.
  static let limit = 20
  /// How many places are named at the end.
  private static let places = 5
  /// More different ones are all printed, so that they take no memory.
  private static let maximumKinds = 10_000

  /// Equal warnings.
  struct Kind {
    /// How many there are.
    fileprivate(set) var count = 0
    /// The first of them with their places, at most `limit`.
    fileprivate var first: [(text: String, place: String)] = []
    /// Whether they differ in numbers or words in quotes.
    fileprivate var hasVariants = false

    /// The places of the first of them.
    var places: [String] { first.prefix(RepeatedWarnings.places).map(\.place) }
    /// The first one.
    var text: String { first.first?.text ?? "" }
  }

  /// How many equal ones are printed at once; the others wait for the end, because there may be more than the limit.
  private let printedAtOnce: Int
  private var kinds: [Kind] = []
  private var positions: [String: Int] = [:]

  /// - Parameter isDialogue: whether somebody may wait for each warning, so that none waits for the end.
  init(isDialogue: Bool) { printedAtOnce = isDialogue ? Self.limit : 1 }

  /// Counts a warning, which does not contain its place; returns whether it is printed now.
  mutating func count(_ text: String, at place: String) -> Bool {
    let key = Self.kind(of: text)
    let position = positions[key] ?? kinds.count
    if position == kinds.count {
      guard kinds.count < Self.maximumKinds else { return true }
      positions[key] = position
      kinds.append(Kind())
    }
    kinds[position].count += 1
    if kinds[position].count <= Self.limit { kinds[position].first.append((text, place)) }
    if text != kinds[position].text { kinds[position].hasVariants = true }
    return kinds[position].count <= printedAtOnce
  }

  /// The warnings of which there are more than are printed.
  var counted: [Kind] { kinds.filter { $0.count > Self.limit } }

  /// What is printed at the end: the warnings that waited, each with its place, and one for each kind of which there
  /// are more, with how often it was given and its first places.
  ///
  /// - Parameter noun: what the places are: `lines`.
  func ending(of noun: String) -> [(text: String, place: String?)] {
    kinds.flatMap { kind -> [(text: String, place: String?)] in
      guard kind.count > Self.limit else { return kind.first.dropFirst(printedAtOnce).map { ($0.text, $0.place) } }
      let others = kind.hasVariants ? " with other numbers or names" : ""
      return [
        ("\(kind.count) times\(others), first in \(noun) \(kind.places.joined(separator: ", ")): \(kind.text)", nil)
      ]
    }
  }

  /// The text without its numbers and the words in quotes.
  private static func kind(of text: String) -> String {
    var kind: [UInt8] = []
    var last = UInt8(ascii: " ")
    var isQuoted = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: "'"), isQuoted || last == UInt8(ascii: " ") || last == UInt8(ascii: "(") {
        isQuoted.toggle()
        kind.append(byte)
      } else if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        if !isQuoted, kind.last != UInt8(ascii: "0") { kind.append(UInt8(ascii: "0")) }
      } else if !isQuoted {
        kind.append(byte)
      }
      last = byte
    }
    return String(decoding: kind, as: UTF8.self)
  }
}
