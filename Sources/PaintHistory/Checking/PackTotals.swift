/// What was counted in a pack.
struct PackTotals {
  /// Bytes of the file.
  var bytes: Int
  /// Slots and records.
  var units: Int
  /// Bytes of its slots, about.
  var slotBytes: Int
}
