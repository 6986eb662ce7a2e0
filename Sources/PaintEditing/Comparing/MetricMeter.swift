import PaintFilters
import PaintRaster

/// Computes a metric of two pictures from their rows, in order.
///
/// Squared differences are summed as integers, so they are exact; the similarity is computed in Double with + − × ÷ in a
/// fixed order. The value is the same on every machine, however the rows are divided into calls.
final class MetricMeter {
  private let metric: PictureMetric
  private let size: CanvasSize
  private var errors = SquaredErrors()
  private var similarity: StructuralSimilarity?

  /// Begins with two pictures of this size.
  ///
  /// Memory: for SSIM 208 bytes per column, otherwise constant.
  init(_ metric: PictureMetric, size: CanvasSize) {
    self.metric = metric
    self.size = size
    if metric == .ssim { similarity = StructuralSimilarity(size: size) }
  }

  /// Adds the next `rows` rows of both pictures, without gaps.
  func add(_ first: Span<UInt32>, _ second: Span<UInt32>, rows: Int) {
    precondition(
      rows * size.width <= first.count && rows * size.width <= second.count, "both pictures have the rows")
    switch metric {
    case .psnr, .rmse: errors.add(first, second, count: rows * size.width)
    case .ssim:
      for row in 0..<rows {
        let pixels = row * size.width..<(row + 1) * size.width
        similarity?.add(first.extracting(pixels), second.extracting(pixels))
      }
    }
  }

  /// The metric after all rows.
  var value: Double {
    if let similarity { return similarity.mean }
    // The sums are of (255 · 255)² per sample at most, in the unit (1 / 255)².
    let samples = Double(size.width * size.height * errors.channels)
    let mean = errors.sum / (samples * 65_025)
    guard metric == .psnr else { return mean.squareRoot() }
    guard mean > 0 else { return .infinity }
    return 10 * Exponential.log(65_025 / mean) / Exponential.log(10)
  }
}
