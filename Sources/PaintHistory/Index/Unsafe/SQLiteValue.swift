// Unsafe: a value is in the memory of its statement until that is stepped or reset.

/// A value of a row, of any type.
@safe struct SQLiteValue {
  let pointer: OpaquePointer?
}
