import PaintFilters
import PaintFormats
import PaintHistory
import PaintRaster
import Synchronization

extension SelectionMask {
  /// Creates a mask from the tiles of a picture, on all processors.
  ///
  /// - Parameter select: returns the selected part of a tile; called by several threads at once.
  init(
    of picture: Snapshot, _ select: @escaping @Sendable (Tile, PixelBox) -> Tile
  ) throws(HistoryError) {
    let size = picture.size
    let shared = SharedMask(SelectionMask(on: size))
    try picture.forEachTile(rows: 0..<size.tileRows, columns: 0..<size.tileColumns, with: .all) { index, tile in
      let selected = select(tile, index.inside(size))
      if case .color(.transparent) = selected { return }
      shared.set(selected, at: index)
    }
    self = shared.value
  }

  /// The mask blurred by a Gaussian with the standard deviation `radius`, as the filter gaussian-blur computes it for
  /// alphas; beyond the canvas the values at its border go on.
  ///
  /// - Parameter radius: 0…1,000 pixels.
  /// - Complexity: O(pixels near the selection), which are in memory in boxes of up to 64 MiB.
  func feathered(by radius: Double) -> SelectionMask {
    var result = SelectionMask(on: canvas)
    if isEmpty { return result }
    let chain = FilterChain([GaussianBlur(radius: radius)])
    // What the blur of a box depends on is also what it reaches.
    let reached = chain.sourceBox(for: summary.bounds, on: canvas)
    let (left, top) = (reached.x / Tile.edge * Tile.edge, reached.y / Tile.edge * Tile.edge)
    let region = PixelBox(x: left, y: top, width: reached.maxX - left, height: reached.maxY - top)
    for box in chain.boxes(covering: region, on: canvas, bytes: 64 << 20) {
      let source = chain.sourceBox(for: box, on: canvas)
      if let color = color(of: source) {
        for index in Self.tiles(of: box) { result.set(.color(color), at: index) }
        continue
      }
      let made = PixelBlock(unwritten: box)
      chain.apply(to: pixels(in: source).source, writing: made.target, on: canvas, with: .all)
      result.set(made.source)
    }
    return result
  }

  /// The values in a box as alphas; those outside of the canvas are 0.
  func pixels(in box: PixelBox) -> PixelBlock {
    let block = PixelBlock(box)
    let part = box.intersection(canvas.box)
    if part.isEmpty { return block }
    for y in part.y / Tile.edge...(part.maxY - 1) / Tile.edge {
      for x in part.x / Tile.edge...(part.maxX - 1) / Tile.edge {
        let index = TileIndex(x: x, y: y)
        block.target.copy(self[index], at: index, in: part)
      }
    }
    return block
  }

  /// Sets the values of a box, which begins and ends at edges of tiles or of the canvas, to alphas.
  mutating func set(_ source: PixelSource) {
    let box = source.box
    for y in box.y / Tile.edge...(box.maxY - 1) / Tile.edge {
      for x in box.x / Tile.edge...(box.maxX - 1) / Tile.edge {
        let index = TileIndex(x: x, y: y)
        set(source.tile(at: index).alphas, at: index)
      }
    }
  }
}

/// A mask that several threads make.
private final class SharedMask: Sendable {
  private let mask: Mutex<SelectionMask>

  init(_ mask: SelectionMask) { self.mask = Mutex(mask) }

  func set(_ tile: Tile, at index: TileIndex) { mask.withLock { $0.set(tile, at: index) } }

  var value: SelectionMask { mask.withLock { $0 } }
}
