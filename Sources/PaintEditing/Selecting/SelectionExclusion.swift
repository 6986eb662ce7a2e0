/// Why an edit through a selection changed no pixel.
public enum SelectionExclusion: Int, Sendable, Comparable {
  /// What is selected stays the same anyway; the edit did not compute whether other pixels would change.
  case restUnknown
  /// What would change is not selected.
  case notSelected
  /// What would change is selected by so little that its pixels round to the old ones.
  case tooFaint

  /// A reason is greater if it says more about the edit.
  public static func < (a: SelectionExclusion, b: SelectionExclusion) -> Bool { a.rawValue < b.rawValue }
}
