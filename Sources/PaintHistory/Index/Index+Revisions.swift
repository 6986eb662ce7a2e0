import PaintRaster

extension Index {
  static let columns = """
    id, parent, depth, width, height, background, base, fingerprint_high, fingerprint_low, time, name, command,
    pixels, x, y, w, h, tile_count, bytes, grp
    """

  /// The revision with that number; nil where it is missing or makes no sense.
  func revision(_ number: Int) throws(DatabaseError) -> Revision? {
    let query = try database.statement("SELECT \(Self.columns) FROM revision WHERE id = ?1")
    query.bind(1, number)
    defer { query.reset() }
    guard try query.step() else { return nil }
    return revision(in: query)
  }

  /// The tree's columns of the revision with that number; nil where it is missing or makes no sense.
  func node(_ number: Int) throws(DatabaseError) -> RevisionNode? {
    let query = try database.statement("SELECT parent, depth, jump FROM revision WHERE id = ?1")
    query.bind(1, number)
    defer { query.reset() }
    guard try query.step() else { return nil }
    let node = RevisionNode(parent: query.optionalInt(0), depth: query.int(1), jump: query.int(2))
    guard number >= 0, (0...number).contains(node.depth), (0...number).contains(node.jump),
      node.parent.map({ (0..<number).contains($0) }) ?? true
    else { return nil }
    return node
  }

  /// The tiles that a revision wrote.
  func tiles(of number: Int) throws(DatabaseError) -> [UInt32] {
    let query = try database.statement("SELECT tiles FROM revision WHERE id = ?1")
    query.bind(1, number)
    defer { query.reset() }
    guard try query.step() else { return [] }
    return TileList.decode(query.blob(0))
  }

  /// The numbers of the revisions behind `number`, rising.
  func revisions(after number: Int) throws(DatabaseError) -> [Int] {
    let query = try database.statement("SELECT id FROM revision WHERE id > ?1 ORDER BY id")
    query.bind(1, number)
    defer { query.reset() }
    var numbers: [Int] = []
    while try query.step() { numbers.append(query.int(0)) }
    return numbers
  }

  /// Adds a revision; `pack` is the last pack that holds something of it.
  func insert(_ revision: Revision, node: RevisionNode, pack: Int, tiles: [UInt32]) throws(DatabaseError) {
    let insertion = try database.statement(
      """
      INSERT INTO revision(id, parent, depth, jump, width, height, background, base, pack, fingerprint_high,
        fingerprint_low, time, pixels, x, y, w, h, tile_count, bytes, grp, name, command, tiles)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23)
      """)
    let numbers: [Int?] = [
      revision.number, revision.parent, node.depth, node.jump, revision.size.width, revision.size.height,
      Int(revision.background.bits), revision.base, pack, Int(bitPattern: UInt(revision.fingerprint.high)),
      Int(bitPattern: UInt(revision.fingerprint.low)), revision.time, revision.pixels, revision.bounds.x,
      revision.bounds.y, revision.bounds.width, revision.bounds.height, revision.tileCount, revision.bytes,
      revision.group,
    ]
    for (position, number) in numbers.enumerated() { insertion.bind(Int32(position + 1), number) }
    insertion.bind(21, revision.name)
    insertion.bind(22, revision.command)
    insertion.bind(23, TileList.encode(tiles))
    try insertion.run()
  }

  /// Removes the revisions with these numbers, and their tiles.
  func removeRevisions(_ numbers: ClosedRange<Int>) throws(DatabaseError) {
    for sql in ["DELETE FROM tile WHERE revision BETWEEN ?1 AND ?2", "DELETE FROM revision WHERE id BETWEEN ?1 AND ?2"]
    {
      let removal = try database.statement(sql)
      removal.bind(1, numbers.lowerBound)
      removal.bind(2, numbers.upperBound)
      try removal.run()
    }
  }

  /// Notes that a revision's record is in another pack now.
  func move(revision number: Int, to pack: Int) throws(DatabaseError) {
    let update = try database.statement("UPDATE revision SET pack = ?2 WHERE id = ?1")
    update.bind(1, number)
    update.bind(2, pack)
    try update.run()
  }

  /// The last pack that holds something of a revision, its record among it.
  func pack(of number: Int) throws(DatabaseError) -> Int? {
    let query = try database.statement("SELECT pack FROM revision WHERE id = ?1")
    query.bind(1, number)
    defer { query.reset() }
    return try query.step() ? query.int(0) : nil
  }

  /// The first pack that holds something of a revision with number `first` or above; `Int.max` where none does.
  func firstPack(from first: Int) throws(DatabaseError) -> Int {
    let query = try database.statement(
      """
      SELECT min(pack) FROM (SELECT min(pack) AS pack FROM revision WHERE id >= ?1
        UNION ALL SELECT min(pack) FROM tile WHERE revision >= ?1 AND pack > 0)
      """)
    query.bind(1, first)
    defer { query.reset() }
    return try query.step() ? query.optionalInt(0) ?? .max : .max
  }

  /// How many revisions there are, counted.
  func countRevisions() throws(DatabaseError) -> Int {
    let query = try database.statement("SELECT count(*) FROM revision")
    defer { query.reset() }
    return try query.step() ? query.int(0) : 0
  }

  /// The last pack that any revision mentions, or any note up to `note`; 0 when there is none.
  func lastPack(notesUpTo note: Int) throws(DatabaseError) -> Int {
    let query = try database.statement(
      """
      SELECT max(pack) FROM (SELECT max(pack) AS pack FROM revision
        UNION ALL SELECT max(pack) FROM note WHERE id <= ?1)
      """)
    query.bind(1, note)
    defer { query.reset() }
    return try query.step() ? query.int(0) : 0
  }

  func revision(in row: Statement) -> Revision? {
    let number = row.int(0)
    guard let size = CanvasSize(width: row.int(3), height: row.int(4)), number >= 0,
      (0...number).contains(row.int(2)), (0...number).contains(row.int(6)),
      row.optionalInt(1).map({ (0..<number).contains($0) }) ?? true
    else { return nil }
    // Sides that no canvas has would overflow whoever adds them up.
    let bounds = PixelBox(x: row.int(13), y: row.int(14), width: row.int(15), height: row.int(16))
    guard [bounds.x, bounds.y, bounds.width, bounds.height].allSatisfy({ (0...CanvasSize.maximumSide).contains($0) })
    else { return nil }
    return Revision(
      number: number, parent: row.optionalInt(1), depth: row.int(2), size: size,
      background: Pixel(bits: UInt32(truncatingIfNeeded: row.int(5))), base: row.int(6),
      fingerprint: Fingerprint(
        high: UInt64(truncatingIfNeeded: row.int(7)), low: UInt64(truncatingIfNeeded: row.int(8))),
      time: row.int(9), name: row.text(10), command: row.text(11), pixels: row.int(12),
      bounds: bounds, tileCount: row.int(17), bytes: row.int(18), group: row.optionalInt(19))
  }
}
