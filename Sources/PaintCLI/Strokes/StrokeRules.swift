/// The rules by which a stroke fills pixels where they changed once, as typed after `--rules`.
///
/// Commands that these rules affect are recorded with them. One that was recorded without is older than the option, and
/// was drawn by the first ones; see `CanonicalCommand`.
enum StrokeRules: String, NamedValue, Comparable {
  /// A line of width 1 fills pixels like all other lines: by its area, or without anti-aliasing by pixel centres. Arrow
  /// heads are those of `second`.
  case first = "1"
  /// Crisp lines of width 1 fill the pixels of their end points and vertices, and those without anti-aliasing are pixel
  /// traces. Arrow heads are filled and at least 7 px long, and the line of a short arrow keeps its width.
  case second = "2"
  /// Arrow heads have a form.
  case third = "3"
  /// Two heads on a short line leave a part of it between them.
  case fourth = "4"

  /// The rules of a line without `--rules`.
  static let latest = fourth

  static let noun = "a version of the rules"

  static func < (a: StrokeRules, b: StrokeRules) -> Bool { a.rawValue < b.rawValue }
}
