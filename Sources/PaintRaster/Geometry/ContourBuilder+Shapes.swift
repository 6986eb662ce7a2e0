/// The straight-edged shapes.
extension ContourBuilder {
  /// A box, positively oriented.
  mutating func appendRect(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) {
    append(left, top)
    append(right, top)
    append(right, bottom)
    append(left, bottom)
    close()
  }

  /// A path without length, drawn as its two caps; `direction` is the path's direction.
  mutating func appendDot(at p: Point, direction u: Point, radius r: Double, cap: LineCap) {
    switch cap {
    case .round: appendCircle(aboutX: p.x, y: p.y, radius: r)
    case .butt: break
    case .square:
      append(p.x + r * (-u.x + u.y), p.y + r * (-u.y - u.x))
      append(p.x + r * (u.x + u.y), p.y + r * (u.y - u.x))
      append(p.x + r * (u.x - u.y), p.y + r * (u.y + u.x))
      append(p.x + r * (-u.x - u.y), p.y + r * (-u.y + u.x))
      close()
    }
  }

  /// An open path of constant width, relative to `origin`.
  mutating func appendPolyline(_ path: [Point], origin: Point, radius: Double, cap: LineCap, join: LineJoin) {
    var discs: [PolylineStroker.Disc] = []
    discs.reserveCapacity(path.count)
    for p in path {
      let disc = PolylineStroker.Disc(x: p.x, y: p.y, radius: radius)
      if disc != discs.last { discs.append(disc) }
    }
    appendChain(discs, origin: origin, cap: cap, join: join)
  }

  /// An open path through discs, relative to `origin`; no disc may equal the next.
  mutating func appendChain(_ discs: [PolylineStroker.Disc], origin: Point, cap: LineCap, join: LineJoin) {
    let stroker = PolylineStroker(cap: cap, join: join)
    for chain in FarClipping(origin: origin).chains(of: discs) { stroker.stroke(chain, into: &self) }
  }

  /// The solid outline of a box that reaches so far out and in: its outer contour by the join, and the hole if there
  /// is one.
  mutating func appendRectStroke(_ box: GridBox, outset r: Double, inset: Double, join: LineJoin) {
    // A line that stays in the box has the box' own corners.
    switch r > 0 ? join : .miter {
    case .miter:
      appendRect(box.left - r, box.top - r, box.right + r, box.bottom + r)
    case .bevel:
      append(box.left - r, box.top)
      append(box.left, box.top - r)
      append(box.right, box.top - r)
      append(box.right + r, box.top)
      append(box.right + r, box.bottom)
      append(box.right, box.bottom + r)
      append(box.left, box.bottom + r)
      append(box.left - r, box.bottom)
      close()
    case .round:
      let eighth = 0.5.squareRoot()
      func corner(_ x: Double, _ y: Double, _ ax: Double, _ ay: Double, _ bx: Double, _ by: Double) {
        appendArc(
          aboutX: x, y: y, radius: r, fromX: ax, y: ay, toX: bx, y: by, halfCosine: eighth, halfSine: eighth)
      }
      corner(box.left, box.top, -1, 0, 0, -1)
      corner(box.right, box.top, 0, -1, 1, 0)
      corner(box.right, box.bottom, 1, 0, 0, 1)
      corner(box.left, box.bottom, 0, 1, -1, 0)
      close()
    }
    let left = box.left + inset
    let top = box.top + inset
    let right = box.right - inset
    let bottom = box.bottom - inset
    guard left < right, top < bottom else { return }
    append(left, top)
    append(left, bottom)
    append(right, bottom)
    append(right, top)
    close()
  }
}
