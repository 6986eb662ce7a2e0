import CSQLite
import SystemPackage

// Unsafe: SQLite is called through C pointers.

/// An error of SQLite: its extended result code and message.
struct DatabaseError: Error {
  /// The extended result code; its low byte is the primary code.
  var code: Int32
  /// SQLite's description.
  var message: String

  /// Not an SQLite code: the index has another version, and the message is the version number.
  static let otherVersion: Int32 = -1
  /// Not an SQLite code: a row's checksum is wrong, and the message names the row.
  static let damagedRow: Int32 = -2
  /// Not an SQLite code: the schema differs from the index's schema, and the message says where.
  static let damagedSchema: Int32 = -3

  /// Whether the cause may be the shared memory that readers of a log need: it is a file next to the log, which cannot
  /// be created if the folder is not writable or the disk is full.
  var isSharedMemoryFailure: Bool {
    let codes = [PAINT_IOERR_SHMOPEN, PAINT_IOERR_SHMSIZE, PAINT_IOERR_SHMLOCK, PAINT_IOERR_SHMMAP]
    return codes.contains(Int(code)) || [SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_FULL].contains(primary)
  }

  /// The primary result code.
  var primary: Int32 { code & 0xff }

  /// Whether a file could not be written.
  var isWriteFailure: Bool { primary == SQLITE_FULL || Int(code) == PAINT_IOERR_WRITE }

  /// Whether a sync failed: earlier writes may be lost, and this is not reported again.
  var isSyncFailure: Bool { paint_sqlite3_failed_sync(code) != 0 }

  /// Whether a COMMIT that failed with this error certainly had no effect.
  ///
  /// If the disk was full, the log does not contain the complete commit frame. After any other failed write or sync it
  /// may contain it.
  var leavesTransactionOpen: Bool { [SQLITE_FULL, SQLITE_BUSY, SQLITE_LOCKED].contains(primary) }
}

/// A connection to an SQLite database through the C API; its statements live as long as it does.
///
/// Not thread-safe: it must be used from one thread at a time (SQLite is opened without its own mutex).
@safe final class Database {
  enum Mode {
    /// Reads only; the file must exist.
    case reading
    /// Reads and writes; the file must exist.
    case editing
    /// Creates the file.
    case creating
  }

  /// The milliseconds to wait for SQLite's own locks.
  private static let busyTimeout: Int32 = 10_000

  private let handle: OpaquePointer
  /// Must live as long as the connection.
  private let files: SQLiteFiles
  /// The last compiled statement, the head of a linked list.
  ///
  /// This needs no generic type, whose metadata would be created when the program starts. The list is short, because
  /// callers keep the statements that they run often.
  private var last: Statement?
  private var isClosed = false
  /// Whether it should have the schema of an index: then an error may be due to damage of the schema.
  var isIndex = false
  /// The folder for temporary files if everything that this connection writes is there.
  var temporaryFolder: FilePath?
  /// The error of SQLite behind the last error that this connection threw, for callers that need its code.
  private(set) var failure: DatabaseError?
  private var isCheckingSchema = false

