extension IndexBuilder {
  /// The accounts of the undamaged packs, in ascending order: how much of each is needed.
  ///
  /// Live bytes are counted as in `Index.markDead`, which never subtracts more than is dead.
  func packAccounts() throws(HistoryError) -> [PackAccount] {
    let alive = try index.slotBytes()
    return accounts.sorted { $0.key < $1.key }.compactMap { number, totals in
      guard damagedPacks[number] == nil else { return nil }
      let dead = max(0, totals.slotBytes - alive[number, default: 0]) + deadRecordBytes[number, default: 0]
      return PackAccount(
        number: number, bytes: totals.bytes, live: max(0, totals.bytes - dead), units: totals.units, isDamaged: false)
    }
  }

  /// Writes the accounts of the undamaged packs and of the packs that were written since.
  func writeAccounts(with written: [WrittenPack], in state: inout DocumentState) throws(HistoryError) {
    state.packBytes = 0
    state.liveBytes = 0
    state.smallPacks = 0
    for pack in try packAccounts() {
      try index.count(WrittenPack(number: pack.number, bytes: pack.bytes, units: pack.units), in: &state)
      try index.markDead(pack.bytes - pack.live, of: pack.number, in: &state)
    }
    for pack in written { try index.count(pack, in: &state) }
  }
}

extension Index {
  /// The approximate bytes of the live slots of each pack.
  func slotBytes() throws(HistoryError) -> [Int: Int] {
    let query = try database.statement(
      """
      SELECT pack, sum(length + \(Self.minimumSlotBytes))
      FROM (SELECT DISTINCT pack, offset, length FROM tile WHERE pack > 0) GROUP BY pack
      """)
    defer { query.reset() }
    var bytes: [Int: Int] = [:]
    while try query.step() { bytes[query.int(0)] = query.int(1) }
    return bytes
  }
}
