import PaintRaster

@testable import PaintCLI

extension LineContext {
  /// A canvas of 200 x 100 pixels, without settings.
  static let small = CanvasSize(width: 200, height: 100).map { LineContext(canvas: $0) }
}
