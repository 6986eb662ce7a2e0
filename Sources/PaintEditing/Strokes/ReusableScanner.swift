import PaintRaster

/// A scanner that is reused for the next stroke, so that a long script does not allocate its memory each time.
final class ReusableScanner {
  private var scanner: CoverageScanner?

  /// The stored scanner, or a new one, for another outline.
  func take(_ outline: Outline, canvas: CanvasSize, antialiased: Bool) -> CoverageScanner {
    guard var taken = scanner.take() else {
      return CoverageScanner(outline, canvas: canvas, antialiased: antialiased, rule: outline.fillRule)
    }
    taken.start(outline, canvas: canvas, antialiased: antialiased, rule: outline.fillRule)
    return taken
  }

  /// Stores a scanner for the next stroke.
  func keep(_ used: consuming CoverageScanner) { scanner = .some(used) }
}
