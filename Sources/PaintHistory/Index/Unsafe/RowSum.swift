import CSQLite

// Unsafe: C reads the bytes of texts and blobs, and values of rows.

/// The checksum of a row, or of a part of a row, over its columns in order.
///
/// Each value is added with its type; a text or blob also with its length. Every step is a bijection of 64 bits, so a
/// change of one number, one byte, a type or a length always changes the 64 bits. The upper half of their product with
/// an odd constant is stored, so one in 2^32 of all damages is not detected. It is not a signature: it does not protect
/// against forged rows.
struct RowSum {
  private var bits: UInt64

  /// Begins with the kind of row, so that a row of one table is never valid in another.
  init(_ kind: UInt64) { bits = paint_sum_mix(kind, 0) }

  /// Adds a number.
  @inline(__always) mutating func add(_ value: Int) { bits = paint_sum_mix(bits, UInt64(bitPattern: Int64(value))) }

  /// Adds a number or NULL.
  mutating func add(_ value: Int?) { if let value { add(value) } else { bits = paint_sum_null(bits) } }

  /// Adds a text.
  mutating func add(_ value: String) {
    var value = value
    let before = bits
    bits = value.withUTF8 { unsafe paint_sum_bytes(before, paint_sum_text(), $0.baseAddress, Int64($0.count)) }
  }

  /// Adds a blob.
  mutating func add(_ value: [UInt8]) {
    let before = bits
    bits = unsafe value.withUnsafeBytes {
      unsafe paint_sum_bytes(before, paint_sum_blob(), $0.baseAddress, Int64($0.count))
    }
  }

  /// Adds an SQLite value.
  mutating func add(_ value: SQLiteValue) { bits = unsafe paint_sum_value(bits, value.pointer) }

  /// The stored value: 32 bits as a signed number.
  var value: Int { Int(paint_sum_end(bits)) }

  /// Whether the columns of a part of a row, from `first` on, have their types, and the checksum that follows them is
  /// correct.
  @inline(__always) static func holds(_ row: OpaquePointer, _ part: IndexPart, from first: Int32) -> Bool {
    unsafe paint_row_holds(
      row, first, part.count, paint_sum_mix(part.kind, 0), part.texts, part.blobs, part.optional) != 0
  }
}
