@testable import PaintRaster
import PaintTestSupport

/// A plain set of points, which masks are compared with.
struct PlainMask: Equatable {
  struct Spot: Hashable {
    var x: Int
    var y: Int
  }

  var spots: Set<Spot> = []

  init(_ spots: Set<Spot> = []) { self.spots = spots }

  init(_ mask: TileMask) {
    for y in 0..<Tile.edge {
      for x in 0..<Tile.edge where mask.contains(x: x, y: y) { spots.insert(Spot(x: x, y: y)) }
    }
  }

  init(_ mask: CanvasMask) {
    mask.forEachTile { index, part in
      for spot in PlainMask(part).spots {
        spots.insert(Spot(x: index.box.x + spot.x, y: index.box.y + spot.y))
      }
    }
  }

  /// All points of a box.
  init(_ box: PixelBox) {
    for y in box.y..<max(box.y, box.maxY) {
      for x in box.x..<max(box.x, box.maxX) { spots.insert(Spot(x: x, y: y)) }
    }
  }

  /// The part of one tile, relative to the tile.
  func tile(_ x: Int, _ y: Int) -> TileMask {
    var mask = TileMask.none
    for spot in spots where spot.x / Tile.edge == x && spot.y / Tile.edge == y {
      mask.insert(x: spot.x % Tile.edge, y: spot.y % Tile.edge)
    }
    return mask
  }
}

extension SeededGenerator {
  /// Empty, full, a few, half or most of the pixels, or a box of them.
  mutating func tileMask() -> TileMask {
    switch whole(0...5) {
    case 0: return .none
    case 1: return .all
    case 2: return TileMask(box())
    case 3: return TileMask(rows: rows() & rows() & rows() & rows())
    case 4: return TileMask(rows: rows())
    default: return TileMask(rows: rows() | rows() | rows())
    }
  }

  /// A box of which at least a part is near a tile.
  mutating func box() -> PixelBox {
    PixelBox(x: whole(-5...35), y: whole(-5...35), width: whole(0...40), height: whole(0...40))
  }

  private mutating func rows() -> SIMD32<UInt32> {
    var rows = SIMD32<UInt32>(repeating: 0)
    for y in 0..<Tile.edge { rows[y] = UInt32(truncatingIfNeeded: next()) }
    return rows
  }
}
