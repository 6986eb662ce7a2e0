import PaintRaster
import SystemPackage

/// A document on disk: its revisions, their tiles, and the current revision.
///
/// Not thread-safe. Reading needs no lock and sees the last committed step. Changes are made between `beginEditing` and
/// `endEditing`, while the document is locked.
public final class History {
  /// How a history is opened.
  public enum Access: Sendable, Hashable {
    /// Read-only; the document is neither locked nor written.
    case reading
    /// For editing; each commit is durable when it returns.
    case editing
    /// For editing in groups: a commit survives the end of the process, and a power cut once `sync` has returned.
    case editingInGroups
    /// For a dry run: everything works, but nothing is kept.
    case dryRun
    /// In memory, without a document; see `MemoryHistoryBuilder`.
    case inMemory
  }

  /// Options that do not depend on the document.
  public struct Options: Sendable {
    /// The bytes of pixels in the cache.
    public var cacheBytes = 32 << 20
    /// The bytes of pixels that a history in memory keeps there; more are written to `temporaryFolder`.
    public var memoryBytes = 512 << 20
    /// How long to wait for other writers.
    public var wait: Duration = .seconds(10)
    /// The folder for private temporary files.
    public var temporaryFolder: FilePath = "/tmp"
    /// The interface to the disk.
    public var disk: any Disk = SystemDisk()
    /// The clock for the times of revisions, in milliseconds since 1970, UTC.
    public var now: @Sendable () -> Int = { WallClock.milliseconds() }

    /// The defaults: 32 MiB, 512 MiB, ten seconds, `/tmp` and the system's disk.
    public init() {}
  }

  /// The path of the document; of a history in memory only a name for messages.
  public let path: FilePath
  /// How it was opened.
  public let access: Access
  /// The options it was opened with.
  public let options: Options
  /// Is told how much of long work is done, an edit or maintenance, and of how much, 0 if that is not known; nil if
  /// nobody wants to know.
  public var progress: ((_ done: Int, _ all: Int) -> Void)?
  let lock: DocumentLock?
  /// What was changed since the last commit.
  let transaction: Transaction
  let tree: RevisionTree
  let tiles: TileStore
  private(set) lazy var maintenance = Maintenance(self)
  private(set) lazy var recovery = Recovery(self)
  /// Whether a group was committed since the last sync.
  var hasUnsynced = false
  /// The tiles of the revision that was asked for last.
  var listedTiles: (number: Int, keys: [UInt32])?
  /// The number of times that something was taken back, or another process may have written: what was known of revisions
  /// before may be wrong, because their numbers are used again.
  public internal(set) var withdrawals = 0
  /// The error that stopped this history; nil while it works.
  public internal(set) var stopError: HistoryError?
  /// The error of work that was postponed to a later command, after everything requested was committed; nil if there is
  /// none.
  public internal(set) var postponed: HistoryError?
  /// The folders of a copied index, and of a dry run's packs and log.
  let scratches: [ScratchFolder]
  /// A connection that keeps the index as it is during a dry run.
  private let holder: Database?
  /// The kept files of a history in memory, and those that a dry run would add; nil for any other document.
  let heldFiles: HeldFiles?

  /// The document's state, such as the current revision and the tip.
  public var state: DocumentState { transaction.state }
  /// The revision that the canvas shows.
  public var current: Revision { transaction.current }
  /// Whether a transaction is open: between `beginEditing` and the next commit or rollback.
  public var isEditing: Bool { transaction.isOpen }
  /// Whether it has no document.
  public var isInMemory: Bool { access == .inMemory }
  var index: Index { transaction.index }
  /// The index and its log; a history in memory has no such files.
  var indexFiles: (index: FilePath, log: FilePath)? {
    isInMemory ? nil : (path.appending("index.sqlite"), path.appending("index.sqlite-wal"))
  }
  var packs: PackStore { tiles.packs }
  var disk: any Disk { options.disk }

