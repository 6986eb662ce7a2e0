import PaintRaster

/// A named operation on a picture with parameters, computed box by box.
///
/// A filter is a function of the whole canvas, extended beyond its border by repeating the edge pixels, but it computes
/// one box of the result at a time. The result for a pixel does not depend on the boxes or the number of threads.
public protocol Filter: Sendable {
  /// The filter's entry in the table.
  static var description: FilterDescription { get }

  /// The filter with values for all its parameters.
  init(_ values: FilterValues)

  /// True when it changes no picture.
  var isIdentity: Bool { get }

  /// The pixels of the canvas that the result in `box` depends on: a box on the canvas that contains `box`, which must
  /// be on the canvas and not empty.
  func sourceBox(for box: PixelBox, on canvas: CanvasSize) -> PixelBox

  /// Writes the result for all pixels of `target`.
  ///
  /// `source` must contain the ``sourceBox(for:on:)`` of the target's box, and its memory must not overlap the
  /// target's.
  func apply(to source: PixelSource, writing target: PixelTarget, on canvas: CanvasSize, with workers: Workers)
}

extension Filter {
  /// The filter's entry in the table.
  public var description: FilterDescription { Self.description }
}
