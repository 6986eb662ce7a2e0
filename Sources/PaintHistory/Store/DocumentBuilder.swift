import PaintPNG
import PaintRaster
import SystemPackage

/// Creates a new document under a hidden name next to its final path, and renames it atomically when it is complete.
///
/// Add the tiles of the first picture, then call `finish`. Without `finish` the builder leaves nothing behind.
public final class DocumentBuilder {
  /// The initial state of the document.
  public struct Start: Sendable {
    /// The canvas' size.
    public var size: CanvasSize
    /// The colour of tiles that are not added.
    public var background: Pixel
    /// The colour and density chunks for exports.
    public var color: [UInt8]
    /// The name of the first revision.
    public var name: String
    /// Who creates the document; empty if nobody is named.
    public var author: String
    /// The command that creates the document.
    public var command: String
    /// The command as it was typed; empty if that is the same.
    public var typed: String

    /// Creates an initial state.
    public init(
      size: CanvasSize, background: Pixel, color: [UInt8] = [], name: String, author: String = "", command: String,
      typed: String = ""
    ) {
      self.size = size
      self.background = background
      self.color = color
      self.name = name
      self.author = author
      self.command = command
      self.typed = typed
    }
  }

  private let target: FilePath
  private let folder: TemporaryItem
  private let options: History.Options
  private let lock: OpenFile
  private let picture: FirstPicture

  private var disk: any Disk { options.disk }

  /// Begins a new document for `path`.
  ///
  /// - Parameter replacing: whether an existing document may be replaced by `finish`.
  /// - Throws: `.exists` or `.notReplaceable` if something exists there that may not be replaced, `.cannotCreate` if the
  ///   containing folder does not exist or is not writable; `.disk` or `.index` if the first files cannot be written.
  public init(
    at path: FilePath, start: Start, replacing: Bool, options: History.Options = History.Options()
  ) throws(HistoryError) {
    target = path
    self.options = options
    let disk = options.disk
    try Self.checkTarget(path, replacing: replacing, on: disk)
    do throws(DiskError) {
      folder = try TemporaryItem.folder(in: path.removingLastComponent(), .shared, isDocument: true, on: disk)
    } catch {
      // Reported for the document, because the hidden name would mean nothing to the user.
      let failure = DiskError(.createFolder, path, errno: error.errno)
      throw failure.isPathSpecific ? .cannotCreate(failure.message) : .disk(failure)
    }
    let newPath = folder.path
    // Opened before the first write, so that the final sync reports every failed write.
    lock = try HistoryError.catching(disk.open(newPath.appending("lock"), .lock))
    try HistoryError.catching(disk.createDirectory(newPath.appending("packs")))
    picture = FirstPicture(
      start, in: try Self.makeIndex(in: newPath, on: disk),
      packs: PackStore(folder: newPath.appending("packs"), disk: disk), time: options.now())
  }

  /// Adds a tile of the first picture; each tile at most once.
  ///
  /// - Throws: `.disk` if a pack cannot be written, `.index` if the index cannot be written.
  public func add(_ tile: Tile, at position: TileIndex) throws(HistoryError) { try picture.add(tile, at: position) }

  /// Syncs the document and moves it to its path; returns the picture's fingerprint.
  ///
  /// - Throws: `.disk` or `.index` if the document cannot be written, synced or moved; `.exists` if something was
  ///   created at its path meanwhile and `replacing` is false, `.busy` if the document to be replaced stays locked.
  public func finish(replacing: Bool) throws(HistoryError) -> Fingerprint {
    let writer = try picture.finish().writer
    try writer.index.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    writer.index.database.close()
    do throws(DiskError) {
      // Syncs all files of the document at once, however many packs it has.
      try disk.syncDocument(folder.path, lock: lock)
    } catch {
      throw .disk(error)
    }
    try move(replacing: replacing)
    folder.forget()
    return writer.fingerprint
  }

  /// Renames the finished folder to its path; holds the lock of an old document meanwhile, so that nobody writes to it.
  private func move(replacing: Bool) throws(HistoryError) {
    let parent = target.removingLastComponent().isEmpty ? "." : target.removingLastComponent()
    do throws(DiskError) {
      try disk.move(folder.path, toFree: target)
    } catch {
      guard error.errno == .fileExists else { throw .disk(error) }
      guard replacing else { throw .exists(target.string) }
      return try exchange(in: parent)
    }
    do throws(DiskError) {
      try disk.syncDirectory(parent)
    } catch {
      // A document that is reported as not created must not exist.
      try? disk.move(target, toFree: folder.path)
      throw .disk(error)
    }
  }

