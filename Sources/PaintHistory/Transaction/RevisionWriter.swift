import PaintPNG
import PaintRaster

/// The part of an edit that needs no picture: writes tiles to packs and rows to the index.
///
/// Unchecked: only one thread uses it at a time. While jobs are queued, this is the queue's thread; afterwards it is the
/// thread of the transaction that owns it, which lets nobody reach it before (`Transaction.writer`).
final class RevisionWriter: @unchecked Sendable {
  /// A job: a revision begins, its tiles follow, it ends.
  enum Job: Sendable {
    case begin(Revision, document: String)
    case tile(UInt32, Tile)
    /// A tile of the revision that is where another revision wrote it.
    case shared(UInt32, TileVersion.Location)
    case end(Revision, RevisionNode, tiles: [UInt32])
    /// A note, between two revisions.
    case note(NoteRecord)
  }

  /// The location of a tile that was written.
  struct PlacedTile {
    var tile: UInt32
    var revision: Int
    var location: PackLocation
  }

  /// Only a reader's index, which has no jobs, is replaced.
  var index: Index
  var packs: PackWriter
  /// Tiles written since the last `takeResults`.
  private var placed: [PlacedTile] = []
  /// The bytes of the revision that ended last.
  private var ended: (number: Int, bytes: Int)?
  /// The error of a job; nothing more is written until it was taken.
  private var failure: HistoryError?
  /// The tile rows of the current batch of jobs.
  private var rows: [Index.TileRow] = []
  private var number = 0
  private var bytesBefore = 0
  /// The threads that encode many tiles; scripts already have a background thread.
  private let workers: Workers
  /// Tiles that were encoded in advance, the next one last.
  private var encoded: [EncodedTile] = []
  /// The minimum number of tiles to encode in parallel: starting a thread takes as long as one or two tiles.
  private static let minimumParallelTiles = 32

  init(index: Index, packs: consuming PackWriter, workers: Workers) {
    self.index = index
    self.packs = packs
    self.workers = workers
  }

  /// Does jobs; after a failure, which is kept, the following jobs are skipped.
  ///
  /// Jobs fail if SQLite has rolled the transaction back: each row would be committed at once.
  func perform(_ jobs: [Job]) {
    guard failure == nil else { return }
    do throws(HistoryError) {
      guard index.database.isInTransaction else { throw .lostTransaction }
      encodeAhead(jobs)
      for job in jobs { try perform(job) }
      try insertRows()
    } catch {
      failure = error
      rows.removeAll()
      encoded.removeAll()
    }
  }

  private func encodeAhead(_ jobs: [Job]) {
    guard packs.encodesTiles, jobs.count >= Self.minimumParallelTiles, workers.count > 1 else { return }
    let tiles = jobs.compactMap { if case .tile(_, .pixels(let pixels)) = $0 { pixels } else { nil } }
    guard tiles.count >= Self.minimumParallelTiles else { return }
    encoded = TileEncoder.encode(tiles, with: workers).reversed()
  }

  /// Returns the results since the last call.
  func takeResults() -> (placed: [PlacedTile], ended: (number: Int, bytes: Int)?, failure: HistoryError?) {
    defer {
      placed.removeAll(keepingCapacity: true)
      ended = nil
      failure = nil
    }
    return (placed, ended, failure)
  }

  private func perform(_ job: Job) throws(HistoryError) {
    switch job {
    case .begin(let revision, let document):
      number = revision.number
      bytesBefore = packs.bytes
      packs.begin(revision, document: document)
    case .tile(let key, .color(let color)):
      packs.append(color, of: key)
      rows.append((key, TileVersion(revision: number, location: .color(color))))
    case .tile(let key, .pixels(let pixels)):
      let location =
        if let tile = encoded.popLast() { try packs.append(tile, of: key) } else { try packs.append(pixels, of: key) }
      rows.append((key, TileVersion(revision: number, location: .slot(location))))
      placed.append(PlacedTile(tile: key, revision: number, location: location))
    case .shared(let key, let location):
      rows.append((key, TileVersion(revision: number, location: location)))
    case .end(var revision, let node, let tiles):
      let pack = packs.end(as: revision)
      revision.bytes = packs.bytes - bytesBefore
      ended = (revision.number, revision.bytes)
      let complete = revision
      try index.insert(complete, node: node, pack: pack, tiles: tiles)
    case .note(let note):
      let pack = packs.append(note: note.text)
      try index.apply(note, pack: pack)
    }
  }

  /// Inserts the collected rows, before the jobs count as done.
  private func insertRows() throws(HistoryError) {
    defer { rows.removeAll(keepingCapacity: true) }
    try index.insert(rows)
  }
}
