/// The distance of dabs along a line, as typed.
enum SpacingArgument: Equatable, Sendable {
  /// A line without dabs.
  case none
  /// A share of the width.
  case share(Double)

  /// `none`, or a share of the width, 0.01 to 10 or a percentage; throws `bad_value`.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> SpacingArgument {
    if String(copying: word) == "none" { return .none }
    guard let share = Number.share(word), share >= 0.01, share <= 10 else {
      throw .notA("a spacing: none, or a share of the width, 0.01 to 10 or a percentage", word)
    }
    return .share(share)
  }
}
