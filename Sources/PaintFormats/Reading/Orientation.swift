import PaintRaster

/// How a stored picture is turned to be upright, numbered as in EXIF and TIFF.
public enum Orientation: Int, CaseIterable, Sendable {
  /// As it is stored.
  case upright = 1
  /// Left and right are exchanged.
  case mirrored = 2
  /// Half a turn.
  case upsideDown = 3
  /// Top and bottom are exchanged.
  case flipped = 4
  /// Rows become columns.
  case transposed = 5
  /// A quarter turn clockwise.
  case right = 6
  /// Rows become columns, and then half a turn.
  case transverse = 7
  /// A quarter turn anticlockwise.
  case left = 8

  /// Whether rows become columns.
  public var swapsSides: Bool { rawValue >= 5 }
  /// Whether rows come in their stored order, so that not all of them are needed at once.
  var keepsRowOrder: Bool { self == .upright || self == .mirrored }

  /// Whether the left side of the upright picture is at the end of the stored rows or columns.
  var reversesColumns: Bool { [.mirrored, .upsideDown, .right, .transverse].contains(self) }
  /// Whether the top side of the upright picture is at the end of the stored rows or columns.
  var reversesRows: Bool { [.upsideDown, .flipped, .transverse, .left].contains(self) }

  /// Where a stored row goes: the place of its first pixel, and the distance from each pixel to the next.
  ///
  /// Places are counted row by row in the upright picture, whose width is `height` if sides are swapped.
  func places(ofRow y: Int, width: Int, height: Int) -> (start: Int, step: Int) {
    switch self {
    case .upright: (y * width, 1)
    case .mirrored: (y * width + width - 1, -1)
    case .upsideDown: ((height - y) * width - 1, -1)
    case .flipped: ((height - 1 - y) * width, 1)
    case .transposed: (y, height)
    case .right: (height - 1 - y, height)
    case .transverse: (width * height - 1 - y, -height)
    case .left: ((width - 1) * height + y, -height)
    }
  }
}
