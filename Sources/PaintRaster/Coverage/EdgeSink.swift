/// Receives the pieces into which pixel borders cut an edge, within one pixel row.
///
/// Only used as a generic parameter that the compiler specialises.
protocol EdgeSink: ~Copyable {
  /// A piece inside pixel column `x`, from fixed-point y to lower y `nextY`, `left` and `nextLeft` from the column's left
  /// border at its ends.
  ///
  /// `isFirst` says that it has the edge's upper end in this row.
  mutating func piece(x: Int, y: Int, left: Int, nextY: Int, nextLeft: Int, isFirst: Bool)
  /// A piece of that height left of the canvas.
  mutating func leftOfCanvas(height: Int)
  /// The edge, followed downwards, crosses the left border of column `x` at `y`, to the right or to the left.
  mutating func crossing(x: Int, y: Int, rightwards: Bool)
}
