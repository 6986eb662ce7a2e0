/// The numbers that a value allows.
struct NumberRange: Equatable, Sendable {
  /// The least number; nil for none.
  let least: Double?
  /// Whether the least number itself is not allowed.
  let isLeastExcluded: Bool
  /// The greatest number; nil for none.
  let most: Double?
  /// Whether only whole numbers are allowed.
  let isWhole: Bool
  /// What 100% is, for a value that may be a percentage; otherwise nil.
  let percentOf: Double?

  private init(_ least: Double?, _ isLeastExcluded: Bool, _ most: Double?, isWhole: Bool, percentOf: Double?) {
    self.least = least
    self.isLeastExcluded = isLeastExcluded
    self.most = most
    self.isWhole = isWhole
    self.percentOf = percentOf
  }

  /// Numbers from `least`, to `most` if there is a greatest.
  static func from(_ least: Double, to most: Double? = nil, percentOf: Double? = nil) -> NumberRange {
    NumberRange(least, false, most, isWhole: false, percentOf: percentOf)
  }

  /// Numbers over `least`, to `most` if there is a greatest.
  static func over(_ least: Double, to most: Double? = nil, percentOf: Double? = nil) -> NumberRange {
    NumberRange(least, true, most, isWhole: false, percentOf: percentOf)
  }

  /// Whole numbers from `least`, to `most` if there is a greatest.
  static func whole(from least: Double, to most: Double? = nil, percentOf: Double? = nil) -> NumberRange {
    NumberRange(least, false, most, isWhole: true, percentOf: percentOf)
  }

  /// A part of a whole.
  static let share = NumberRange.from(0, to: 1, percentOf: 1)

  /// All numbers.
  static let any = NumberRange(nil, false, nil, isWhole: false, percentOf: nil)

  /// Whether a number is one of them.
  func contains(_ number: Double) -> Bool {
    if let least, number < least || (isLeastExcluded && number == least) { return false }
    if let most, number > most { return false }
    return true
  }

  /// The bounds in words: `0 to 65,536`, `over 0` or `1 or more`; nil for all numbers.
  var text: String? {
    func text(_ number: Double) -> String {
      if number == number.rounded() { return NumberText.grouped(Int(number)) }
      var text: [UInt8] = []
      NumberText.append(number, to: &text)
      return String(decoding: text, as: UTF8.self)
    }
    guard let least else { return nil }
    if let most { return "\(isLeastExcluded ? "over " : "")\(text(least)) to \(text(most))" }
    return isLeastExcluded ? "over \(text(least))" : "\(text(least)) or more"
  }
}
