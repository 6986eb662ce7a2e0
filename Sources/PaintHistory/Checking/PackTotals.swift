/// The totals of a pack.
struct PackTotals {
  /// The bytes of the file.
  var bytes: Int
  /// The number of slots and records.
  var units: Int
  /// The approximate bytes of its slots.
  var slotBytes: Int
}