  /// Opens the document at `path`; unless for reading, waits for the document's lock and holds it from then on.
  ///
  /// - Throws: `.notFound` if there is no document, `.busy` if another writer kept the lock, `.otherVersion` if its
  ///   format has another version; `.disk` or `.index` if it cannot be read, `.temporaryFolder` if a dry run
  ///   has no room for its files, `.damaged` if it is damaged or there are only packs.
  public init(at path: FilePath, for access: Access, options: Options = Options()) throws(HistoryError) {
    self.path = path
    self.access = access
    self.options = options
    let disk = options.disk
    try Self.checkIsDocument(path, on: disk)
    // The lock comes first, so that the index cannot be replaced meanwhile.
    lock = access == .reading ? nil : try Self.acquireLock(path, for: access, options: options)
    var dryRunFolder: ScratchFolder?
    let opened: Opened
    switch access {
    case .reading: opened = try Self.openForReading(path, options: options)
    case .editing, .editingInGroups: opened = try Self.openForEditing(path, for: access, on: disk)
    case .dryRun:
      let folder = try ScratchFolder(in: options.temporaryFolder, on: disk)
      opened = try Self.openForDryRun(path, isLocked: lock != nil, in: folder.path, options: options)
      dryRunFolder = folder
    case .inMemory: preconditionFailure("a history in memory has no path; MemoryHistoryBuilder creates it")
    }
    holder = opened.holder
    heldFiles =
      access == .dryRun ? HeldFiles(bound: 0, spillingTo: options.temporaryFolder, on: options.disk) : nil
    // A reader's copy may be replaced by a newer one.
    let isReplaceable = access == .reading && opened.isCopy
    scratches = [dryRunFolder, isReplaceable ? nil : opened.scratch].compactMap(\.self)
    let current = try opened.index.indexedRevision(opened.state.current)
    let packs = PackStore(
      folder: path.appending("packs"), disk: disk,
      redirection: dryRunFolder.map { (opened.state.nextPack, $0.path) })
    let writer = RevisionWriter(
      index: opened.index,
      packs: PackWriter(store: packs, nextPack: opened.state.nextPack, durably: access == .editing),
      workers: access == .editing ? .all : .one)
    transaction = Transaction(state: opened.state, current: current, writer: writer)
    tree = RevisionTree(transaction)
    tiles = TileStore(
      packs: packs, cacheBytes: options.cacheBytes, tree: tree, transaction: transaction, isReader: access == .reading)
    if isReplaceable {
      transaction.readsCopy(opened) { () throws(HistoryError) in try Self.openForReading(path, options: options) }
    }
  }

  /// Continues a new history in memory, whose index and packs contain the first picture.
  ///
  /// - Parameter shown: the versions of its tiles.
  init(
    inMemory index: Index, _ state: DocumentState, packs: MemoryPackStore, shown: ShownVersions, named name: FilePath,
    options: Options
  ) throws(HistoryError) {
    path = name
    access = .inMemory
    self.options = options
    (lock, holder, scratches) = (nil, nil, [])
    heldFiles = HeldFiles(bound: options.memoryBytes, spillingTo: options.temporaryFolder, on: options.disk)
    let writer = RevisionWriter(
      index: index, packs: PackWriter(store: packs, nextPack: state.nextPack, durably: false), workers: .one)
    transaction = Transaction(state: state, current: try index.indexedRevision(state.current), writer: writer)
    transaction.shown = shown
    tree = RevisionTree(transaction)
    tiles = TileStore(
      packs: packs, cacheBytes: options.cacheBytes, tree: tree, transaction: transaction, isReader: false)
  }

  deinit {
    // Removes packs that were written but not committed.
    if isEditing { _ = transaction.rollBack() }
    // Before the lock is released, so that the next writer need not wait for SQLite's lock.
    holder?.close()
  }

  /// The revision with the given number.
  ///
  /// - Throws: `.unknownRevision` if it does not exist; `.index` if the index cannot be read, `.damaged` if it is
  ///   damaged.
  public func revision(_ number: Int) throws(HistoryError) -> Revision { try tree.revision(number) }

  /// The tip and its ancestors, newest last.
  ///
  /// - Parameter limit: the maximum number of revisions, the newest ones; nil for all.
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  public func line(limit: Int? = nil) throws(HistoryError) -> [Revision] {
    var line: [Revision] = []
    var next: Int? = state.tip
    while let number = next, line.count < limit ?? .max {
      let revision = try index.indexedRevision(number)
      line.append(revision)
      next = revision.parent
    }
    return line.reversed()
  }

  /// The bytes of the document's files: packs as counted in the index, index, log and kept files by their sizes; of a
  /// history in memory those of its pixels and kept files.
  ///
  /// - Throws: `.disk` if the size of a file cannot be read.
  public func diskBytes() throws(HistoryError) -> Int {
    try storedBytes() + keptFileBytes()
  }

  /// The status of the cache.
  public var cacheStatus: CacheStatus {
    let cache = tiles.cache
    return CacheStatus(
      resident: cache.resident + packs.tilesInMemory, faults: cache.counts.faults, evicted: cache.counts.evicted,
      bytes: cache.bytes + packs.tilesInMemory * Tile.byteCount)
  }
}

/// The contents and statistics of the fault cache.
public struct CacheStatus: Sendable, Hashable {
  /// The number of tiles in memory.
  public var resident: Int
  /// The number of tiles that were read from packs.
  public var faults: Int
  /// The number of tiles that were evicted to stay below the bound.
  public var evicted: Int
  /// The bytes of the tiles in memory.
  public var bytes: Int
}
