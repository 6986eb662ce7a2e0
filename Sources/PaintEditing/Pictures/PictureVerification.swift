import PaintHistory
import PaintRaster
import Synchronization

/// Computes the fingerprint of a picture tile by tile, to compare it with the recorded one.
///
/// If a row of the index is lost, an older tile is shown, which looks valid: only the sum of all tiles detects this.
struct PictureVerification {
  private let revision: Revision
  private(set) var sum: Fingerprint
  /// The last one-colour tile, because they usually come in runs.
  private var last: (color: Pixel, width: Int, height: Int, hash: BlockHash)?

  /// Begins without tiles.
  init(of snapshot: Snapshot) {
    revision = snapshot.revision
    sum = Fingerprint(size: snapshot.size)
  }

  /// Adds a tile; each tile of the canvas must be added once.
  ///
  /// - Complexity: O(pixels of the tile); O(1) for a one-colour tile like the previous one.
  mutating func add(_ tile: Tile, at index: TileIndex) {
    let box = index.box(on: revision.size)
    guard case .color(let color) = tile else { return sum.add(tile, at: index, canvas: revision.size) }
    if let last, last.color == color, last.width == box.width, last.height == box.height {
      return sum.add(last.hash, at: index)
    }
    let hash = BlockHash(of: tile, width: box.width, height: box.height)
    last = (color, box.width, box.height, hash)
    sum.add(hash, at: index)
  }

  /// Adds a tile by its hash; each tile of the canvas must be added once.
  mutating func add(_ hash: BlockHash, at index: TileIndex) { sum.add(hash, at: index) }

  /// Adds every tile of the picture.
  ///
  /// - Complexity: O(pixels): reads and hashes all tiles.
  mutating func addAll(of snapshot: Snapshot) throws(HistoryError) {
    let columns = 0..<snapshot.size.tileColumns
    for row in 0..<snapshot.size.tileRows {
      do throws(SnapshotError<Never>) {
        try snapshot.forEachTile(row: row, columns: columns) { (index, tile) throws(Never) in add(tile, at: index) }
      } catch {
        throw HistoryError(error)
      }
    }
  }

  /// Throws unless the fingerprint is that of the revision.
  ///
  /// - Throws: `.damaged`.
  func check() throws(HistoryError) {
    guard sum == revision.fingerprint else { throw Self.difference(revision) }
  }

  /// The error if the pixels are not those of a revision.
  static func difference(_ revision: Revision) -> HistoryError {
    .damaged("the picture of r\(revision.number) does not have the fingerprint that was recorded")
  }
}

/// A verification to which several threads add tiles.
final class SharedVerification: Sendable {
  private let verification: Mutex<PictureVerification>
  private let canvas: CanvasSize

  /// Begins without tiles.
  init(of snapshot: Snapshot) {
    verification = Mutex(PictureVerification(of: snapshot))
    canvas = snapshot.size
  }

  /// Adds a tile; each tile of the canvas must be added once.
  ///
  /// - Complexity: as `PictureVerification.add`; pixels are hashed by the calling thread, without a lock.
  func add(_ tile: Tile, at index: TileIndex) {
    switch tile {
    case .color: verification.withLock { $0.add(tile, at: index) }
    case .pixels:
      let hash = Fingerprint.blockHash(of: tile, at: index, canvas: canvas)
      verification.withLock { $0.add(hash, at: index) }
    }
  }

  /// Throws unless the fingerprint is that of the revision.
  ///
  /// - Throws: `.damaged`.
  func check() throws(HistoryError) {
    let verification = verification.withLock { $0 }
    try verification.check()
  }
}
