@testable import PaintRaster

/// The pieces that reach into one pixel row, prepared for cutting them by many lines.
struct TrueRow {
  private struct Piece {
    var top: Double
    var bottom: Double
    var x = 0.0
    var y = 0.0
    /// The disc's radius squared; negative if there is none.
    var square = -1.0
    var firstSide: Int
    var endSide: Int
  }

  private var pieces: [Piece] = []
  private var sides: [TruePiece.Side] = []
  /// The pieces in the order in which the previous line crossed them: sorting starts from there.
  private var order: [Int] = []
  /// The intersections with the line, by their left ends.
  private(set) var extents: [(low: Double, high: Double, piece: Int)] = []

  /// True if no piece reaches the row.
  var isEmpty: Bool { pieces.isEmpty }

  init(_ shape: [TruePiece], row: Int, width: Int) {
    for piece in shape
    where piece.bottom > Double(row) && piece.top < Double(row + 1) && piece.right > 0 && piece.left < Double(width) {
      var flat = Piece(top: piece.top, bottom: piece.bottom, firstSide: sides.count, endSide: 0)
      if let disc = piece.disc { (flat.x, flat.y, flat.square) = (disc.x, disc.y, disc.radius * disc.radius) }
      sides += piece.sides
      flat.endSide = sides.count
      pieces.append(flat)
    }
    order = Array(pieces.indices)
    extents.reserveCapacity(pieces.count)
  }

  /// Cuts the pieces by the line at that y.
  mutating func cut(at y: Double) {
    extents.removeAll(keepingCapacity: true)
    var moves = 0
    for index in order {
      let piece = pieces[index]
      guard y > piece.top, y < piece.bottom else { continue }
      var low = -Double.infinity
      var high = Double.infinity
      if piece.square >= 0 {
        let rest = piece.square - (y - piece.y) * (y - piece.y)
        guard rest > 0 else { continue }
        let half = rest.squareRoot()
        low = piece.x - half
        high = piece.x + half
      }
      for i in piece.firstSide..<piece.endSide {
        let side = sides[i]
        let x = side.x(at: y)
        if side.isRight { high = Swift.min(high, x) } else { low = Swift.max(low, x) }
      }
      guard low < high else { continue }
      extents.append((low, high, index))
      var place = extents.count - 1
      while place > 0 && extents[place - 1].low > low {
        extents[place] = extents[place - 1]
        place -= 1
        moves += 1
      }
      extents[place] = (low, high, index)
    }
    guard moves > order.count else { return }
    var isMet = [Bool](repeating: false, count: pieces.count)
    for extent in extents { isMet[extent.piece] = true }
    order = extents.map(\.piece) + order.filter { !isMet[$0] }
  }
}
