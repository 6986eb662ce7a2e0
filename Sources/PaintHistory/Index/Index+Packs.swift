/// The index's account of a pack: its size and how much of it is needed.
struct PackAccount: Hashable {
  var number: Int
  /// The bytes of the file.
  var bytes: Int
  /// The approximate bytes that revisions need.
  var live: Int
  /// The number of slots and records when it was written.
  var units: Int
  /// Whether it could not be read when it should be copied.
  var isDamaged: Bool

  /// Whether it is worth merging with others, or is about to be removed.
  var isSmall: Bool { WrittenPack.isSmall(bytes: bytes, units: units) }
  /// Whether all its content was moved, so that its file may be removed.
  var isEmptied: Bool { bytes == 0 }
}

extension Index {
  /// The minimum bytes of a slot without its tile: the length, type and CRC of its chunk, and its words in the record.
  static let minimumSlotBytes = 12 + 11

  /// Adds a pack that was just written.
  func count(_ pack: WrittenPack, in state: inout DocumentState) throws(HistoryError) {
    let insertion = try insertion(.pack, replacing: true)
    var row = RowBinder(.pack, to: insertion, of: self)
    row.add(pack.number)
    row.add(pack.bytes)
    row.add(pack.bytes)
    row.add(pack.units)
    row.add(0)
    row.end()
    try insertion.run()
    state.packBytes += pack.bytes
    state.liveBytes += pack.bytes
    if pack.isSmall { state.smallPacks += 1 }
  }

  /// Records that some bytes of a pack are no longer needed.
  func markDead(_ bytes: Int, of pack: Int, in state: inout DocumentState) throws(HistoryError) {
    guard let account = try pack == 0 ? nil : self.pack(pack) else { return }
    let lost = min(max(bytes, 0), account.live)
    try update(.pack, pack, [(IndexPart.Column.Pack.live, account.live - lost)])
    state.liveBytes = max(0, state.liveBytes - lost)
  }

  /// The account of a pack; nil if there is none.
  func pack(_ number: Int) throws(HistoryError) -> PackAccount? {
    let query = try kept(.pack, "SELECT \(IndexPart.pack.columns) FROM pack WHERE id = ?1")
    query.bind(1, number)
    defer { query.reset() }
    return try next(query, .pack) ? Self.account(in: query) : nil
  }

  /// All packs, in ascending order.
  func allPacks() throws(HistoryError) -> [PackAccount] {
    let query = try database.statement("SELECT \(IndexPart.pack.columns) FROM pack ORDER BY id")
    defer { query.reset() }
    var packs: [PackAccount] = []
    while try next(query, .pack) { packs.append(Self.account(in: query)) }
    return packs
  }

  private static func account(in row: Statement) -> PackAccount {
    let most = 1 << 48
    let bytes = min(max(row.int(1), 0), most)
    return PackAccount(
      number: row.int(0), bytes: bytes, live: min(max(row.int(2), 0), bytes), units: min(max(row.int(3), 0), most),
      isDamaged: row.int(4) != 0)
  }

  /// Records that a pack's content was moved; once this is committed, its file may be removed.
  func markEmptied(_ pack: PackAccount, in state: inout DocumentState) throws(HistoryError) {
    try update(
      .pack, pack.number,
      [(IndexPart.Column.Pack.bytes, 0), (IndexPart.Column.Pack.live, 0), (IndexPart.Column.Pack.units, 0)])
    state.packBytes = max(0, state.packBytes - pack.bytes)
    state.liveBytes = max(0, state.liveBytes - pack.live)
    if !pack.isSmall { state.smallPacks += 1 }
  }

  /// Removes the row of a pack whose file was removed.
  func remove(_ pack: PackAccount, in state: inout DocumentState) throws(HistoryError) {
    let removal = try database.statement("DELETE FROM pack WHERE id = ?1")
    removal.bind(1, pack.number)
    try removal.run()
    if pack.isSmall, !pack.isDamaged { state.smallPacks = max(0, state.smallPacks - 1) }
  }

  /// Records that a pack cannot be read, so that it is not copied.
  func markDamaged(_ pack: PackAccount, in state: inout DocumentState) throws(HistoryError) {
    guard !pack.isDamaged else { return }
    try update(.pack, pack.number, [(IndexPart.Column.Pack.isDamaged, 1)])
    if pack.isSmall { state.smallPacks = max(0, state.smallPacks - 1) }
  }

  /// Removes the rows of lost packs, from a number on.
  func removePacks(from first: Int) throws(HistoryError) {
    try verifyAll(.pack)
    let removal = try database.statement("DELETE FROM pack WHERE id >= ?1")
    removal.bind(1, first)
    try removal.run()
  }

  /// The number of free pages and of all pages of the file.
  func pages() throws(HistoryError) -> (free: Int, all: Int) {
    var counts: [Int] = []
    for pragma in ["PRAGMA freelist_count", "PRAGMA page_count"] {
      let query = try database.statement(pragma)
      defer { query.reset() }
      counts.append(try query.step() ? query.int(0) : 0)
    }
    return (counts[0], counts[1])
  }

  /// Makes the rows agree with the existing files, and the totals with the rows.
  func recount(_ state: inout DocumentState, present sizes: [Int: Int]) throws(HistoryError) {
    state.packBytes = 0
    state.liveBytes = 0
    state.smallPacks = 0
    for var pack in try allPacks() {
      guard let size = sizes[pack.number] else {
        let removal = try database.statement("DELETE FROM pack WHERE id = ?1")
        removal.bind(1, pack.number)
        try removal.run()
        continue
      }
      if !pack.isEmptied { pack.bytes = size }
      state.packBytes += pack.bytes
      state.liveBytes += min(pack.live, pack.bytes)
      if pack.isSmall, !pack.isDamaged { state.smallPacks += 1 }
    }
  }
}
