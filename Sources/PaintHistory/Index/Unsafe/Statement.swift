import CSQLite

// Unsafe: SQLite is called through C pointers; text and blobs are copied.

/// A compiled statement: bind, step, read columns, and reset before the next use.
@safe final class Statement {
  private let handle: OpaquePointer
  private unowned let database: Database
  /// The statement that the database compiled before this one.
  var previous: Statement?
  /// The text by which the database finds it again; nil if its caller keeps it.
  var sql: String?
  /// The error code of the first binding that failed since the last step.
  private var failure = SQLITE_OK

  init(handle: OpaquePointer, database: Database) {
    unsafe self.handle = unsafe handle
    self.database = database
  }

  /// Called by the database before it is closed.
  func finalize() { unsafe sqlite3_finalize(handle) }

  /// Ends the run, which releases its locks; also clears the bindings.
  func reset() {
    unsafe sqlite3_reset(handle)
    unsafe sqlite3_clear_bindings(handle)
  }

  /// Ends the run and keeps the bindings, for a statement whose next run binds every parameter again.
  func rewind() { unsafe sqlite3_reset(handle) }

  private func recordFailure(_ code: Int32) {
    if code != SQLITE_OK, failure == SQLITE_OK { failure = code }
  }

  /// Binds parameter `index`, counted from 1; if this fails, the next step throws.
  func bind(_ index: Int32, _ value: Int) {
    unsafe recordFailure(sqlite3_bind_int64(handle, index, Int64(value)))
  }

  /// Binds a number, or NULL.
  func bind(_ index: Int32, _ value: Int?) {
    if let value { bind(index, value) } else { unsafe recordFailure(sqlite3_bind_null(handle, index)) }
  }

  /// Binds a value from a row of another statement.
  func bind(_ index: Int32, _ value: SQLiteValue) {
    unsafe recordFailure(sqlite3_bind_value(handle, index, value.pointer))
  }

  /// Binds text.
  func bind(_ index: Int32, _ value: String) {
    var value = value
    value.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe recordFailure(
          sqlite3_bind_text(
            handle, index, characters.baseAddress, Int32(clamping: characters.count), paint_sqlite3_transient()))
      }
    }
  }

  /// Binds a blob.
  func bind(_ index: Int32, _ value: [UInt8]) {
    if value.isEmpty {
      unsafe recordFailure(sqlite3_bind_zeroblob(handle, index, 0))
      return
    }
    unsafe value.withUnsafeBytes { bytes in
      unsafe recordFailure(
        sqlite3_bind_blob64(handle, index, bytes.baseAddress, UInt64(bytes.count), paint_sqlite3_transient()))
    }
  }

  /// Steps to the next row; false if there is none.
  func step() throws(HistoryError) -> Bool {
    if failure != SQLITE_OK {
      defer { failure = SQLITE_OK }
      throw unsafe database.error(failure, String(cString: sqlite3_errstr(failure)))
    }
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      do { try database.check(code) } catch {
        unsafe sqlite3_reset(handle)
        throw error
      }
      return false
    }
  }

  /// Runs a statement that returns no rows.
  func run() throws(HistoryError) {
    defer { reset() }
    _ = try step()
  }

  /// Column `index` of the row, counted from 0; NULL is 0.
  func int(_ index: Int32) -> Int { unsafe Int(sqlite3_column_int64(handle, index)) }

  /// Column `index` of the row, or nil if it is NULL.
  func optionalInt(_ index: Int32) -> Int? {
    unsafe sqlite3_column_type(handle, index) == SQLITE_NULL ? nil : int(index)
  }

  /// Column `index` of the row as text; NULL is empty.
  func text(_ index: Int32) -> String {
    guard let characters = unsafe sqlite3_column_text(handle, index) else { return "" }
    let count = unsafe Int(sqlite3_column_bytes(handle, index))
    return unsafe String(decoding: UnsafeBufferPointer(start: characters, count: count), as: UTF8.self)
  }

  /// Column `index` of the row as bytes; NULL is empty.
  func blob(_ index: Int32) -> [UInt8] {
    guard let bytes = unsafe sqlite3_column_blob(handle, index) else { return [] }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, index))))
  }

  /// The byte count of column `index` of the row, a text or a blob.
  func byteCount(_ index: Int32) -> Int {
    _ = unsafe sqlite3_column_blob(handle, index)
    return unsafe Int(sqlite3_column_bytes(handle, index))
  }

  /// Column `index` of the row as an SQLite value, valid until the next step.
  func value(_ index: Int32) -> SQLiteValue { unsafe SQLiteValue(pointer: sqlite3_column_value(handle, index)) }

  /// Whether a part's columns, which begin at column `first`, have the right types and the right checksum after them.
  @inline(__always) func hasValidChecksum(_ part: IndexPart, from first: Int32) -> Bool {
    unsafe RowSum.holds(handle, part, from: first)
  }

  /// Whether the checksums of several consecutive parts are correct.
  func hasValidChecksums(_ parts: [IndexPart]) -> Bool {
    var first: Int32 = 0
    for part in parts {
      guard hasValidChecksum(part, from: first) else { return false }
      first += part.count + 1
    }
    return true
  }

  /// Whether column `index` has the same type and value in the rows of both statements.
  func equals(_ other: Statement, at index: Int32) -> Bool {
    let type = unsafe sqlite3_column_type(handle, index)
    guard unsafe type == sqlite3_column_type(other.handle, index) else { return false }
    return type == SQLITE_INTEGER ? int(index) == other.int(index) : blob(index) == other.blob(index)
  }
}
