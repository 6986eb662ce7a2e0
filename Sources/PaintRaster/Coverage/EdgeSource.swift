/// Contours with so many sides that only the edges of a few rows of tiles are made at a time.
struct EdgeSource {
  /// The most vertices whose edges are all made at once.
  static let maximumVertices = 1 << 18

  let contours: ContourBuilder
  let frame: CanvasFrame
  let antialiased: Bool
  /// The most edges made at a time, if no row of tiles has more.
  private let maximumEdges: Int
  private let tileRows: Range<Int>
  /// An upper bound of the edges that start in each row of tiles.
  private let counts: [Int]

  /// - Complexity: Linear in the number of vertices.
  init(_ contours: ContourBuilder, _ frame: CanvasFrame, antialiased: Bool, tileRows: Range<Int>, atOnce: Int) {
    maximumEdges = atOnce
    self.contours = contours
    self.frame = frame
    self.antialiased = antialiased
    self.tileRows = tileRows
    var counts = [Int](repeating: 0, count: tileRows.count)
    let end = frame.height << FixedPoint.bits
    var start = 0
    for contourEnd in contours.ends {
      var a = frame.vertex(contours.points[contourEnd - 1]).y
      for i in start..<contourEnd {
        let b = frame.vertex(contours.points[i]).y
        // Sides outside the canvas' rows are not edges; without anti-aliasing horizontal sides may be.
        let top = max(min(a, b), 0)
        if max(a, b) >= 0 && top < end {
          counts[min(top / (Tile.edge << FixedPoint.bits) - tileRows.lowerBound, counts.count - 1)] += 1
        }
        a = b
      }
      start = contourEnd
    }
    self.counts = counts
  }

  /// An upper bound of the edges that start in those rows of tiles.
  func count(_ rows: Range<Int>) -> Int {
    counts[rows.lowerBound - tileRows.lowerBound..<rows.upperBound - tileRows.lowerBound].reduce(0, +)
  }

  /// The rows of tiles, from `first` on, whose edges are made together.
  func rows(from first: Int) -> Range<Int> {
    var end = first + 1
    while end < tileRows.upperBound && count(first..<end + 1) <= maximumEdges { end += 1 }
    return first..<end
  }
}
