import PaintHistory
import PaintRaster

/// The pixels that a flood reaches: those like the one where it begins, from neighbour to neighbour.
///
/// Tile by tile: what reaches a tile's edge becomes seeds of the tile beyond. A tile of one colour is flooded at once.
///
/// - Complexity: O(tiles reached), times the ways a flood winds through a tile; 4 bytes a tile of the canvas and 264 a tile
///   reached.
struct FloodedArea {
  private struct Entry {
    var index: TileIndex
    /// Pixels that the flood may take.
    var open: TileBits
    var flooded = TileBits.none
    var seeds = TileBits.none
    var isWaiting = false
    /// Whether there is nothing left to take.
    var isFull = false
    /// Whether the tile is of one colour, which the flood takes whole as soon as it comes.
    var isPlain = false
  }

  private let canvas: CanvasSize
  /// By tile, row by row: the place of its entry and one more; 0 for none.
  private var places: [UInt32]
  private var entries: [Entry] = []
  private var waiting: [Int] = []

  /// Floods the picture from a pixel on it.
  init(from x: Int, _ y: Int, in picture: PictureTiles, tolerance: Int) throws(HistoryError) {
    canvas = picture.size
    places = [UInt32](repeating: 0, count: canvas.tileCount)
    let start = TileIndex(x: x / Tile.edge, y: y / Tile.edge)
    let color = try picture.tile(at: start)[x % Tile.edge, y % Tile.edge]
    var seeds = TileBits.none
    seeds.rows[y % Tile.edge] = 1 << UInt32(x % Tile.edge)
    try seed(start, seeds, picture, color, tolerance)
    while let next = waiting.popLast() { try spread(next, picture, color, tolerance) }
  }

  /// The tiles that it reached, each with the pixels that it took there, row by row of tiles.
  var tiles: [(index: TileIndex, bits: TileBits)] {
    var tiles: [(index: TileIndex, bits: TileBits)] = []
    tiles.reserveCapacity(entries.count)
    for place in places where place > 0 {
      let entry = entries[Int(place) - 1]
      if !entry.flooded.isEmpty { tiles.append((entry.index, entry.flooded)) }
    }
    return tiles
  }

  private mutating func spread(
    _ place: Int, _ picture: PictureTiles, _ color: Pixel, _ tolerance: Int
  ) throws(HistoryError) {
    let index = entries[place].index
    // Of a plain tile also what lies beyond the canvas: its neighbours have nothing there.
    let fresh = entries[place].isPlain ? .all : flood(place)
    if fresh.isEmpty { return }
    let (x, y) = (index.x, index.y)
    if x > 0, !isFull(x - 1, y) {
      try seed(TileIndex(x: x - 1, y: y), fresh.seedsToTheLeft, picture, color, tolerance)
    }
    if x + 1 < canvas.tileColumns, !isFull(x + 1, y) {
      try seed(TileIndex(x: x + 1, y: y), fresh.seedsToTheRight, picture, color, tolerance)
    }
    if y > 0, !isFull(x, y - 1) {
      try seed(TileIndex(x: x, y: y - 1), fresh.seedsAbove, picture, color, tolerance)
    }
    if y + 1 < canvas.tileRows, !isFull(x, y + 1) {
      try seed(TileIndex(x: x, y: y + 1), fresh.seedsBelow, picture, color, tolerance)
    }
  }

  /// Spreads the seeds of a tile within it; returns the pixels that it took.
  private mutating func flood(_ place: Int) -> TileBits {
    let (open, before) = (entries[place].open, entries[place].flooded)
    let flooded = open.flooded(from: before.union(entries[place].seeds))
    entries[place].isWaiting = false
    entries[place].flooded = flooded
    entries[place].isFull = flooded == open
    entries[place].seeds = .none
    return flooded.subtracting(before)
  }

  /// Whether nothing of a tile is left to take; most neighbours are so, and need no seeds.
  @inline(__always) private func isFull(_ x: Int, _ y: Int) -> Bool {
    let place = places[y * canvas.tileColumns + x]
    return place > 0 && entries[Int(place) - 1].isFull
  }

  /// Brings the flood to pixels of a tile; those that are not open to it are left out.
  private mutating func seed(
    _ index: TileIndex, _ seeds: TileBits, _ picture: PictureTiles, _ color: Pixel, _ tolerance: Int
  ) throws(HistoryError) {
    if seeds.isEmpty { return }
    let number = index.y * canvas.tileColumns + index.x
    if places[number] == 0 {
      let tile = try picture.tile(at: index)
      let open = tile.bits(like: color, tolerance: tolerance, on: index.box(on: canvas))
      entries.append(Entry(index: index, open: open))
      places[number] = UInt32(entries.count)
      if case .color = tile {
        let last = entries.count - 1
        entries[last].flooded = open
        entries[last].isFull = true
        entries[last].isPlain = true
        // Seeds come from a neighbouring pixel on the canvas, so they meet what is open.
        if !open.isEmpty { waiting.append(last) }
        return
      }
    }
    let place = Int(places[number]) - 1
    let fresh = seeds.intersection(entries[place].open).subtracting(entries[place].flooded)
    if fresh.isEmpty { return }
    entries[place].seeds = entries[place].seeds.union(fresh)
    if entries[place].isWaiting { return }
    entries[place].isWaiting = true
    waiting.append(place)
  }
}

extension Tile {
  /// Which of its pixels are like a colour, as far as they lie on the canvas.
  ///
  /// - Parameter box: the tile's part of the canvas.
  func bits(like color: Pixel, tolerance: Int, on box: PixelBox) -> TileBits {
    let inside = TileBits(width: box.width, height: box.height)
    switch self {
    case .color(let own): return own.isLike(color, tolerance: tolerance) ? inside : .none
    case .pixels(let pixels):
      return pixels.withUnsafePixels { words in
        var bits = TileBits.none
        for y in 0..<box.height {
          var row: UInt32 = 0
          for x in 0..<Tile.edge {
            let word = words[y * Tile.edge + x]
            let isLike = word == color.bits || Pixel(bits: word).isLike(color, tolerance: tolerance)
            row |= (isLike ? 1 : 0) << UInt32(x)
          }
          bits.rows[y] = row & inside.rows[y]
        }
        return bits
      }
    }
  }
}
