import CSQLite

/// The checksum of a row, or of a part of one, over its columns in their order.
///
/// Each value is added with its type, a text or blob also with its length. Every step is a bijection of 64 bits, so a
/// change of one number, of one byte, of a type or of a length always leads to other 64 bits. The top half of their
/// product with an odd constant is stored, so of all damage, whatever it changes, one in 2^32 goes unnoticed. It is no
/// signature: somebody who wants to forge a row can do so.
struct RowSum {
  private var bits: UInt64

  /// Begins with the kind of row, so that a row of one table is never right in another.
  init(_ kind: UInt64) { bits = paint_sum_mix(kind, 0) }

  /// Adds a number.
  @inline(__always) mutating func add(_ value: Int) { bits = paint_sum_mix(bits, UInt64(bitPattern: Int64(value))) }

  /// Adds a number or NULL.
  mutating func add(_ value: Int?) { if let value { add(value) } else { bits = paint_sum_null(bits) } }

  /// Adds a text.
  mutating func add(_ value: String) {
    var value = value
    let before = bits
    bits = value.withUTF8 { paint_sum_bytes(before, paint_sum_text(), $0.baseAddress, Int64($0.count)) }
  }

  /// Adds a blob.
  mutating func add(_ value: [UInt8]) {
    let before = bits
    bits = value.withUnsafeBytes { paint_sum_bytes(before, paint_sum_blob(), $0.baseAddress, Int64($0.count)) }
  }

  /// Adds a value of SQLite's.
  mutating func add(_ value: OpaquePointer?) { bits = paint_sum_value(bits, value) }

  /// What is stored: 32 bits as a signed number.
  var value: Int { Int(paint_sum_end(bits)) }

  /// Whether the checksum that follows some columns of a row is right.
  @inline(__always) static func holds(_ row: OpaquePointer, from first: Int32, count: Int32, kind: UInt64) -> Bool {
    paint_row_holds(row, first, count, paint_sum_mix(kind, 0)) != 0
  }
}
