/// A pixel of the plane by its column and row, on the canvas or not.
struct PixelPosition: Hashable, Sendable {
  var x: Int
  var y: Int

  init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// The pixel that contains a point; nil if a coordinate is not finite.
  init?(containing point: Point) {
    guard let point = point.onGrid else { return nil }
    // At most 1e15 from 0, so there is no overflow here or in differences.
    x = Int(point.x.rounded(.down))
    y = Int(point.y.rounded(.down))
  }

  /// The middle of the pixel.
  var center: Point { Point(x: Double(x) + 0.5, y: Double(y) + 0.5) }

  /// True if the pixels share a side or a corner, or are the same.
  func touches(_ other: PixelPosition) -> Bool { abs(x - other.x) <= 1 && abs(y - other.y) <= 1 }
}
