import PaintRaster
import SystemPackage

/// A document on disk: its revisions, the tiles they wrote, and which one is current.
///
/// One object serves one thread. Reading needs no lock and sees the last committed step. Changing happens between
/// `beginEditing` and `endEditing`, which hold the document's lock.
public final class History {
  /// What a history is opened for.
  public enum Access: Sendable, Hashable {
    /// Looking only; the document is not locked and nothing in it is written.
    case reading
    /// Changing, each commit being on the disk when it returns.
    case editing
    /// Changing in groups: a commit survives the death of the process, and a power cut once `sync` has returned.
    case editingInGroups
    /// Changing for show: everything works, nothing is kept.
    case rehearsing
  }

  /// What does not depend on the document.
  public struct Options: Sendable {
    /// Bytes of pixels that stay in memory.
    public var cacheBytes = 32 << 20
    /// How long to wait for other writers.
    public var wait: Duration = .seconds(10)
    /// Where private files go that do not outlive the process.
    public var temporaryFolder: FilePath = "/tmp"
    /// The door to the disk.
    public var disk: any Disk = SystemDisk()
    /// Milliseconds since 1970, UTC; what revisions are dated with.
    public var now: @Sendable () -> Int = { WallClock.milliseconds() }

    /// The defaults: 32 MiB, ten seconds, `/tmp` and the system's disk.
    public init() {}
  }

  /// Where the document is.
  public let path: FilePath
  /// Where it stands: what is current, what redo leads to.
  public internal(set) var state: DocumentState { didSet { tree.root = state.root } }
  /// The revision that the canvas shows.
  public internal(set) var current: Revision

  /// What it was opened for.
  public let access: Access
  /// What it was opened with.
  public let options: Options
  let packs: PackStore
  var tree = RevisionTree()
  var cache: FaultCache
  /// The version of each tile that the canvas shows, as far as it was asked for.
  var view: [UInt32: TileVersion] = [:]
  /// Side branches that are being removed a few at a time.
  var sides: ListedSides?
  /// Entries that `view` may have: many screenfuls of a large canvas.
  static let viewLimit = 1 << 18

  /// Whether every tile that was written since the last commit is in `view`.
  var isViewWhole = true
  /// Puts revisions into packs and index.
  let writer: RevisionWriter
  /// Does the writer's jobs while the next edit is drawn; nil where each is done at once.
  var queue: BackgroundQueue<[RevisionWriter.Job]>?
  /// Jobs that were not handed over yet.
  var outbox: [RevisionWriter.Job] = []
  /// What went wrong in a job of the queue.
  var failure: HistoryError?
  /// A connection that sees the last commit, for looking tiles up while the queue works with the other one.
  var reader: Index?
  /// True between `beginEditing` and the next commit or rollback.
  public internal(set) var isEditing = false
  /// The revision whose tiles are being added.
  var open: OpenRevision?
  /// The group that was begun and not ended.
  var openGroup: OpenGroup?
  let lock: DocumentLock?
  /// The state at the last commit, to which a failure goes back.
  var committed: DocumentState
  /// Whether no pack is there that dead processes, or failed commits of this one, left behind.
  var isSwept = false
  /// How many packs were put aside.
  var setAside = 0
  /// The numbers that edits of unconfirmed packs have in the document, as `recoverUnconfirmed` found or gave them.
  var recoveredNumbers: [EditIdentity: Int] = [:]
  /// What the index says is rightly gone, as of this transaction; nil where nobody asked.
  var knownDepartures: Departures?
  /// Edits that failed half way, and the packs that say so, as of this transaction; nil where nobody asked.
  var knownAbandonments: [Int: Set<Int>]?
  /// Whether revisions of dead processes were looked at.
  var isRecovered = false
  /// Revisions that limits have dropped by themselves, in commits since the document was opened.
  ///
  /// Those that `setLimits`, `collect` and the forgetting functions drop are told by these.
  public internal(set) var droppedByLimits = 0
  /// Whether a group was committed since the last sync.
  var hasUnsynced = false
  /// Why this history does no more work; nil as long as it works.
  public internal(set) var end: HistoryError?
  /// What was left to a later command, because it failed after all that was asked for was committed; nil for nothing.
  public internal(set) var postponed: HistoryError?
  /// The copy of an index that cannot be opened in place or would be migrated, a rehearsal's packs.
  private let scratches: [ScratchFolder]

