import PaintRaster

/// The tiles of a picture, for an edit that reads many of them in any order.
///
/// Their versions are looked up together, in blocks of 64 tiles of a row, once several tiles of a block were requested.
/// It is for one edit: versions that were looked up are not updated when tiles are moved to other packs by a gc of this
/// history.
public final class PictureTiles {
  /// The picture.
  public let picture: Snapshot
  private let columns: Int
  /// The versions of each block; empty if they were not looked up or were dropped.
  private var blocks: [[TileVersion]]
  /// The number of tiles of each block that were looked up one by one.
  private var singles: [UInt8]
  /// The blocks that were looked up, in a ring.
  private var order: [Int] = []
  private var oldest = 0

  /// The number of tiles of a block.
  private static let width = 64
  /// The maximum number of tiles of a block that are looked up one by one, because most small edits need few.
  private static let maximumSingles = 2
  /// The maximum number of blocks in memory: 16 MiB of versions.
  private static let limit = 8_192

  /// Creates the tiles of a picture.
  public init(_ picture: Snapshot) {
    self.picture = picture
    columns = (picture.size.tileColumns + Self.width - 1) / Self.width
    blocks = Array(repeating: [], count: columns * picture.size.tileRows)
    singles = Array(repeating: 0, count: blocks.count)
  }

  /// The tile at `index`.
  ///
  /// - Throws: the errors of `Snapshot.tile`.
  /// - Complexity: that of `Snapshot.tile`, but usually without an index lookup.
  public func tile(at index: TileIndex) throws(HistoryError) -> Tile {
    guard picture.covering == nil, let version = try blockVersion(at: index) else { return try picture.tile(at: index) }
    return try picture.history.tiles.shownTile(index.key, at: version, in: picture.revision)
  }

  /// Whether the version of a tile that the picture shows was written after a revision.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  public func isWritten(at index: TileIndex, after number: Int) throws(HistoryError) -> Bool {
    try version(of: index.key).revision > number
  }

  /// The version of a tile that the picture shows.
  func version(of key: UInt32) throws(HistoryError) -> TileVersion {
    precondition(picture.covering == nil, "what an eraser brings back has tiles of two revisions")
    if let version = try blockVersion(at: TileIndex(key: key)) { return version }
    return try picture.history.tiles.shownVersion(of: key, at: picture.revision)
  }

  /// The version of a tile if those of its block were looked up; nil if it should be looked up alone.
  private func blockVersion(at index: TileIndex) throws(HistoryError) -> TileVersion? {
    // An older canvas may have been larger.
    guard index.x < picture.size.tileColumns, index.y < picture.size.tileRows else { return nil }
    let block = index.y * columns + index.x / Self.width
    if blocks[block].isEmpty {
      if singles[block] < Self.maximumSingles {
        singles[block] += 1
        return nil
      }
      try lookUp(block)
    }
    return blocks[block][index.x % Self.width]
  }

  private func lookUp(_ block: Int) throws(HistoryError) {
    let first = block % columns * Self.width
    let versions = try picture.history.tiles.shownVersions(
      ofRow: block / columns, columns: first..<min(first + Self.width, picture.size.tileColumns), at: picture.revision)
    if order.count < Self.limit {
      order.append(block)
    } else {
      blocks[order[oldest]] = []
      order[oldest] = block
      oldest = (oldest + 1) % Self.limit
    }
    blocks[block] = versions
  }
}
