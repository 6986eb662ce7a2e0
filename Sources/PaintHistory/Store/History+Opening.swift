import CSQLite
import SystemPackage

extension History {
  /// An index that was opened and found good.
  struct Opened {
    var index: Index
    var state: DocumentState
    var scratch: ScratchFolder?
  }

  /// Throws unless there is a directory with an index at `path`.
  static func checkIsDocument(_ path: FilePath, on disk: any Disk) throws(HistoryError) {
    func isThere(_ name: String) throws(HistoryError) -> Bool {
      do throws(DiskError) {
        return try disk.status(of: path.appending(name), followingLinks: false) != nil
      } catch  where error.errno == .notDirectory {
        throw .notFound(path.string)
      } catch {
        throw HistoryError(error)
      }
    }
    if try isThere("index.sqlite") { return try DocumentMembers.check(path, on: disk) }
    if try isThere("packs") { throw .damaged("\(path.string) has packs but no index") }
    throw .notFound(path.string)
  }

  /// A connection that also writes; a rehearsal's, to a private copy where the document would be migrated.
  static func openForEditing(
    _ path: FilePath, for access: Access, options: Options
  ) throws(HistoryError) -> Opened {
    let opened = try openForEditing(path, for: access, on: options.disk)
    guard access == .rehearsing, opened.index.version < IndexSchema.version else { return opened }
    opened.index.database.close()
    return try openCopy(of: path, options: options)
  }

  private static func openForEditing(
    _ path: FilePath, for access: Access, on disk: any Disk
  ) throws(HistoryError) -> Opened {
    do throws(DatabaseError) {
      let database = try Database(path: path.appending("index.sqlite"), mode: .editing, files: disk.sqliteFiles)
      database.skipCheckpointOnClose()
      // Some of these statements read the schema. `check` looks for the version that it really is.
      database.schemaVersion = IndexSchema.version
      let isGroup = access != .editing
      try database.execute("PRAGMA synchronous = \(isGroup ? "NORMAL" : "FULL")")
      // What is forgotten leaves the file, also where SQLite was built to leave it.
      try database.execute("PRAGMA secure_delete = ON")
      // `shortenLog` does it.
      try database.execute("PRAGMA wal_autocheckpoint = 0")
      // A script writes rows all over the tile table: with SQLite's own 2 MB it reads the same pages again and again.
      if isGroup { try database.execute("PRAGMA cache_size = -8192") }
      // Else pages that do not fit in memory go to the document's log, though they are never committed.
      if access == .rehearsing { try database.execute("PRAGMA cache_spill = OFF") }
      let opened = try check(Index(database))
      opened.index.isForWriting = true
      return opened
    } catch {
      throw HistoryError(error)
    }
  }

  /// A connection that only reads; where that cannot be had in place, to a private copy of the index and its log.
  ///
  /// SQLite reads a log only where it may write next to it, as its shared memory is a file.
  static func openForReading(
    _ path: FilePath, isOfOneMoment: Bool = true, isChecked: Bool = true, options: Options
  ) throws(HistoryError) -> Opened {
    // Of a log that has its header alone SQLite waits ten seconds for the writer that is to go on, where it may not write.
    let log = try HistoryError.catching { () throws(DiskError) in
      try options.disk.status(of: path.appending("index.sqlite-wal"), followingLinks: false)?.size ?? 0
    }
    if (1...32).contains(log) { return try openCopy(of: path, options: options) }
    do throws(DatabaseError) {
      let database = try Database(
        path: path.appending("index.sqlite"), mode: .reading, files: options.disk.sqliteFiles, isChecked: isChecked)
      database.skipCheckpointOnClose()
      // All that is read is of one moment: pruning takes rows away.
      if isOfOneMoment { try database.execute("BEGIN") }
      return try check(Index(database))
    } catch  where error.isOfSharedMemory {
      return try openCopy(of: path, options: options)
    } catch {
      throw HistoryError(error)
    }
  }

  static func openCopy(of path: FilePath, options: Options) throws(HistoryError) -> Opened {
    let copy = try IndexCopy(of: path, options: options)
    do throws(DatabaseError) {
      var opened = try check(Index(Database(path: copy.path, mode: .editing, files: copy.files)))
      opened.scratch = copy.scratch
      return opened
    } catch {
      throw HistoryError(error)
    }
  }

  /// Throws unless the database is an index of this version or of version 1.
  private static func check(_ index: Index) throws(DatabaseError) -> Opened {
    index.database.schemaVersion = nil
    func number(_ pragma: String) throws(DatabaseError) -> Int {
      let query = try index.database.statement("PRAGMA \(pragma)")
      defer { query.reset() }
      return try query.step() ? query.int(0) : 0
    }
    guard try number("application_id") == IndexSchema.applicationID else {
      throw DatabaseError(code: SQLITE_NOTADB, message: "it is not an index of paint")
    }
    let version = try number("user_version")
    guard version <= IndexSchema.version else {
      throw DatabaseError(code: DatabaseError.laterVersion, message: "\(version)")
    }
    guard version >= 1 else { throw DatabaseError(code: SQLITE_NOTADB, message: "it is not complete") }
    index.version = version
    guard let state = try index.state() else {
      throw DatabaseError(code: SQLITE_NOTADB, message: "it is not complete")
    }
    try checkNumbers(index)
    return Opened(index: index, state: state, scratch: nil)
  }

  /// Throws unless the document's row is as new as the other rows: a disk that has lost one write shows an older one, whose
  /// checksum holds.
  private static func checkNumbers(_ index: Index) throws(DatabaseError) {
    let query = try index.database.statement(
      """
      SELECT (SELECT max(id) FROM revision) >= next_revision OR (SELECT max(id) FROM note) >= next_note
        OR (SELECT max(id) FROM pack) >= next_pack FROM document WHERE id = 1
      """)
    defer { query.reset() }
    guard try query.step(), query.int(0) != 0 else { return }
    throw DatabaseError(code: DatabaseError.damagedRow, message: "that of the document is older than others")
  }
}
