/// The rules by which a stroke of width 1 fills pixels, as typed after `--rules`.
///
/// Commands that these rules affect are recorded with them. One that was recorded without is older than the option, and
/// was drawn by the first ones; see `CanonicalCommand`.
enum StrokeRules: String, NamedValue {
  /// The rule of all other lines: the line's area, or without anti-aliasing pixel centres.
  case first = "1"
  /// Crisp lines fill the pixels of their end points and vertices, and lines without anti-aliasing are pixel traces.
  case second = "2"

  /// The rules of a line without `--rules`.
  static let latest = second

  static let noun = "a version of the rules"
}
