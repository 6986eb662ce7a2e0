import PaintEditing

/// The target of an eraser, as typed.
enum EraserTargetArgument: Equatable, Sendable {
  /// The picture that the canvas began with.
  case base
  /// Transparent pixels.
  case nothing
  /// A revision's pixels.
  case revision(RevisionArgument)

  /// Reads `--to`; throws `bad_value` for a word that is not a revision.
  init(_ line: ParsedLine) throws(Failure) {
    if line.text(.to) == "none" {
      self = .nothing
    } else if let argument = try line.value(.to, RevisionArgument.parse) {
      self = .revision(argument)
    } else {
      self = .base
    }
  }

  /// The target for the library; `resolve` returns the number of a revision.
  func resolved<E: Error>(by resolve: (RevisionArgument) throws(E) -> Int) throws(E) -> StrokeEdit.EraserTarget {
    switch self {
    case .base: .base
    case .nothing: .nothing
    case .revision(let argument): .revision(try resolve(argument))
    }
  }
}
