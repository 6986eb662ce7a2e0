/// How much of a tile's pixels a shape covers.
public enum TileCoverage {
  /// All pixels wholly.
  case full
  /// Pixel by pixel.
  case mask(CoverageMask)
}