  /// Opens or creates a database.
  ///
  /// - Parameter isChecked: whether a page with a wrong checksum is an error; false to read what is left of a damaged
  ///   index, whose rows have their own checksums.
  init(
    path: FilePath, mode: Mode, files: SQLiteFiles = .system, isChecked: Bool = true
  ) throws(DatabaseError) {
    var flags =
      switch mode {
      case .reading: SQLITE_OPEN_READONLY
      case .editing: SQLITE_OPEN_READWRITE
      case .creating: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    if !isChecked { flags |= SQLITE_OPEN_URI }
    let path = isChecked ? path : Self.uncheckedURI(of: path)
    var opened: OpaquePointer?
    // Passed as bytes, because a path need not be UTF-8.
    let code = unsafe path.withPlatformString {
      unsafe sqlite3_open_v2($0, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, files.name)
    }
    self.files = files
    guard code == SQLITE_OK, let opened = unsafe opened else {
      let message =
        unsafe opened.flatMap { unsafe sqlite3_errmsg($0) }.map { unsafe String(cString: $0) } ?? "out of memory"
      unsafe sqlite3_close_v2(opened)
      throw DatabaseError(code: code, message: message)
    }
    unsafe handle = unsafe opened
    if mode == .creating { unsafe paint_sqlite3_reserve(handle, Self.pageSumBytes) }
    // Another process may briefly hold SQLite's own locks while it recovers or checkpoints.
    unsafe sqlite3_busy_timeout(handle, Self.busyTimeout)
  }

  /// Opens or creates a database, as `init` does, with the errors of all other calls.
  static func open(_ path: FilePath, mode: Mode, files: SQLiteFiles) throws(HistoryError) -> Database {
    do throws(DatabaseError) { return try Database(path: path, mode: mode, files: files) } catch {
      throw HistoryError(error)
    }
  }

  deinit { finish() }

  /// The path as a URI that makes the thin file system ignore the checksums of pages.
  private static func uncheckedURI(of path: FilePath) -> FilePath {
    let digits = Array("0123456789abcdef".utf8)
    var bytes = Array("file:".utf8)
    unsafe path.withPlatformString { text in
      var next = unsafe text
      while unsafe next.pointee != 0 {
        let byte = unsafe UInt8(bitPattern: next.pointee)
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        unsafe next += 1
      }
    }
    return FilePath(String(decoding: bytes, as: UTF8.self) + "?checked=0")
  }

  /// Closes the connection; it must not be used afterwards.
  func close() {
    precondition(!isClosed, "the database is closed already")
    finish()
  }

  private func finish() {
    guard !isClosed else { return }
    isClosed = true
    while let statement = last {
      statement.finalize()
      last = statement.previous
      statement.previous = nil
    }
    unsafe sqlite3_close_v2(handle)
  }

  /// Makes closing neither checkpoint nor sync.
  func skipCheckpointOnClose() {
    _ = unsafe paint_sqlite3_no_checkpoint_on_close(handle)
  }

  /// Runs statements that return no rows.
  func execute(_ sql: String) throws(HistoryError) {
    unsafe try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// The statement for `sql`, compiled once and cached; reset and without bindings.
  func statement(_ sql: String) throws(HistoryError) -> Statement {
    var next = last
    while let known = next {
      if known.sql == sql {
        known.reset()
        return known
      }
      next = known.previous
    }
    let statement = try compile(sql)
    statement.sql = sql
    return statement
  }

  /// Compiles a new statement for `sql`; it lives as long as the database.
  ///
  /// For callers that keep it: looking up a statement by its text costs as much as running a small one.
  func compile(_ sql: String) throws(HistoryError) -> Statement {
    var compiled: OpaquePointer?
    unsafe try check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil))
    guard let compiled = unsafe compiled else { throw error(SQLITE_MISUSE, "an empty statement") }
    let statement = unsafe Statement(handle: compiled, database: self)
    statement.previous = last
    last = statement
    return statement
  }

  /// Checkpoints the write-ahead log and empties it; throws if a reader prevents this.
  func shortenLog() throws(HistoryError) {
    unsafe sqlite3_busy_timeout(handle, 0)
    defer { unsafe sqlite3_busy_timeout(handle, Self.busyTimeout) }
    unsafe try check(sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil))
  }

  /// The bytes at the end of each page for the checksum that the thin file system writes.
  private static let pageSumBytes: Int32 = 8

  /// Whether a transaction is open.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  func check(_ code: Int32) throws(HistoryError) {
    guard code != SQLITE_OK else { return }
    let failure = unsafe DatabaseError(code: code, message: String(cString: sqlite3_errmsg(handle)))
    if isIndex { try checkSchema(after: failure) }
    throw error(failure.code, failure.message)
  }

  /// The error to throw for a code of SQLite, or one of `DatabaseError`'s own codes.
  ///
  /// Errors of SQLite become errors of the history only here and in `open`.
  func error(_ code: Int32, _ message: String) -> HistoryError {
    let failure = DatabaseError(code: code, message: message)
    self.failure = failure
    if let temporaryFolder, failure.isWriteFailure { return .temporaryFolder(temporaryFolder, message) }
    return HistoryError(failure)
  }

  /// Throws `damagedSchema` if an error that never occurs with a valid index is caused by a damaged schema, or
  /// `otherVersion` if another program has changed the version meanwhile.
  private func checkSchema(after failure: DatabaseError) throws(HistoryError) {
    switch failure.primary {
    case SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_SCHEMA: break
    default: return
    }
    guard !isCheckingSchema else { return }
    isCheckingSchema = true
    defer { isCheckingSchema = false }
    let faults: [String]
    do throws(HistoryError) {
      try checkVersion()
      faults = try schemaFaults()
    } catch {
      // The schema itself cannot be read, for example because of a damaged byte in the header.
      guard let failure = self.failure, failure.code > 0, failure.primary == SQLITE_ERROR else { throw error }
      faults = [failure.message]
    }
    guard let fault = faults.first else { return }
    throw error(DatabaseError.damagedSchema, fault)
  }
}
