import PaintRaster

/// A change of a picture that has a name and parameters, computed box by box.
///
/// A filter is a function of the whole canvas, whose pixels beyond the border repeat those at the edge, but it is asked for one
/// box of the result at a time. What it gives for a pixel does not depend on the boxes, nor on the number of threads.
public protocol Filter: Sendable {
  /// The filter's entry in the table.
  static var description: FilterDescription { get }

  /// The filter with values for all its parameters.
  init(_ values: FilterValues)

  /// True when it leaves every picture as it is.
  var isIdentity: Bool { get }

  /// The pixels of the canvas that the result in `box` depends on: a box on the canvas that holds `box`, which must not be
  /// empty and must lie on the canvas.
  func sourceBox(for box: PixelBox, on canvas: CanvasSize) -> PixelBox

  /// Writes the result for all pixels of `target`.
  ///
  /// `source` must hold the ``sourceBox(for:on:)`` of the target's box, and its memory must not be the target's.
  func apply(to source: PixelSource, writing target: PixelTarget, on canvas: CanvasSize, with workers: Workers)
}

extension Filter {
  /// The filter's entry in the table.
  public var description: FilterDescription { Self.description }
}
