import PaintRaster

/// A scanner kept from one stroke to the next, so that a long script does not ask the system for its memory each time.
final class SpareScanner {
  private var scanner: CoverageScanner?

  /// The kept scanner, or a new one, for another outline.
  func take(_ outline: Outline, canvas: CanvasSize, antialiased: Bool) -> CoverageScanner {
    guard var taken = scanner.take() else {
      return CoverageScanner(outline, canvas: canvas, antialiased: antialiased, rule: outline.fillRule)
    }
    taken.start(outline, canvas: canvas, antialiased: antialiased, rule: outline.fillRule)
    return taken
  }

  /// Keeps a scanner for the next stroke.
  func keep(_ used: consuming CoverageScanner) { scanner = .some(used) }
}
