import PaintHistory
import PaintRaster

/// The connected area of pixels similar to a start pixel.
///
/// The flood fill goes tile by tile: pixels that reach a tile's edge become seeds of the adjacent tile. A one-colour
/// tile is filled at once and needs no mask.
///
/// - Complexity: O(tiles reached), times the number of times that a tile is entered. Memory is 4 bytes per tile of the
///   canvas, 4 for each waiting tile, 128 for each partly filled tile with several colours, and 384 more while part of
///   it is open.
struct FloodedArea {
  private struct Entry {
    /// Pixels that may be filled.
    var open: TileMask
    var flooded = TileMask.none
    var seeds = TileMask.none
    var isWaiting = false
  }

  private let canvas: CanvasSize
  private let color: Pixel
  private let tolerance: Int
  /// The state of each tile, row by row: a code, or the index of its mask or entry plus one of the offsets below.
  private var codes: [UInt32]
  /// The masks of finished tiles.
  private var masks: [TileMask] = []
  private var entries: [Entry] = []
  /// Free indices of `entries`.
  private var free: [UInt32] = []
  /// The tiles from which the fill continues.
  private var waiting: [UInt32] = []

  /// Not visited yet.
  private static let unknown: UInt32 = 0
  /// All its pixels on the canvas are filled.
  private static let whole: UInt32 = 1
  /// It has no pixel that may be filled.
  private static let closed: UInt32 = 2
  private static let firstMask: UInt32 = 3
  private static let firstEntry: UInt32 = 1 << 31

  /// Fills from a pixel of the picture.
  init(from x: Int, _ y: Int, in picture: PictureTiles, tolerance: Int) throws(HistoryError) {
    canvas = picture.picture.size
    self.tolerance = tolerance
    codes = [UInt32](repeating: Self.unknown, count: canvas.tileCount)
    let start = TileIndex(x: x / Tile.edge, y: y / Tile.edge)
    color = try picture.tile(at: start)[x % Tile.edge, y % Tile.edge]
    var seeds = TileMask.none
    seeds.insert(x: x % Tile.edge, y: y % Tile.edge)
    try seed(start.x, start.y, seeds, picture)
    while let next = waiting.popLast() { try spread(Int(next), picture) }
  }

  /// The filled area.
  consuming func mask() -> CanvasMask {
    for number in codes.indices {
      switch codes[number] {
      case Self.unknown, Self.closed: codes[number] = CanvasMask.none
      case Self.whole: codes[number] = CanvasMask.whole
      case Self.firstEntry...:
        // Some pixels may be filled but are not connected.
        masks.append(entries[Int(codes[number] - Self.firstEntry)].flooded)
        codes[number] = UInt32(masks.count - 1) + CanvasMask.firstMask
      default: codes[number] = codes[number] - Self.firstMask + CanvasMask.firstMask
      }
    }
    return CanvasMask(on: canvas, codes: codes, masks: masks)
  }

  private mutating func spread(_ number: Int, _ picture: PictureTiles) throws(HistoryError) {
    let (x, y) = (number % canvas.tileColumns, number / canvas.tileColumns)
    // For a one-colour tile this includes pixels outside of the canvas, where its neighbours have no pixels.
    let fresh = codes[number] >= Self.firstEntry ? flood(number) : .all
    if fresh.isEmpty { return }
    if x > 0, isOpen(number - 1) { try seed(x - 1, y, fresh.seedsToTheLeft, picture) }
    if x + 1 < canvas.tileColumns, isOpen(number + 1) { try seed(x + 1, y, fresh.seedsToTheRight, picture) }
    if y > 0, isOpen(number - canvas.tileColumns) { try seed(x, y - 1, fresh.seedsAbove, picture) }
    if y + 1 < canvas.tileRows, isOpen(number + canvas.tileColumns) { try seed(x, y + 1, fresh.seedsBelow, picture) }
  }

  /// Spreads the seeds within a tile; returns the newly filled pixels.
  private mutating func flood(_ number: Int) -> TileMask {
    let place = Int(codes[number] - Self.firstEntry)
    let (open, before) = (entries[place].open, entries[place].flooded)
    let flooded = open.flooded(from: before.union(entries[place].seeds))
    if flooded == open {
      // The tile is finished: only its mask is kept, if it needs one.
      free.append(UInt32(place))
      let index = TileIndex(x: number % canvas.tileColumns, y: number / canvas.tileColumns)
      if flooded == CanvasMask.inside(index, canvas) {
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

  /// Whether a tile may have pixels left to fill; most neighbours do not and need no seeds.
  @inline(__always) private func isOpen(_ number: Int) -> Bool {
    codes[number] == Self.unknown || codes[number] >= Self.firstEntry
  }

  /// Adds seeds to a tile; pixels that are not open are ignored.
  private mutating func seed(
    _ x: Int, _ y: Int, _ seeds: TileMask, _ picture: PictureTiles
  ) throws(HistoryError) {
    if seeds.isEmpty { return }
    let number = y * canvas.tileColumns + x
    if codes[number] == Self.unknown {
      let index = TileIndex(x: x, y: y)
      let tile = try picture.tile(at: index)
      if case .color(let own) = tile {
        let isSimilar = own.isSimilar(to: color, tolerance: tolerance)
        codes[number] = isSimilar ? Self.whole : Self.closed
        // Seeds come from a neighbouring pixel on the canvas, so they always hit open pixels.
        if isSimilar { waiting.append(UInt32(number)) }
        return
      }
      let box = index.box(on: canvas)
      let open = TileMask(of: tile, similarTo: color, tolerance: tolerance, width: box.width, height: box.height)
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
