/// A piece of an edge inside one cell, top to bottom, in 1/65,536 pixel from the cell's upper left corner.
struct OverlapPiece {
  var x: Double
  var y: Double
  var nextX: Double
  var nextY: Double
  /// 1 for an edge that runs upwards, -1 downwards.
  var sign: Int32
  /// The next piece in the cell, or -1.
  var next: Int32

  /// Where it crosses the line at `y`, between its ends.
  @inline(__always)
  func x(at line: Double) -> Double {
    if line <= y { return x }
    if line >= nextY { return nextX }
    return x + (line - y) * ((nextX - x) / (nextY - y))
  }
}

/// A part of a cell, in 1/65,536 pixel from the cell's upper left corner.
struct OverlapBox {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  static let cell = OverlapBox(left: 0, top: 0, right: 65_536, bottom: 65_536)

  var area: Double { (right - left) * (bottom - top) }

  /// Its four quarters.
  var quarters: (OverlapBox, OverlapBox, OverlapBox, OverlapBox) {
    let (x, y) = ((left + right) / 2, (top + bottom) / 2)
    return (
      OverlapBox(left: left, top: top, right: x, bottom: y), OverlapBox(left: x, top: top, right: right, bottom: y),
      OverlapBox(left: left, top: y, right: x, bottom: bottom),
      OverlapBox(left: x, top: y, right: right, bottom: bottom)
    )
  }
}

extension FillRule {
  /// Whether points with that winding number are inside.
  @inline(__always)
  func isInside(_ winding: Int) -> Bool { self == .nonzero ? winding != 0 : winding & 1 != 0 }
}
