import Synchronization

/// The tiles of a gradient or a pattern, made when they are needed.
///
/// The tiles of a row, or of a column, are the same in a gradient along a side of the canvas: they are made once and
/// share their memory.
public final class ShadedTiles: Sendable {
  private let shading: any Shading
  /// Whether the tiles of a row, or of a column, are the same.
  private let repetition: (inRows: Bool, inColumns: Bool)
  private let made = Mutex<[Int: Tile]>([:])

  /// Whether all pixels are opaque.
  var isOpaque: Bool { shading.isOpaque }

  init(_ shading: any Shading) {
    self.shading = shading
    repetition = shading.repetition
  }

  /// The tiles of a source; nil for one that is one colour.
  public convenience init?(of source: Paint.Source) {
    guard let shading = source.shading else { return nil }
    self.init(shading)
  }

  /// The tile at `index`.
  public func tile(at index: TileIndex) -> Tile {
    guard repetition.inRows || repetition.inColumns else { return shading.tile(at: index) }
    let key = repetition.inRows ? index.y : index.x
    if let tile = made.withLock({ $0[key] }) { return tile }
    let tile = shading.tile(at: index)
    made.withLock { $0[key] = tile }
    return tile
  }

  /// Writes all pixels of a box whose corner is that of a tile.
  ///
  /// - Complexity: O(pixels).
  public func write(to target: PixelTarget, with workers: Workers) {
    let box = target.box
    let rows = box.y / Tile.edge..<(box.maxY + Tile.edge - 1) / Tile.edge
    let columns = box.x / Tile.edge..<(box.maxX + Tile.edge - 1) / Tile.edge
    workers.forEachBand(of: rows.count, cost: columns.count * 1_000) { band in
      for y in band {
        for x in columns {
          let index = TileIndex(x: x, y: rows.lowerBound + y)
          target.copy(tile(at: index), at: index, in: index.box.intersection(box))
        }
      }
    }
  }
}
