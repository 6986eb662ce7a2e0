import PaintHistory
import PaintRaster

/// The pixels that a flood reaches: those like the one where it begins, from neighbour to neighbour.
///
/// Tile by tile: what reaches a tile's edge becomes seeds of the tile beyond. A tile of one colour is flooded at once and needs
/// no mask.
///
/// - Complexity: O(tiles reached), times the ways a flood winds through a tile. Memory is 4 bytes a tile of the canvas, 4 for
///   each that waits, 128 for each of several colours that is taken in part, and 384 more while some of it is open.
struct FloodedArea {
  private struct Entry {
    /// Pixels that the flood may take.
    var open: TileBits
    var flooded = TileBits.none
    var seeds = TileBits.none
    var isWaiting = false
  }

  private let canvas: CanvasSize
  private let color: Pixel
  private let tolerance: Int
  /// By tile, row by row, what became of it, or the place of its mask or entry and one of the offsets below more.
  private var codes: [UInt32]
  /// What was taken of tiles in which nothing is left to take.
  private var masks: [TileBits] = []
  private var entries: [Entry] = []
  /// Places in `entries` that are free again.
  private var free: [UInt32] = []
  /// The numbers of tiles from which the flood is to go on.
  private var waiting: [UInt32] = []

  /// Not looked at yet.
  private static let unknown: UInt32 = 0
  /// Taken whole, as far as it lies on the canvas.
  private static let whole: UInt32 = 1
  /// Has no pixel that the flood may take.
  private static let closed: UInt32 = 2
  private static let firstMask: UInt32 = 3
  private static let firstEntry: UInt32 = 1 << 31

  /// Floods the picture from a pixel on it.
  init(from x: Int, _ y: Int, in picture: PictureTiles, tolerance: Int) throws(HistoryError) {
    canvas = picture.size
    self.tolerance = tolerance
    codes = [UInt32](repeating: Self.unknown, count: canvas.tileCount)
    let start = TileIndex(x: x / Tile.edge, y: y / Tile.edge)
    color = try picture.tile(at: start)[x % Tile.edge, y % Tile.edge]
    var seeds = TileBits.none
    seeds.rows[y % Tile.edge] = 1 << UInt32(x % Tile.edge)
    try seed(start.x, start.y, seeds, picture)
    while let next = waiting.popLast() { try spread(Int(next), picture) }
  }

  /// The pixels that it reached.
  consuming func area() -> PixelArea {
    for number in codes.indices {
      switch codes[number] {
      case Self.unknown, Self.closed: codes[number] = PixelArea.none
      case Self.whole: codes[number] = PixelArea.whole
      case Self.firstEntry...:
        // Something is left that it may take and does not reach.
        masks.append(entries[Int(codes[number] - Self.firstEntry)].flooded)
        codes[number] = UInt32(masks.count - 1) + PixelArea.firstMask
      default: codes[number] = codes[number] - Self.firstMask + PixelArea.firstMask
      }
    }
    return PixelArea(on: canvas, codes: codes, masks: masks)
  }

  private mutating func spread(_ number: Int, _ picture: PictureTiles) throws(HistoryError) {
    let (x, y) = (number % canvas.tileColumns, number / canvas.tileColumns)
    // Of a plain tile also what lies beyond the canvas: its neighbours have nothing there.
    let fresh = codes[number] >= Self.firstEntry ? flood(number) : .all
    if fresh.isEmpty { return }
    if x > 0, isOpen(number - 1) { try seed(x - 1, y, fresh.seedsToTheLeft, picture) }
    if x + 1 < canvas.tileColumns, isOpen(number + 1) { try seed(x + 1, y, fresh.seedsToTheRight, picture) }
    if y > 0, isOpen(number - canvas.tileColumns) { try seed(x, y - 1, fresh.seedsAbove, picture) }
    if y + 1 < canvas.tileRows, isOpen(number + canvas.tileColumns) { try seed(x, y + 1, fresh.seedsBelow, picture) }
  }

  /// Spreads the seeds of a tile within it; returns the pixels that it took.
  private mutating func flood(_ number: Int) -> TileBits {
    let place = Int(codes[number] - Self.firstEntry)
    let (open, before) = (entries[place].open, entries[place].flooded)
    let flooded = open.flooded(from: before.union(entries[place].seeds))
    if flooded == open {
      // Nothing is left to take: its mask is enough, if it needs one.
      free.append(UInt32(place))
      let index = TileIndex(x: number % canvas.tileColumns, y: number / canvas.tileColumns)
      if flooded == PixelArea.inside(index, canvas) {
        codes[number] = Self.whole
      } else {
        codes[number] = UInt32(masks.count) + Self.firstMask
        masks.append(flooded)
      }
    } else {
      entries[place].isWaiting = false
      entries[place].flooded = flooded
      entries[place].seeds = .none
    }
    return flooded.subtracting(before)
  }

  /// Whether something of a tile may be left to take; of most neighbours nothing is, and they need no seeds.
  @inline(__always) private func isOpen(_ number: Int) -> Bool {
    codes[number] == Self.unknown || codes[number] >= Self.firstEntry
  }

  /// Brings the flood to pixels of a tile that is open; those of its pixels that are not are left out.
  private mutating func seed(
    _ x: Int, _ y: Int, _ seeds: TileBits, _ picture: PictureTiles
  ) throws(HistoryError) {
    if seeds.isEmpty { return }
    let number = y * canvas.tileColumns + x
    if codes[number] == Self.unknown {
      let index = TileIndex(x: x, y: y)
      let tile = try picture.tile(at: index)
      if case .color(let own) = tile {
        let isLike = own.isLike(color, tolerance: tolerance)
        codes[number] = isLike ? Self.whole : Self.closed
        // Seeds come from a neighbouring pixel on the canvas, so they meet what is open.
        if isLike { waiting.append(UInt32(number)) }
        return
      }
      let open = tile.bits(like: color, tolerance: tolerance, on: index.box(on: canvas))
      if open.isEmpty {
        codes[number] = Self.closed
        return
      }
      let place = free.popLast() ?? UInt32(entries.count)
      if Int(place) == entries.count {
        entries.append(Entry(open: open))
      } else {
        entries[Int(place)] = Entry(open: open)
      }
      codes[number] = place + Self.firstEntry
    }
    let place = Int(codes[number] - Self.firstEntry)
    let fresh = seeds.intersection(entries[place].open).subtracting(entries[place].flooded)
    if fresh.isEmpty { return }
    entries[place].seeds = entries[place].seeds.union(fresh)
    if entries[place].isWaiting { return }
    entries[place].isWaiting = true
    waiting.append(UInt32(number))
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
