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

  /// All numbers.
  static let any = NumberRange(nil, false, nil, isWhole: false, percentOf: nil)
}
