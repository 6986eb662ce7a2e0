/// Dashes along the outlines of boxes and ellipses.
///
/// Each of the functions returns false without a change if the outline is solid: it has no dashes, or fills its shape.
extension ContourBuilder {
  /// Appends the dashes of a box with sharp corners along the middle of its outline, clockwise from the top left corner.
  mutating func appendDashes(along box: GridBox, radius: Double, style: StrokeStyle) -> Bool {
    guard box.isDashed(radius, style) else { return false }
    var style = style
    if style.align == .inside { style.join = .miter }
    let middle = GridBox(box, inset: (style.align.inset(2 * radius) - style.align.outset(2 * radius)) / 2)
    guard let pattern = DashPattern(style, radius: radius, pathLength: 2 * (middle.width + middle.height)) else {
      return false
    }
    // The first dash begins half a width before the corner, so that it has the whole corner.
    let start = Point(x: middle.left, y: Swift.min(middle.top + radius, middle.bottom))
    let path = [
      start, Point(x: middle.left, y: middle.top), Point(x: middle.right, y: middle.top),
      Point(x: middle.right, y: middle.bottom), Point(x: middle.left, y: middle.bottom), start,
    ]
    Dasher(pattern: pattern, style: style, radius: radius, origin: box.origin).stroke(path, into: &self)
    return true
  }

  /// Appends the dashes of a box with round corners along its border, clockwise from the left end of its upper side.
  mutating func appendDashes(along rect: RoundedRect, radius: Double, style: StrokeStyle) -> Bool {
    guard rect.box.isDashed(radius, style) else { return false }
    return appendDashes(ofSmooth: { Subpath(rect, reach: $0) }, origin: rect.box.origin, radius: radius, style: style)
  }

  /// Appends the dashes of an ellipse along its border, clockwise from 3 o'clock.
  mutating func appendDashes(ofEllipse box: GridBox, radius: Double, style: StrokeStyle) -> Bool {
    guard box.isDashed(radius, style) else { return false }
    let (a, b) = (box.width / 2, box.height / 2)
    let (long, short) = (Swift.max(a, b), Swift.min(a, b))
    guard style.align == .inside, radius * long > short * short else {
      return appendDashes(
        ofSmooth: { Subpath(ellipse: box, reach: $0) }, origin: box.origin, radius: radius, style: style)
    }
    // Beyond the long axis, other points of so flat an ellipse are nearer: its normals end there.
    return appendDashes(
      ofSmooth: { Subpath(ellipse: box, reach: $0) }, origin: box.origin, radius: radius, style: style
    ) {
      let (x, y) = (a * $0.leaving.y, b * $0.leaving.x)
      return Swift.min(2 * radius, short * short / (x * x + y * y).squareRoot())
    }
  }

  /// Appends the dashes along a clockwise path without corners; `path` makes it for normals of a length.
  private mutating func appendDashes(
    ofSmooth path: (_ reach: Double) -> Subpath, origin: Point, radius: Double, style: StrokeStyle,
    normal: ((CurveVertex) -> Double)? = nil
  ) -> Bool {
    var style = style
    style.join = .round
    let outset = style.align.outset(2 * radius)
    let reach = Swift.max(outset, 2 * radius - outset)
    let flat = FlatSubpath(path(reach), origin: origin, radius: reach, reach: reach)
    return appendDashes(
      ofClosed: flat, origin: origin, radius: radius, style: style, shift: outset - radius, normal: normal)
  }
}

extension GridBox {
  /// Whether an outline that is `radius` wide on either side of its middle has dashes and leaves something inside.
  fileprivate func isDashed(_ radius: Double, _ style: StrokeStyle) -> Bool {
    !style.dash.isEmpty && (style.align != .inside || 2 * radius < Swift.min(width, height))
  }
}
