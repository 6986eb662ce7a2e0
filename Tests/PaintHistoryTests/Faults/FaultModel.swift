import PaintHistory
import PaintRaster
import PaintTestSupport
import SystemPackage

@testable import PaintHistory

/// The documents on which commands are run, each made once and then copied.
enum FaultModel: String, Sendable, CaseIterable {
  /// A document with abandoned revisions, revisions in several packs, one revision to undo and one to redo, a group, a
  /// branch, and a log that was not checkpointed.
  case usual
  /// A document whose first revisions are forgotten, so that packs are worth rewriting.
  case withForgottenRevisions
  case withoutIndex = "without an index"
  /// After a command that died between its packs and its commit.
  case killed = "after a kill"
  /// After a script whose last pack was lost in a power cut.
  case powerCut = "after a power cut"
  /// Its index has lost its log, and with it all edits, which are still in the packs.
  case lostLog = "without its log"
  /// One with a damaged tile in a pack, and an intact index.
  case damagedPack = "with a damaged pack"
  /// One with a folder and a file that do not belong to a document.
  case odd = "with odd members"
  case nothing = "without a document"

  static let path: FilePath = "/art.paint"

  /// The disk that contains the document, at `path`.
  var disk: MemoryDisk {
    get throws { MemoryDisk(copying: try Self.made[self]?.get() ?? MemoryDisk()) }
  }

  private static let made: [FaultModel: Result<MemoryDisk, any Error>] = Dictionary(
    uniqueKeysWithValues: allCases.map { model in (model, Result { try model.make() }) })

  private func make() throws -> MemoryDisk {
    let disk = MemoryDisk()
    try disk.createDirectory("/tmp")
    if self == .nothing { return disk }
    guard let size = CanvasSize(width: 100, height: 100) else { return disk }
    try SampleDocument.make(at: Self.path, size: size, options: .suite(on: disk))
    try Self.draw(on: disk, size)
    let options = History.Options.suite(on: disk)
    switch self {
    case .usual, .nothing: break
    case .withForgottenRevisions:
      let history = try History(at: Self.path, for: .editing, options: options)
      try history.beginEditing()
      _ = try history.forget(.before(1))
      try history.endEditing()
    case .withoutIndex:
      for name in ["index.sqlite", "index.sqlite-wal"] { try? disk.remove(Self.path.appending(name)) }
    case .lostLog: try disk.remove(Self.path.appending("index.sqlite-wal"))
    case .killed:
      let whole = FailingDisk(wrapping: MemoryDisk(copying: disk), of: .changes)
      try Work.manyTiles.perform(History(at: Self.path, for: .editing, options: .suite(on: whole)))
      // The write of the commit frame is among the last calls.
      let commit = whole.calls.lastIndex { $0.isOfIndex && $0.kind == .write } ?? 0
      let dying = FailingDisk(wrapping: disk, .stop(commit + 1), of: .changes)
      _ = try? Work.manyTiles.perform(History(at: Self.path, for: .editing, options: .suite(on: dying)))
    case .powerCut:
      let before = Set(disk.paths)
      try Work.group.perform(History(at: Self.path, for: .editingInGroups, options: options))
      for path in disk.paths where path.extension == "png" && !before.contains(path) { try disk.remove(path) }
    case .damagedPack:
      let path = Self.path.appending("packs/0000000002.png")
      guard var bytes = disk.bytes(of: path), !bytes.isEmpty else { break }
      bytes[bytes.count / 2] ^= 1
      disk.put(bytes, at: path)
    case .odd:
      disk.put([1, 2, 3], at: Self.path.appending("files/notes.txt"))
      disk.put([4, 5, 6], at: Self.path.appending("unsynced/notes.txt"))
    }
    return disk
  }

  /// Tiles of the planes of bases and selections, as an edit that moves both writes them: some of one colour.
  static func planeTiles(seed: UInt64) -> [History.PlaneTile] {
    var generator = SeededGenerator(seed: seed)
    return [(0, 0, .selection), (1, 1, .selection), (1, 0, .selection), (0, 1, .base), (0, 0, .selectionSummary)].map {
      (x, y, plane) in (TileIndex(x: x, y: y), plane, Tile.random(using: &generator))
    }
  }

  private static func draw(on disk: MemoryDisk, _ size: CanvasSize) throws {
    let history = try History(at: path, for: .editing, options: .suite(on: disk))
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<2 { try history.commitRevision(randomTiles(on: size, count: 3, using: &generator)) }
    try history.endEditing()
    try drawInSmallPacks(on: disk, size, using: &generator)
  }

  /// Draws without a cache, so that the tiles of a revision are in several packs.
  private static func drawInSmallPacks(
    on disk: MemoryDisk, _ size: CanvasSize, using generator: inout SeededGenerator
  ) throws {
    var options = History.Options.suite(on: disk)
    options.cacheBytes = 0
    let history = try History(at: path, for: .editing, options: options)
    try history.beginEditing()
    _ = try history.undo(1)
    _ = try history.revise(randomTiles(on: size, count: 3, using: &generator), others: planeTiles(seed: 6))
    _ = try history.revise(randomTiles(on: size, count: 3, using: &generator), others: planeTiles(seed: 7))
    _ = try history.undo(1)
    _ = try history.join(steps: 1, named: "Joined")
    try history.setBranch("first", to: 2)
    try history.endEditing()
  }
}
