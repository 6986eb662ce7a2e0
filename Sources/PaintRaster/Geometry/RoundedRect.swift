/// A box with corners rounded by quarter circles, and the boxes parallel to it.
struct RoundedRect: Sendable {
  let box: GridBox
  /// The corners' radius: more than 0, at most half of the shorter side.
  let radius: Double

  /// Arcs with a larger radius, in pixels, are flattened only where they are visible.
  private static let largest = 1_000_000.0

  /// The box with that radius, or with the largest that fits; nil if its corners are sharp.
  init?(_ box: GridBox, radius: Double) {
    let most = Swift.min(box.width, box.height) / 2
    guard radius > 0, most > 0 else { return nil }
    self.box = box
    self.radius = Swift.min(radius, most)
  }

  /// The inside.
  func fill() -> [Point] { contour(outset: 0) }

  /// The outline of a line along it that reaches so far out and in: an outer contour and, negatively oriented, the hole
  /// if there is one.
  func stroke(outset: Double, inset: Double) -> [[Point]] {
    let outer = contour(outset: outset)
    guard box.width > 2 * inset, box.height > 2 * inset else { return [outer] }
    return [outer, contour(outset: -inset).reversed()]
  }

  /// The contour of a box that is larger by `outset` on all sides, its corners about the same centres.
  private func contour(outset: Double) -> [Point] {
    let left = box.left - outset
    let top = box.top - outset
    let right = box.right + outset
    let bottom = box.bottom + outset
    let r = radius + outset
    var builder = ContourBuilder()
    builder.hasNearSides = true
    guard r > 0 else {
      builder.appendRect(left, top, right, bottom)
      return builder.points
    }
    let eighth = 0.5.squareRoot()
    func corner(_ x: Double, _ y: Double, _ ax: Double, _ ay: Double, _ bx: Double, _ by: Double) {
      if r > Self.largest {
        appendLarge(x, y, r, ax, ay, bx, by, &builder)
      } else {
        builder.appendArc(
          aboutX: x, y: y, radius: r, fromX: ax, y: ay, toX: bx, y: by, halfCosine: eighth, halfSine: eighth)
      }
    }
    corner(right - r, top + r, 0, -1, 1, 0)
    corner(right - r, bottom - r, 1, 0, 0, 1)
    corner(left + r, bottom - r, 0, 1, -1, 0)
    corner(left + r, top + r, -1, 0, 0, -1)
    return builder.points
  }

  private func appendLarge(
    _ x: Double, _ y: Double, _ r: Double, _ ax: Double, _ ay: Double, _ bx: Double, _ by: Double,
    _ builder: inout ContourBuilder
  ) {
    let arc = EllipticArc(radiusX: r, radiusY: r, rotation: 0, isLarge: false, sweeps: true)
    var subpath = Subpath(start: Point(x: x + r * ax, y: y + r * ay))
    subpath.append(arc, to: Point(x: x + r * bx, y: y + r * by), reach: 0)
    for p in FlatSubpath(subpath, origin: box.origin, radius: 0).contour { builder.append(p.x, p.y) }
  }
}
