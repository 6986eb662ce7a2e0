import PaintEditing
import PaintRaster

/// The own options of a retouching brush, as typed; they are never settings.
///
/// Declared next to the brush, which names the type as its `retouching`.
protocol RetouchArgument: Sendable {
  /// Reads the options; throws `missing_word`, `bad_value`.
  init(_ line: ParsedLine) throws(Failure)

  /// What the brush does.
  var retouching: any Retouching { get }

  /// Throws `bad_value` if a line of that width is too large for it.
  func check(_ shape: Shape, width: Double) throws(Failure)

  /// Appends its options, such as ` --offset 40,-10`.
  func append(to text: inout [UInt8])
}

extension RetouchArgument {
  /// Any line will do.
  func check(_ shape: Shape, width: Double) throws(Failure) {}
}
