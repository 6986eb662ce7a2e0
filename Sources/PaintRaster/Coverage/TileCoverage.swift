/// The coverage of a tile's pixels by a shape.
public enum TileCoverage {
  /// All pixels fully covered.
  case full
  /// Pixel by pixel.
  case mask(CoverageMask)
}
