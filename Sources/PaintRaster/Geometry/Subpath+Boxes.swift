/// Shapes inscribed in boxes as closed paths, for dashes along them; solid lines have outlines of their own.
///
/// `reach` is the length of the normals on which dashes end, in pixels.
extension Subpath {
  /// The ellipse, clockwise from 3 o'clock; a line there and back if it has no height or no width.
  init(ellipse box: GridBox, reach: Double) {
    let (a, b) = (box.width / 2, box.height / 2)
    // Without width there is no 3 o'clock: the path begins at the lower end.
    let tip = a == 0 ? b : 0
    self.init(start: Point(x: box.right, y: box.top + b + tip))
    let west = Point(x: box.left, y: box.top + b - tip)
    let half = EllipticArc(radiusX: a, radiusY: b, rotation: 0, isLarge: false, sweeps: true)
    append(half, to: west, reach: reach)
    append(half, to: start, reach: reach)
    isClosed = true
  }

  /// The box with round corners, clockwise from the left end of its upper side.
  init(_ rect: RoundedRect, reach: Double) {
    let box = rect.box
    let r = rect.radius
    self.init(start: Point(x: box.left + r, y: box.top))
    let corner = EllipticArc(radiusX: r, radiusY: r, rotation: 0, isLarge: false, sweeps: true)
    append(PathSegment(from: end, to: Point(x: box.right - r, y: box.top)))
    append(corner, to: Point(x: box.right, y: box.top + r), reach: reach)
    append(PathSegment(from: end, to: Point(x: box.right, y: box.bottom - r)))
    append(corner, to: Point(x: box.right - r, y: box.bottom), reach: reach)
    append(PathSegment(from: end, to: Point(x: box.left + r, y: box.bottom)))
    append(corner, to: Point(x: box.left, y: box.bottom - r), reach: reach)
    append(PathSegment(from: end, to: Point(x: box.left, y: box.top + r)))
    append(corner, to: start, reach: reach)
    isClosed = true
  }
}