  /// Exchanges the finished folder with the existing document, which is then removed.
  private func exchange(in parent: FilePath) throws(HistoryError) {
    let old = try DocumentLock.acquire(target, options: options)
    // The old document gets the hidden name, and nobody may mistake it for a leftover before the exchange is synced.
    let isHeld = try HistoryError.catching(folder.alsoLock(target, wait: options.wait))
    guard isHeld else { throw .busy }
    do throws(DiskError) {
      try disk.rename(folder.path, to: target, .exchange)
    } catch {
      guard error.isUnsupported else { throw .disk(error) }
      try replaceInSteps(in: parent)
      old.release()
      return folder.remove()
    }
    do throws(DiskError) {
      try disk.syncDirectory(parent)
    } catch {
      do {
        try disk.rename(folder.path, to: target, .exchange)
      } catch {
        // The old document has the hidden name and must not be removed while the new one may still be lost.
        folder.forget()
        throw .outcomeUnknown(error.message)
      }
      throw .disk(error)
    }
    old.release()
    // The old document now has the hidden name.
    folder.remove()
  }

  /// Puts the finished folder in the place of the existing document, where the file system cannot exchange the two; the
  /// old document has the hidden name then.
  ///
  /// Meanwhile the old document has a name of its own, `NAME.replaced`, under which nobody takes it for a leftover.
  private func replaceInSteps(in parent: FilePath) throws(HistoryError) {
    let aside = try HistoryError.catching(moveAside())
    do throws(DiskError) {
      do throws(DiskError) {
        try disk.move(folder.path, toFree: target)
      } catch {
        try disk.move(aside, toFree: target)
        throw error
      }
      try disk.syncDirectory(parent)
      try disk.move(aside, toFree: folder.path)
    } catch {
      if (try? disk.hasNothing(at: aside)) ?? false { throw .disk(error) }
      throw .outcomeUnknown("\(error.message); the former drawing is kept at \(aside.string)")
    }
  }

  /// Renames the existing document to the first free name of `NAME.replaced`, `NAME.replaced-2` and so on.
  private func moveAside() throws(DiskError) -> FilePath {
    var number = 1
    while true {
      let aside = FilePath(target.string + (number == 1 ? ".replaced" : ".replaced-\(number)"))
      do throws(DiskError) {
        try disk.move(target, toFree: aside)
        return aside
      } catch {
        guard error.errno == .fileExists, number < 100 else { throw error }
        number += 1
      }
    }
  }

  private static func checkTarget(_ path: FilePath, replacing: Bool, on disk: any Disk) throws(HistoryError) {
    let status: FileStatus?
    do throws(DiskError) {
      status = try disk.status(of: path, followingLinks: false)
    } catch {
      throw error.isPathSpecific ? .cannotCreate(error.message) : .disk(error)
    }
    guard status != nil else { return }
    guard replacing else { throw .exists(path.string) }
    do throws(HistoryError) {
      try History.checkIsDocument(path, on: disk)
    } catch {
      switch error {
      // A damaged document, or one of another version, may be replaced; something that is not a document may not.
      case .damaged, .otherVersion: break
      case .disk, .index, .temporaryFolder, .busy: throw error
      default: throw .notReplaceable(path.string)
      }
    }
  }

  private static func makeIndex(in folder: FilePath, on disk: any Disk) throws(HistoryError) -> Index {
    let database = try Database.open(folder.appending("index.sqlite"), mode: .creating, files: disk.sqliteFiles)
    // The document is synced as a whole before it gets its name. This setting comes first: the next ones are writes.
    try database.execute(
      """
      PRAGMA synchronous = OFF;
      PRAGMA page_size = 4096;
      PRAGMA application_id = \(IndexSchema.applicationID);
      PRAGMA user_version = \(IndexSchema.version);
      PRAGMA journal_mode = WAL;
      PRAGMA wal_autocheckpoint = 8192;
      BEGIN;
      """)
    try database.execute(IndexSchema.sql)
    return Index(database)
  }
}
