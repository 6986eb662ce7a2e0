import PaintEditing
import PaintHistory
import PaintRaster

/// The options that only one brush has, as typed, and what they do; they are never settings.
///
/// Declared next to the brush, which names the type as its `own`.
protocol BrushOptions: Sendable {
  /// Reads the options; throws `missing_word`, `bad_value`.
  init(_ line: ParsedLine, width: Double) throws(Failure)

  /// Throws `bad_value` if a line of that width is too large for it.
  func check(_ shape: Shape, width: Double) throws(Failure)

  /// Finds the revision that they name; `number` returns its number.
  mutating func resolve<E: Error>(_ number: (RevisionArgument) throws(E) -> Int) throws(E)

  /// Makes the stroke one of this brush.
  func apply(to edit: inout StrokeEdit)

  /// Adds to the stroke what depends on the steps before it.
  func prepare(_ edit: inout StrokeEdit, in session: Session) throws

  /// Adds what the brush reads besides the pixels that it covers.
  func add(to reads: inout StepReads)

  /// Appends the options, such as ` --offset 40,-10`.
  func append(to text: inout [UInt8])
}

extension BrushOptions {
  /// Any line will do.
  func check(_ shape: Shape, width: Double) throws(Failure) {}
  /// They name none.
  mutating func resolve<E: Error>(_ number: (RevisionArgument) throws(E) -> Int) throws(E) {}
  /// Nothing depends on them.
  func prepare(_ edit: inout StrokeEdit, in session: Session) throws {}
}
