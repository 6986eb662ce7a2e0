import PaintRaster
import Synchronization

extension TileEncoder {
  /// The approximate time for a tile, in nanoseconds.
  private static let cost = 40_000

  /// Encodes the tiles on several threads; gives the same bytes as encoding them one by one.
  public static func encode(_ tiles: [TilePixels], with workers: Workers) -> [EncodedTile] {
    let bands = Mutex<[(first: Int, tiles: [EncodedTile])]>([])
    workers.forEachBand(of: tiles.count, cost: cost) { band in
      var encoder = TileEncoder()
      var encoded: [EncodedTile] = []
      encoded.reserveCapacity(band.count)
      for tile in tiles[band] { encoded.append(encoder.encode(tile)) }
      bands.withLock { [encoded] in $0.append((band.lowerBound, encoded)) }
    }
    return bands.withLock { $0 }.sorted { $0.first < $1.first }.flatMap(\.tiles)
  }
}
