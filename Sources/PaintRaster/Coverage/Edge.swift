/// A side of an outline, top to bottom, ready to be cut by pixel rows and columns.
///
/// Every crossing of a row's border is computed from the whole side in coordinates relative to the outline's origin, and
/// crossings of columns from those. So cuts are the same wherever tiles and the canvas begin, and two opposite sides
/// cancel to the bit.
///
/// It is as long as a cache line: an ellipse has hundreds of them.
struct Edge {
  // y on the canvas, up to 2^32 - 1: of the upper end, and the last value before the lower end.
  private var first: UInt32
  private var last: UInt32
  /// Fixed-point x on the canvas at `top` and `bottom`.
  var topX: Int
  var bottomX: Int
  /// x at the upper border of pixel row n is `rowX` + n · `rowStep`, in units of 2^-40 pixel; intermediate results may
  /// wrap around.
  ///
  /// Only set where the edge crosses such a border.
  var rowX: Int
  var rowStep: Int
  /// Fixed-point y per fixed-point x, times 2^32; only set where the edge crosses columns.
  var columnStep: Int
  /// The storage of `lowerY` and `inverseSlope`.
  private var other: Double
  /// The next edge that starts in the same row of tiles, or -1.
  var next: Int32
  private var column: Int16
  private var direction: Int8
  /// Whether the upper end, inside a pixel row, is the lower end of another edge with the same direction: one strand.
  var isJoined: Bool

  /// Bits of `rowX` and `rowStep` below those of fixed point.
  static let extraBits = 24
  /// Half a unit of fixed point in them.
  static let half = 1 << (extraBits - 1)
  /// Outlines that reach farther from the origin are far: 2^17 px keep `rowX` within 63 bits.
  static let farLimit = 131_072.0
  /// A side flatter than this, in pixels to the right per pixel down, crosses at most one border of rows.
  static let maximumSlope = 2_097_152.0

  /// The part on the canvas, in fixed point on the canvas: its first and last y, both 0 to 2^32.
  @inline(__always)
  var top: Int {
    get { Int(first) }
    set { first = UInt32(truncatingIfNeeded: newValue) }
  }
  @inline(__always)
  var bottom: Int {
    get { Int(last) &+ 1 }
    set { last = UInt32(truncatingIfNeeded: newValue &- 1) }
  }

  /// 1 for a side that runs upwards, -1 downwards: the change of the winding number to its right.
  @inline(__always)
  var sign: Int32 {
    get { Int32(direction) }
    set { direction = Int8(truncatingIfNeeded: newValue) }
  }

  /// The column of tiles if all of the edge is in one tile, as nearly all edges of curves are; else -1.
  @inline(__always)
  var tile: Int32 {
    get { Int32(column) }
    set { column = Int16(truncatingIfNeeded: newValue) }
  }
}

/// Edges of far outlines, and those drawn without anti-aliasing, have their ends, in pixels relative to the origin, and
/// slopes instead of steps from row to row and from column to column.
extension Edge {
  /// The upper end.
  var x: Double {
    get { Double(bitPattern: UInt64(bitPattern: Int64(rowX))) }
    set { rowX = Int(Int64(bitPattern: newValue.bitPattern)) }
  }
  var y: Double {
    get { Double(bitPattern: UInt64(bitPattern: Int64(rowStep))) }
    set { rowStep = Int(Int64(bitPattern: newValue.bitPattern)) }
  }
  /// Pixels to the right per pixel down.
  var slope: Double {
    get { Double(bitPattern: UInt64(bitPattern: Int64(columnStep))) }
    set { columnStep = Int(Int64(bitPattern: newValue.bitPattern)) }
  }
  /// The lower end; only without anti-aliasing.
  var lowerY: Double {
    get { other }
    set { other = newValue }
  }
  /// Pixels down per pixel to the right, 0 for a vertical side; only with anti-aliasing.
  var inverseSlope: Double {
    get { other }
    set { other = newValue }
  }
}

/// A horizontal side of an outline, which has no area but changes the winding number on the column borders it crosses.
struct HorizontalSide {
  /// Fixed-point y on the canvas.
  var y: Int
  /// The columns of its ends, in the direction of the outline.
  var start: Int32
  var end: Int32
  /// The next horizontal side in the same row of tiles, or -1.
  var next: Int32 = -1
}
