/// A box outside of which sides of contours need not be exact, relative to an outline's origin.
///
/// What a contour does above a box, below it or to the right of it does not change the coverage in the box. To the left
/// of it only the height of a side counts. So a chain of sides all of which are on one of these sides of the box can be
/// replaced by a single side with the same ends.
struct VertexBox: Sendable {
  let low: Point
  let high: Point

  init(low: Point, high: Point) {
    self.low = low
    self.high = high
  }

  /// The box of the canvas; vertices are rounded, and so are crossings.
  init(_ box: PixelBox, origin: Point) {
    let margin = 2.0
    low = Point(x: Double(box.x) - origin.x - margin, y: Double(box.y) - origin.y - margin)
    high = Point(x: Double(box.maxX) - origin.x + margin, y: Double(box.maxY) - origin.y + margin)
  }

  /// A bit for each of the box' sides beyond which a point is.
  @inline(__always)
  func code(_ p: Point) -> UInt8 { code(low: p, high: p) }

  /// A bit for each of the box' sides beyond which another box is.
  @inline(__always)
  func code(low other: Point, high otherHigh: Point) -> UInt8 {
    (otherHigh.x < low.x ? 1 : 0) | (other.x > high.x ? 2 : 0) | (otherHigh.y < low.y ? 4 : 0)
      | (other.y > high.y ? 8 : 0)
  }

  /// The box with a margin, in pixels.
  func expanded(by margin: Double) -> VertexBox {
    VertexBox(
      low: Point(x: low.x - margin, y: low.y - margin), high: Point(x: high.x + margin, y: high.y + margin))
  }
}
