import PaintPNG
import PaintRaster
import SystemPackage

/// Makes a new document: next to its final place, under a hidden name, and moved there in one step when it is whole.
///
/// Add the tiles of the first picture, then `finish`. A builder that goes without `finish` leaves nothing behind.
public final class DocumentBuilder {
  /// What the canvas is to begin with.
  public struct Start: Sendable {
    /// The canvas' size.
    public var size: CanvasSize
    /// What tiles show that are not added.
    public var background: Pixel
    /// Colour and density chunks for export.
    public var color: [UInt8]
    /// What the first revision is called, and the command that makes it.
    public var name: String
    /// The command that makes the document.
    public var command: String

    /// A start with these parts.
    public init(size: CanvasSize, background: Pixel, color: [UInt8] = [], name: String, command: String) {
      self.size = size
      self.background = background
      self.color = color
      self.name = name
      self.command = command
    }
  }

  private let target: FilePath
  private let folder: TemporaryItem
  private let options: History.Options
  private let start: Start
  private let lock: OpenFile
  private let index: Index
  private let identity: String
  private var writer: PackWriter
  private var revision: Revision
  private var fingerprint: Fingerprint
  /// Tiles that were added and are not in the pack yet.
  private var waiting: [(key: UInt32, tile: Tile)] = []
  /// So many are encoded together.
  private static let armful = 256

  private var disk: any Disk { options.disk }

  /// Begins a document that is to be at `path`.
  ///
  /// - Parameter replacing: whether an existing document may be there; it is replaced by `finish`.
  /// - Throws: `.exists` where something is there that may not be replaced, `.cannotCreate` where the folder is not.
  public init(
    at path: FilePath, start: Start, replacing: Bool, options: History.Options = History.Options()
  ) throws(HistoryError) {
    target = path
    self.options = options
    self.start = start
    let disk = options.disk
    try Self.checkTarget(path, replacing: replacing, on: disk)
    var generator = SystemRandomNumberGenerator()
    identity = Self.hexadecimal(generator.next()) + Self.hexadecimal(generator.next())
    do throws(DiskError) {
      folder = try TemporaryItem.folder(in: path.removingLastComponent(), .shared, isDocument: true, on: disk)
    } catch {
      // Said of the document: the hidden name would mean nothing to the user.
      let failure = DiskError(.createFolder, path, errno: error.errno)
      throw failure.isOfPlace ? .cannotCreate(failure.message) : .disk(failure)
    }
    let place = folder.path
    // Open since before the first write, so that the sync in the end hears of every write that failed.
    lock = try HistoryError.catching { () throws(DiskError) in try disk.open(place.appending("lock"), .lock) }
    index = try Self.makeIndex(in: place, on: disk)
    writer = PackWriter(
      store: PackStore(folder: place.appending("packs"), disk: disk), nextPack: 1, durably: false)
    fingerprint = Fingerprint(blank: start.size, color: start.background)
    revision = Revision(
      number: 0, parent: nil, depth: 0, size: start.size, background: start.background, base: 0,
      fingerprint: fingerprint, time: options.now(), name: start.name, command: start.command, pixels: 0,
      bounds: .empty, tileCount: 0, bytes: 0)
    writer.begin(revision, document: identity)
  }

  /// Adds a tile of the first picture; each at most once.
  ///
  /// - Throws: `.disk` where a pack cannot be written, `.index` where the index cannot.
  public func add(_ tile: Tile, at position: TileIndex) throws(HistoryError) {
    if case .color(start.background) = tile { return }
    waiting.append((position.key, tile))
    if waiting.count == Self.armful { try addWaiting() }
    fingerprint.replace(tile: position, old: .color(start.background), new: tile, canvas: start.size)
    revision.tileCount += 1
  }

  /// Encodes the tiles that wait on all processors and adds them.
  private func addWaiting() throws(HistoryError) {
    let tiles = waiting.compactMap { if case .pixels(let pixels) = $0.tile { pixels } else { nil } }
    var encoded = TileEncoder.encode(tiles, with: .all)[...]
    var rows: [Index.TileRow] = []
    for (key, tile) in waiting {
      switch tile {
      case .color(let color):
        writer.append(color, of: key)
        rows.append((key, TileVersion(revision: 0, place: .color(color))))
      case .pixels:
        let place = try writer.append(encoded.removeFirst(), of: key)
        rows.append((key, TileVersion(revision: 0, place: .slot(place))))
      }
    }
    waiting.removeAll(keepingCapacity: true)
    try HistoryError.catching { () throws(DatabaseError) in try index.insert(rows) }
  }

