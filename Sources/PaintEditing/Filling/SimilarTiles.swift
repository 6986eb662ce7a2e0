import PaintHistory
import PaintRaster
import Synchronization

/// The pixels of a tile that are similar to a colour.
enum SimilarPixels: Sendable {
  /// A tile of one colour, which is not similar; or one without a similar pixel.
  case nothing
  /// A tile of one colour, which is similar.
  case everything
  /// Some pixels of a tile with several colours.
  case part(TileMask)

  /// Those of a tile, as far as it is on the canvas.
  init(of tile: Tile, to color: Pixel, tolerance: Int, inside: PixelBox) {
    if case .color(let own) = tile {
      self = own.isSimilar(to: color, tolerance: tolerance) ? .everything : .nothing
      return
    }
    let mask = TileMask(of: tile, similarTo: color, tolerance: tolerance, width: inside.width, height: inside.height)
    self = mask.isEmpty ? .nothing : .part(mask)
  }
}

/// The pixels of a picture that are similar to a colour, tile by tile in any order.
protocol SimilarTiles: AnyObject {
  /// Those of a tile, each of which is requested at most once.
  func similarPixels(at index: TileIndex) throws(HistoryError) -> SimilarPixels
}

/// Similar pixels that are found when they are requested, for an edit that needs the tiles themselves too.
final class SingleSimilarTiles: SimilarTiles {
  private let tiles: PictureTiles
  private let color: Pixel
  private let tolerance: Int

  init(_ tiles: PictureTiles, to color: Pixel, tolerance: Int) {
    (self.tiles, self.color, self.tolerance) = (tiles, color, tolerance)
  }

  func similarPixels(at index: TileIndex) throws(HistoryError) -> SimilarPixels {
    let inside = index.inside(tiles.picture.size)
    return SimilarPixels(of: try tiles.tile(at: index), to: color, tolerance: tolerance, inside: inside)
  }
}

/// Similar pixels that are found on all processors, in blocks of tiles, for an edit that does not need the tiles.
///
/// The first tiles are looked up one by one, because most areas are small.
final class BlockSimilarTiles: SimilarTiles {
  private let tiles: PictureTiles
  private let color: Pixel
  private let tolerance: Int
  /// The number of tiles that were requested.
  private var requested = 0
  /// Pixels that were found but not requested yet, by the key of their tile.
  private var found: [UInt32: SimilarPixels] = [:]

  /// The tiles of a side of a block.
  private static let edge = 8
  /// How many tiles are looked up one by one.
  private static let singles = 8

  init(_ tiles: PictureTiles, to color: Pixel, tolerance: Int) {
    (self.tiles, self.color, self.tolerance) = (tiles, color, tolerance)
  }

  func similarPixels(at index: TileIndex) throws(HistoryError) -> SimilarPixels {
    requested += 1
    if let known = found.removeValue(forKey: index.key) { return known }
    let canvas = tiles.picture.size
    guard requested > Self.singles else {
      return SimilarPixels(
        of: try tiles.tile(at: index), to: color, tolerance: tolerance, inside: index.inside(canvas))
    }
    try findBlock(of: index)
    return found.removeValue(forKey: index.key) ?? .nothing
  }

  /// Finds the pixels of all tiles of a block.
  private func findBlock(of index: TileIndex) throws(HistoryError) {
    let (canvas, color, tolerance) = (tiles.picture.size, color, tolerance)
    let (left, top) = (index.x / Self.edge * Self.edge, index.y / Self.edge * Self.edge)
    let block = SharedPixels()
    try tiles.picture.forEachTile(
      rows: top..<min(top + Self.edge, canvas.tileRows), columns: left..<min(left + Self.edge, canvas.tileColumns),
      with: .all
    ) { index, tile in
      let similar = SimilarPixels(of: tile, to: color, tolerance: tolerance, inside: index.inside(canvas))
      block.found.withLock { $0.append((index.key, similar)) }
    }
    for (key, similar) in block.found.withLock({ $0 }) { found[key] = similar }
  }

  /// Pixels that several threads find.
  private final class SharedPixels: Sendable {
    let found = Mutex<[(UInt32, SimilarPixels)]>([])
  }
}
