import PaintHistory
import PaintRaster

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
  /// - Throws: `.history(.damaged)`.
  func check() throws(EditingError) {
    guard sum == revision.fingerprint else { throw Self.difference(revision) }
  }

  /// The error if the pixels are not those of a revision.
  static func difference(_ revision: Revision) -> EditingError {
    .history(.damaged("the picture of r\(revision.number) does not have the fingerprint that was recorded"))
  }
}
