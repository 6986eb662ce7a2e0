import PaintRaster

/// The first revision of a new document, while its tiles are added.
///
/// In memory, a background thread adds them while the caller reads the next ones. The tiles of a document are encoded on
/// all processors anyway.
final class FirstPicture {
  private let start: DocumentBuilder.Start
  private let writer: FirstPictureWriter
  private let queue: BackgroundQueue<[FirstPictureWriter.PlacedTile]>?
  /// Tiles that were added but not passed on.
  private var waiting: [FirstPictureWriter.PlacedTile] = []
  /// The number of tiles that are passed on together.
  private static let batchSize = 256
  /// The number of batches that may wait for the thread: a few megabytes.
  private static let queueLimit = 4

  /// Begins a document in an index whose tables are empty, in an open transaction of the index.
  init(_ start: DocumentBuilder.Start, in index: Index, packs: PackStore, time: Int) {
    self.start = start
    let writer = FirstPictureWriter(start, in: index, packs: packs, time: time)
    self.writer = writer
    queue = packs.encodesTiles ? nil : BackgroundQueue(limit: Self.queueLimit) { tiles in writer.add(tiles) }
  }

  deinit { queue?.end() }

  /// Adds a tile; each tile at most once.
  ///
  /// - Throws: `.disk` if a pack cannot be written, `.index` if the index cannot be written; in memory `finish` throws
  ///   these.
  func add(_ tile: Tile, at position: TileIndex) throws(HistoryError) {
    if case .color(start.background) = tile { return }
    waiting.append((position, tile))
    if waiting.count == Self.batchSize { try send() }
  }

  private func send() throws(HistoryError) {
    let tiles = waiting
    waiting.removeAll(keepingCapacity: true)
    if let queue { return queue.post(tiles) }
    writer.add(tiles)
    if let failure = writer.failure { throw failure }
  }

  /// Writes everything and commits it in the index.
  ///
  /// - Returns: the writer, which is not used any longer: index, state and fingerprint of the new document.
  /// - Throws: `.disk` if a pack cannot be written, `.index` if the index cannot be written.
  func finish() throws(HistoryError) -> (writer: FirstPictureWriter, state: DocumentState) {
    try send()
    queue?.end()
    return (writer, try writer.finish())
  }
}
