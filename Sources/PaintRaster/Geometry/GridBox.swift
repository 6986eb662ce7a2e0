/// A box on the grid of 1/65,536 pixel, relative to the whole pixel that contains its top left corner.
struct GridBox: Sendable {
  let origin: Point
  let left: Double
  let top: Double
  let right: Double
  let bottom: Double

  var width: Double { right - left }
  var height: Double { bottom - top }

  /// The box between two opposite corners, in any order; nil if a coordinate is not finite.
  init?(_ a: Point, _ b: Point) {
    guard let a = a.onGrid, let b = b.onGrid else { return nil }
    let low = Point(x: Swift.min(a.x, b.x), y: Swift.min(a.y, b.y))
    origin = low.pathOrigin
    left = low.x - origin.x
    top = low.y - origin.y
    right = Swift.max(a.x, b.x) - origin.x
    bottom = Swift.max(a.y, b.y) - origin.y
  }

  /// The box between two opposite corners, in any order; nil if a coordinate is not finite or the box has no area.
  init?(area a: Point, _ b: Point) {
    self.init(a, b)
    guard width > 0, height > 0 else { return nil }
  }

  /// The box elsewhere, by whole pixels.
  func moved(by way: Point) -> GridBox { GridBox(self, origin: origin + way, inset: 0) }

  /// A box whose sides are so far inside another one.
  init(_ box: GridBox, inset: Double) { self.init(box, origin: box.origin, inset: inset) }

  private init(_ box: GridBox, origin: Point, inset: Double) {
    self.origin = origin
    left = box.left + inset
    top = box.top + inset
    right = box.right - inset
    bottom = box.bottom - inset
  }
}
