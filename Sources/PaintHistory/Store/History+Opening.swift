import CSQLite
import SystemPackage

extension History {
  /// An index that was opened and checked.
  struct Opened {
    var index: Index
    var state: DocumentState
    var scratch: ScratchFolder?
    /// Whether it is a private copy, which does not change when the document does.
    var isCopy = false
    /// A connection that keeps the index and its log as they are; nil if there is none.
    var holder: Database?
  }

  /// Throws unless there is a folder with an index of this version at `path`.
  static func checkIsDocument(_ path: FilePath, on disk: any Disk) throws(HistoryError) {
    func isThere(_ name: String) throws(HistoryError) -> Bool {
      do throws(DiskError) {
        return try disk.status(of: path.appending(name), followingLinks: false) != nil
      } catch {
        throw error.errno == .notDirectory ? .notFound(path.string) : HistoryError(error)
      }
    }
    if try isThere("index.sqlite") {
      try checkIndexVersion(path, on: disk)
      return try DocumentMembers.check(path, on: disk)
    }
    if try isThere("packs") {
      try checkPackVersions(path, on: disk)
      throw .damaged("\(path.string) has packs but no index")
    }
    throw .notFound(path.string)
  }

  /// Opens a connection for writing.
  static func openForEditing(
    _ path: FilePath, for access: Access, on disk: any Disk
  ) throws(HistoryError) -> Opened {
    let database = try Database.open(path.appending("index.sqlite"), mode: .editing, files: disk.sqliteFiles)
    database.skipCheckpointOnClose()
    // Some of these statements read the schema.
    database.isIndex = true
    let isGroup = access != .editing
    try database.execute("PRAGMA synchronous = \(isGroup ? "NORMAL" : "FULL")")
    // Forgotten content is erased from the file, whatever the default of the SQLite library.
    try database.execute("PRAGMA secure_delete = ON")
    // `shortenLog` checkpoints instead.
    try database.execute("PRAGMA wal_autocheckpoint = 0")
    // A script writes rows all over the tile table: with SQLite's default cache of 2 MB it would read the same pages
    // repeatedly.
    if isGroup { try database.execute("PRAGMA cache_size = -8192") }
    let opened = try check(Index(database))
    opened.index.isForWriting = true
    return opened
  }

  /// Opens a connection for reading; uses a private copy of the index and its log if SQLite cannot use the log in place.
  ///
  /// SQLite can only read a log if it can write to the folder, because its shared memory is a file.
  static func openForReading(
    _ path: FilePath, isChecked: Bool = true, options: Options
  ) throws(HistoryError) -> Opened {
    // If a log only has a header and SQLite may not write, it waits ten seconds for the writer to continue.
    let log = try HistoryError.catching(
      options.disk.status(of: path.appending("index.sqlite-wal"), followingLinks: false)?.size ?? 0)
    if (1...32).contains(log) { return try openCopy(of: path, options: options) }
    do throws(IndexInPlace.Failure) {
      // As of one moment, because pruning removes rows.
      let opened = try IndexInPlace(of: path, inReadTransaction: true, isChecked: isChecked, on: options.disk)
      return Opened(index: opened.index, state: opened.state)
    } catch {
      switch error {
      case .log: return try openCopy(of: path, options: options)
      case .index(let error), .other(let error): throw error
      }
    }
  }

  static func openCopy(of path: FilePath, options: Options) throws(HistoryError) -> Opened {
    let copy = try IndexCopy(of: path, options: options)
    var opened = try check(Index(Database.open(copy.path, mode: .editing, files: copy.files)))
    (opened.scratch, opened.isCopy) = (copy.scratch, true)
    return opened
  }

  /// Throws unless the database is an index of this version.
  static func check(_ index: Index) throws(HistoryError) -> Opened {
    index.database.isIndex = false
    try index.database.checkVersion()
    index.database.isIndex = true
    guard let state = try index.state() else { throw index.database.error(SQLITE_NOTADB, "it is not complete") }
    try checkNumbers(index)
    return Opened(index: index, state: state)
  }

  /// Throws unless the document's row is as new as the other rows: if a disk has lost one write, the row is older but
  /// has a valid checksum.
  private static func checkNumbers(_ index: Index) throws(HistoryError) {
    let query = try index.database.statement(
      """
      SELECT (SELECT max(id) FROM revision) >= next_revision OR (SELECT max(id) FROM note) >= next_note
        OR (SELECT max(id) FROM pack) >= next_pack FROM document WHERE id = 1
      """)
    defer { query.reset() }
    guard try query.step(), query.int(0) != 0 else { return }
    throw index.database.error(DatabaseError.damagedRow, "the document's state is older than others")
  }
}
