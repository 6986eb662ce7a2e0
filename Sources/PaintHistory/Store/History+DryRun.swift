import SystemPackage

extension History {
  /// Opens a connection for a dry run: it reads the document's index in place and writes to a copy of the log, so pages
  /// that do not fit in memory go there.
  ///
  /// The document's files cannot be written through it: they are opened for reading only. A second connection, which
  /// the result contains, keeps the index and the log as they are.
  ///
  /// A document that may not be written is read from a private copy of its index, as it was at one moment.
  ///
  /// - Parameters:
  ///   - isLocked: whether the document is locked; otherwise it may not be written.
  ///   - folder: a private folder for the copy of the log.
  static func openForDryRun(
    _ path: FilePath, isLocked: Bool, in folder: FilePath, options: Options
  ) throws(HistoryError) -> Opened {
    if isLocked {
      do throws(HistoryError) {
        return try openForDryRun(path, in: folder, options: options)
      } catch {
        // The index or its folder may be read-only although the lock is not.
        guard case .index = error else { throw error }
      }
    }
    let copy = try openCopy(of: path, options: options)
    copy.index.isForWriting = true
    return copy
  }

  /// The lock of a document; nil for a dry run if the document may not be written.
  static func acquireLock(
    _ path: FilePath, for access: Access, options: Options
  ) throws(HistoryError) -> DocumentLock? {
    do throws(HistoryError) {
      return try DocumentLock.acquire(path, options: options)
    } catch {
      guard access == .dryRun, case .disk(let reason) = error, reason.isForbidden else { throw error }
      return nil
    }
  }

  private static func openForDryRun(
    _ path: FilePath, in folder: FilePath, options: Options
  ) throws(HistoryError) -> Opened {
    let document = try openForEditing(path, for: .dryRun, on: options.disk)
    let database = document.index.database
    // The document's lock excludes other commands; this also keeps other programs that use SQLite from adding to the log
    // or restarting it, and from writing pages to the index that are newer than the log's copy.
    try database.execute("BEGIN IMMEDIATE")
    let state = try document.index.state()
    if var opened = try openWithPrivateLog(path, in: folder, options: options) {
      if opened.state == state {
        opened.holder = database
        return opened
      }
      opened.index.database.close()
    }
    // The index has no log, or what can be recovered from the log is not what the shared memory says: a page in it is
    // damaged, or a process died in its commit while another one had the index open. Only this connection sees what the
    // next command will see, so it is used, and its pages stay in memory: they would be written to the document's log.
    try database.execute("ROLLBACK")
    try database.execute("PRAGMA cache_spill = OFF")
    return document
  }

  /// Opens the index with a copy of its log; nil if there is no log.
  ///
  /// The log must not change meanwhile.
  private static func openWithPrivateLog(
    _ path: FilePath, in folder: FilePath, options: Options
  ) throws(HistoryError) -> Opened? {
    let disk = options.disk
    let (log, copy) = (path.appending("index.sqlite-wal"), folder.appending("index.log"))
    guard try HistoryError.catching(disk.status(of: log, followingLinks: false)) != nil else { return nil }
    do throws(DiskError) {
      try disk.copy(log, to: copy)
    } catch {
      throw error.path == copy ? HistoryError(error, inTemporaryFolder: options.temporaryFolder) : HistoryError(error)
    }
    let files = SQLiteFiles(reading: disk.sqliteFiles, withLogAt: copy)
    let database = try Database.open(path.appending("index.sqlite"), mode: .editing, files: files)
    database.temporaryFolder = options.temporaryFolder
    database.skipCheckpointOnClose()
    database.isIndex = true
    // Before anything is read. SQLite then keeps the index of the log in its own memory.
    try database.execute("PRAGMA locking_mode = EXCLUSIVE")
    // Nothing of it is needed after the dry run.
    try database.execute("PRAGMA synchronous = OFF")
    // A checkpoint would fail.
    try database.execute("PRAGMA wal_autocheckpoint = 0")
    try database.execute("PRAGMA cache_size = -8192")
    let opened = try check(Index(database))
    opened.index.isForWriting = true
    return opened
  }
}