  /// Puts the document in its place, safe on the disk; returns the picture's fingerprint.
  ///
  /// - Throws: `.disk` or `.index` where the document cannot be written, synced or moved; `.exists` where something has
  ///   taken its place meanwhile and `replacing` is false, `.busy` where the document to be replaced stays locked.
  public func finish(replacing: Bool) throws(HistoryError) -> Fingerprint {
    try addWaiting()
    revision.fingerprint = fingerprint
    let pack = writer.end(as: revision, color: start.color)
    revision.bytes = writer.bytes
    try writer.flush()
    var state = DocumentState(
      serial: 0, current: 0, tip: 0, nextRevision: 1, revisions: 1, nextPack: writer.pack, syncedRevision: 0,
      liveBytes: 0, packBytes: 0, identity: identity, settings: "", color: start.color)
    let written = writer.takeUncounted()
    try HistoryError.catching { () throws(DatabaseError) in
      let node = RevisionNode(parent: nil, depth: 0, jump: 0)
      try index.insert(revision, node: node, pack: pack, tiles: [])
      for pack in written { try index.count(pack, in: &state) }
      try index.insert(state)
      try index.database.execute("COMMIT")
      try index.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    index.database.close()
    do throws(DiskError) {
      // Every file of the document at once, however many packs it has.
      try disk.syncFileSystem(of: lock)
    } catch {
      throw .disk(error)
    }
    try move(replacing: replacing)
    folder.forget()
    return fingerprint
  }

  /// Renames the finished folder to its place; an old document's lock is held meanwhile, so that nobody writes to it.
  private func move(replacing: Bool) throws(HistoryError) {
    let parent = target.removingLastComponent().isEmpty ? "." : target.removingLastComponent()
    do throws(DiskError) {
      try disk.rename(folder.path, to: target, .noReplace)
    } catch {
      guard error.errno == .fileExists else { throw .disk(error) }
      guard replacing else { throw .exists(target.string) }
      return try exchange(in: parent)
    }
    do throws(DiskError) {
      try disk.syncDirectory(parent)
    } catch {
      // What was reported as not made shall not be there.
      try? disk.rename(target, to: folder.path, .noReplace)
      throw .disk(error)
    }
  }

  /// Swaps the finished folder with the document in its place, which then goes.
  private func exchange(in parent: FilePath) throws(HistoryError) {
    let old = try HistoryError.catching { () throws(DocumentLockError) in
      try DocumentLock.acquire(target, on: disk, wait: options.wait)
    }
    // The old document gets the hidden name, and nobody may take it for a leftover before the exchange is safe.
    let isHeld = try HistoryError.catching { () throws(DiskError) in try folder.holdToo(target, wait: options.wait) }
    guard isHeld else { throw .busy }
    do throws(DiskError) {
      try disk.rename(folder.path, to: target, .exchange)
    } catch {
      throw .disk(error)
    }
    do throws(DiskError) {
      try disk.syncDirectory(parent)
    } catch {
      do {
        try disk.rename(folder.path, to: target, .exchange)
      } catch {
        // Under the hidden name is the old document, which must not go as long as the new one may.
        folder.forget()
        throw .outcomeUnknown(error.message)
      }
      throw .disk(error)
    }
    old.release()
    // What is left under the hidden name now is the old document.
    folder.remove()
  }

  private static func checkTarget(_ path: FilePath, replacing: Bool, on disk: any Disk) throws(HistoryError) {
    let status: FileStatus?
    do throws(DiskError) {
      status = try disk.status(of: path, followingLinks: false)
    } catch {
      throw error.isOfPlace ? .cannotCreate(error.message) : .disk(error)
    }
    guard status != nil else { return }
    guard replacing else { throw .exists(path.string) }
    do throws(HistoryError) {
      try History.checkIsDocument(path, on: disk)
    } catch {
      switch error {
      // A damaged document may be replaced; anything that is none may not.
      case .damaged: break
      case .disk, .index, .busy: throw error
      default: throw .notReplaceable(path.string)
      }
    }
  }

  private static func makeIndex(in folder: FilePath, on disk: any Disk) throws(HistoryError) -> Index {
    try HistoryError.catching { () throws(DiskError) in try disk.createDirectory(folder.appending("packs")) }
    return try HistoryError.catching { () throws(DatabaseError) in
      let database = try Database(
        path: folder.appending("index.sqlite"), mode: .creating, files: disk.sqliteFiles)
      // Synced as a whole before the document gets its name.
      try database.execute(
        """
        PRAGMA page_size = 4096;
        PRAGMA application_id = \(IndexSchema.applicationID);
        PRAGMA user_version = \(IndexSchema.version);
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = OFF;
        PRAGMA wal_autocheckpoint = 8192;
        BEGIN;
        """)
      try database.execute(IndexSchema.sql)
      return Index(database)
    }
  }

  private static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