  var disk: any Disk { options.disk }

  /// Opens the document at `path`; for all but reading it waits for the document's lock and holds it from then on.
  ///
  /// - Throws: `.notFound` where there is no document, `.damaged` where there are packs only, `.busy` when another
  ///   writer kept the lock.
  public init(at path: FilePath, for access: Access, options: Options = Options()) throws(HistoryError) {
    self.path = path
    self.access = access
    self.options = options
    let disk = options.disk
    try Self.checkIsDocument(path, on: disk)
    // The lock comes first: only then is it certain that the index is not being replaced.
    lock =
      access == .reading
      ? nil
      : try HistoryError.catching({ () throws(DocumentLockError) in
        try DocumentLock.acquire(path, on: disk, wait: options.wait)
      })
    let opened =
      access == .reading
      ? try Self.openForReading(path, options: options) : try Self.openForEditing(path, for: access, options: options)
    state = opened.state
    committed = opened.state
    current = try Self.revision(opened.state.current, in: opened.index)
    tree.root = opened.state.root
    packs = PackStore(folder: path.appending("packs"), disk: disk)
    if access == .rehearsing {
      let folder = try HistoryError.catching { () throws(DiskError) in
        try ScratchFolder(in: options.temporaryFolder, on: disk)
      }
      packs.rehearse(from: opened.state.nextPack, in: folder.path)
      scratches = [folder] + [opened.scratch].compactMap(\.self)
    } else {
      scratches = [opened.scratch].compactMap(\.self)
    }
    writer = RevisionWriter(
      index: opened.index,
      packs: PackWriter(store: packs, nextPack: opened.state.nextPack, durably: access == .editing),
      workers: access == .editing ? .all : .one)
    cache = FaultCache(bound: options.cacheBytes)
  }

  deinit {
    // So that packs written ahead of a commit that never came do not stay.
    if isEditing { rollback() }
    queue?.end()
  }

  /// The revision with that number.
  ///
  /// - Throws: `.unknownRevision` where there is none.
  public func revision(_ number: Int) throws(HistoryError) -> Revision {
    if number == current.number { return current }
    let found = try HistoryError.catching { () throws(DatabaseError) in try index.revision(number) }
    guard let found else { throw .unknownRevision(number) }
    return found
  }

  /// The line of revisions that history shows, newest last: what redo leads to and its ancestors.
  ///
  /// - Parameter limit: how many, the newest ones; nil for all.
  /// - Throws: `.index` where the index cannot be read, `.damaged` where it is damaged.
  public func line(limit: Int? = nil) throws(HistoryError) -> [Revision] {
    var line: [Revision] = []
    var next: Int? = state.tip
    while let number = next, line.count < limit ?? .max {
      let revision = try Self.revision(number, in: index)
      line.append(revision)
      next = revision.parent
    }
    return line.reversed()
  }

  /// Bytes of the document's files: packs by their counter, index, its log and kept files as they are.
  ///
  /// - Throws: `.disk` where the size of a file cannot be had.
  public func diskBytes() throws(HistoryError) -> Int {
    try storedBytes() + HistoryError.catching { () throws(DiskError) in try keptFiles.bytes() }
  }

  /// What is in memory and how often it was not.
  public var cacheStatus: CacheStatus {
    CacheStatus(
      resident: cache.resident, faults: cache.counts.faults, evicted: cache.counts.evicted, bytes: cache.bytes)
  }

  /// A revision that the index itself names.
  ///
  /// - Throws: `.damaged` where it is missing.
  func known(_ number: Int) throws(HistoryError) -> Revision {
    number == current.number ? current : try Self.revision(number, in: index)
  }

  static func revision(_ number: Int, in index: Index) throws(HistoryError) -> Revision {
    guard let revision = try HistoryError.catching({ () throws(DatabaseError) in try index.revision(number) }) else {
      throw .damaged("revision r\(number) is missing from the index")
    }
    return revision
  }
}

/// What the fault cache holds and how it has fared.
public struct CacheStatus: Sendable, Hashable {
  /// Tiles in memory.
  public var resident: Int
  /// Tiles that were read from packs.
  public var faults: Int
  /// Tiles that were dropped to stay under the bound.
  public var evicted: Int
  /// Bytes of the tiles in memory.
  public var bytes: Int
}
