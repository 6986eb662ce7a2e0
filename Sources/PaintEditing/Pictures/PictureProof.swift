import PaintHistory
import PaintRaster

/// Adds up the fingerprint of a picture whose tiles pass by, to hold it against the one that was recorded.
///
/// A row of the index that is lost shows an older tile, which looks as good as any: only the sum of all tiles tells.
struct PictureProof {
  private let revision: Revision
  private(set) var sum: Fingerprint
  /// The one-colour tile that came last: most come in runs.
  private var last: (color: Pixel, width: Int, height: Int, hash: BlockHash)?

  /// Begins with no tile.
  init(of snapshot: Snapshot) {
    revision = snapshot.revision
    sum = Fingerprint(size: snapshot.size)
  }

  /// Adds a tile; each of the canvas once.
  ///
  /// - Complexity: O(pixels of the tile); O(1) for one of the colour and the size of the one before.
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
  /// - Complexity: reads and hashes all of them.
  mutating func addAll(of snapshot: Snapshot) throws(HistoryError) {
    let columns = 0..<snapshot.size.tileColumns
    for row in 0..<snapshot.size.tileRows {
      do throws(SnapshotError<Never>) {
        try snapshot.forEachTile(row: row, columns: columns) { (index, tile) throws(Never) in add(tile, at: index) }
      } catch {
        switch error {
        case .history(let error): throw error
        }
      }
    }
  }

  /// Throws unless the tiles are those of the revision.
  ///
  /// - Throws: `.history(.damaged)`.
  func check() throws(EditingError) {
    guard sum == revision.fingerprint else { throw Self.difference(revision) }
  }

  /// The error where the pixels are not those of a revision.
  static func difference(_ revision: Revision) -> EditingError {
    .history(.damaged("the picture of r\(revision.number) does not have the fingerprint that was recorded"))
  }
}
