import PaintPNG
import PaintRaster

/// The half of an edit that needs no picture: puts tiles into packs and rows into the index.
///
/// Unchecked: one thread uses it at a time. While jobs wait in a queue it is the queue's thread's; once that is drained
/// it is its owner's again.
final class RevisionWriter: @unchecked Sendable {
  /// What is to be written: a revision begins, its tiles follow, it ends.
  enum Job: Sendable {
    case begin(Revision, document: String)
    case tile(UInt32, Tile)
    case end(Revision, RevisionNode, tiles: [UInt32])
    /// Between two revisions.
    case note(NoteRecord)
  }

  /// Where a tile's pixels lie, now that it is known.
  struct Placed {
    var tile: UInt32
    var revision: Int
    var place: PackPlace
  }

  let index: Index
  var packs: PackWriter
  /// Tiles written since the last `takeResults`.
  private var placed: [Placed] = []
  /// Bytes of the revision that ended last.
  private var ended: (number: Int, bytes: Int)?
  /// What went wrong; nothing more is written until it was taken.
  private var failure: HistoryError?
  /// Rows of tiles whose jobs were done since the last handful ended.
  private var rows: [Index.TileRow] = []
  private var number = 0
  private var bytesBefore = 0
  /// The threads that encode tiles where there are many; scripts have a thread for all of this already.
  private let workers: Workers
  /// Tiles that were encoded ahead of their jobs, the next one last.
  private var encoded: [EncodedTile] = []
  /// Fewer are encoded one by one: starting a thread takes as long as one or two of them.
  private static let many = 32

  init(index: Index, packs: consuming PackWriter, workers: Workers) {
    self.index = index
    self.packs = packs
    self.workers = workers
  }

  /// Does jobs; a failure is kept, and what comes behind it is left out.
  func perform(_ jobs: [Job]) {
    guard failure == nil else { return }
    encodeAhead(jobs)
    do throws(HistoryError) {
      for job in jobs { try perform(job) }
      try insertRows()
    } catch {
      failure = error
      rows.removeAll()
      encoded.removeAll()
    }
  }

  private func encodeAhead(_ jobs: [Job]) {
    guard jobs.count >= Self.many, workers.count > 1 else { return }
    let tiles = jobs.compactMap { if case .tile(_, .pixels(let pixels)) = $0 { pixels } else { nil } }
    guard tiles.count >= Self.many else { return }
    encoded = TileEncoder.encode(tiles, with: workers).reversed()
  }

  /// Hands over what was written since the last time.
  func takeResults() -> (placed: [Placed], ended: (number: Int, bytes: Int)?, failure: HistoryError?) {
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
      rows.append((key, TileVersion(revision: number, place: .color(color))))
    case .tile(let key, .pixels(let pixels)):
      let place =
        if let tile = encoded.popLast() { try packs.append(tile, of: key) } else { try packs.append(pixels, of: key) }
      rows.append((key, TileVersion(revision: number, place: .slot(place))))
      placed.append(Placed(tile: key, revision: number, place: place))
    case .end(var revision, let node, let tiles):
      let pack = packs.end(as: revision)
      revision.bytes = packs.bytes - bytesBefore
      ended = (revision.number, revision.bytes)
      let complete = revision
      try HistoryError.catching { () throws(DatabaseError) in
        try index.insert(complete, node: node, pack: pack, tiles: tiles)
      }
    case .note(let note):
      let pack = packs.append(note: note.text)
      try HistoryError.catching { () throws(DatabaseError) in try index.apply(note, pack: pack) }
    }
  }

  /// Adds the rows that were gathered; all of them before the jobs count as done.
  private func insertRows() throws(HistoryError) {
    defer { rows.removeAll(keepingCapacity: true) }
    try HistoryError.catching { () throws(DatabaseError) in try index.insert(rows) }
  }
}
