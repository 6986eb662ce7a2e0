import PaintRaster

extension Index {
  /// The columns that `revision(in:)` reads.
  var revisionColumns: String {
    "\(IndexPart.revisionTree.columns), \(IndexPart.revision.columns), \(IndexPart.revisionText.columns)"
  }

  /// The revision with the given number; nil if it is missing or invalid.
  func revision(_ number: Int) throws(HistoryError) -> Revision? {
    let query = try kept(.revision, "SELECT \(revisionColumns) FROM revision WHERE id = ?1")
    query.bind(1, number)
    defer { query.reset() }
    guard try nextRevision(query) else { return nil }
    return revision(in: query)
  }

  /// A revision that other rows refer to.
  ///
  /// - Throws: `.damaged` if it is missing or invalid.
  func indexedRevision(_ number: Int) throws(HistoryError) -> Revision {
    guard let revision = try revision(number) else { throw .damaged("revision r\(number) is missing from the index") }
    return revision
  }

  /// The group and the pack of a revision; nil if it is missing.
  func row(of number: Int) throws(HistoryError) -> (group: Int?, pack: Int)? {
    let query = try kept(.row, "SELECT \(IndexPart.revision.columns) FROM revision WHERE id = ?1")
    query.bind(1, number)
    defer { query.reset() }
    return try next(query, .revision) ? (query.optionalInt(5), query.int(6)) : nil
  }

  /// The tree columns of a revision; nil if it is missing or invalid.
  func node(_ number: Int) throws(HistoryError) -> RevisionNode? {
    let query = try kept(.node, "SELECT \(IndexPart.revisionTree.columns) FROM revision WHERE id = ?1")
    query.bind(1, number)
    defer { query.reset() }
    guard try next(query, .revisionTree) else { return nil }
    let node = RevisionNode(parent: query.optionalInt(1), depth: query.int(2), jump: query.int(3))
    guard number >= 0, (0...number).contains(node.depth), (0...number).contains(node.jump),
      node.parent.map({ (0..<number).contains($0) }) ?? true
    else { return nil }
    return node
  }

  /// The tiles that a revision wrote.
  func tiles(of number: Int) throws(HistoryError) -> [UInt32] {
    let query = try kept(.tiles, "SELECT \(IndexPart.revisionTiles.columns) FROM revision WHERE id = ?1")
    query.bind(1, number)
    defer { query.reset() }
    guard try next(query, .revisionTiles) else { return [] }
    return TileList.decode(query.blob(1))
  }

  /// Replaces the tile list of a revision.
  func setTiles(of number: Int, to tiles: [UInt32]) throws(HistoryError) {
    let update = try database.statement(
      "UPDATE revision SET tiles = ?2, tiles_sum = ?3 WHERE id = ?1")
    var row = RowBinder(.revisionTiles, to: update, of: self)
    row.add(number)
    row.add(TileList.encode(tiles))
    row.end()
    try update.run()
  }

  /// Renames a revision.
  func rename(_ number: Int, to name: String) throws(HistoryError) {
    let query = try database.statement("SELECT \(IndexPart.revisionText.columns) FROM revision WHERE id = ?1")
    query.bind(1, number)
    var sum = RowSum(IndexPart.revisionText.kind)
    do {
      defer { query.reset() }
      guard try next(query, .revisionText) else { return }
      sum.add(number)
      sum.add(name)
      for column in IndexPart.Column.Text.name + 1..<IndexPart.revisionText.count { sum.add(query.value(column)) }
    }
    let update = try database.statement(
      "UPDATE revision SET name = ?2, text_sum = ?3 WHERE id = ?1")
    update.bind(1, number)
    update.bind(2, name)
    update.bind(3, sum.value)
    try update.run()
  }

  /// The numbers of the revisions after `number`, in ascending order.
  func revisions(after number: Int) throws(HistoryError) -> [Int] {
    let query = try database.statement(
      "SELECT \(IndexPart.revisionTree.columns) FROM revision WHERE id > ?1 ORDER BY id")
    query.bind(1, number)
    defer { query.reset() }
    var numbers: [Int] = []
    while try next(query, .revisionTree) { numbers.append(query.int(0)) }
    return numbers
  }

  /// Adds a revision; `pack` is the last pack that contains part of it.
  func insert(_ revision: Revision, node: RevisionNode, pack: Int, tiles: [UInt32]) throws(HistoryError) {
    if revision.sameAs != nil, try !hasSharedTiles() { try database.execute(IndexSchema.sharedTilesSQL) }
    // Without column names, which SQLite would have to look up.
    let insertion = try kept(
      .insertRevision,
      "INSERT INTO revision VALUES (?\(String(repeating: ", ?", count: 29)))")
    var row = RowBinder(.revisionTree, to: insertion, of: self)
    row.add(revision.number)
    row.add(revision.parent)
    row.add(node.depth)
    row.add(node.jump)
    row.skip(to: 23)
    row.end()
    row.begin(.revision, at: 5)
    row.addToChecksum(revision.number)
    row.add(revision.size.width)
    row.add(revision.size.height)
    row.add(Int(revision.background.bits))
    row.add(revision.base)
    row.add(revision.group)
    row.add(pack)
    row.add(Int(bitPattern: UInt(revision.fingerprint.high)))
    row.add(Int(bitPattern: UInt(revision.fingerprint.low)))
    row.add(revision.time)
    row.add(revision.pixels)
    row.add(revision.bounds.x)
    row.add(revision.bounds.y)
    row.add(revision.bounds.width)
    row.add(revision.bounds.height)
    row.add(revision.tileCount)
    row.add(revision.bytes)
    row.add(revision.sameAs)
    row.end()
    row.begin(.revisionTiles, at: 26)
    row.addToChecksum(revision.number)
    row.add(TileList.encode(tiles))
    row.skip(to: 24)
    row.end()
    row.begin(.revisionText, at: 27)
    row.addToChecksum(revision.number)
    row.add(revision.name)
    row.add(revision.author)
    row.add(revision.command)
    row.add(revision.typed)
    row.skip(to: 25)
    row.end()
    try run(insertion, of: .revision, key: revision.number)
  }

  /// Removes the revisions with these numbers, and their tiles.
  func removeRevisions(_ numbers: ClosedRange<Int>) throws(HistoryError) {
    try verifyAll(.tile)
    try verifyAll(.revisionTree)
    for sql in ["DELETE FROM tile WHERE revision BETWEEN ?1 AND ?2", "DELETE FROM revision WHERE id BETWEEN ?1 AND ?2"]
    {
      let removal = try database.statement(sql)
      removal.bind(1, numbers.lowerBound)
      removal.bind(2, numbers.upperBound)
      try removal.run()
    }
  }

  /// The last pack that contains part of a revision, including its record.
  func pack(of number: Int) throws(HistoryError) -> Int? { try row(of: number)?.pack }

  /// The first pack that contains part of a revision from `first` on; `Int.max` if there is none.
  ///
  /// - Complexity: O(all tile versions).
  func firstPack(from first: Int) throws(HistoryError) -> Int {
    var pack = Int.max
    for (part, number, column) in [(IndexPart.revision, Int32(0), Int32(6)), (.tile, 1, 2)] {
      let query = try database.statement("SELECT \(part.columns) FROM \(part.table)")
      defer { query.reset() }
      while try next(query, part) {
        // One-colour tiles are not in a pack.
        let isInPack = part.table == "revision" || query.int(column) > 0
        if isInPack, query.int(number) >= first { pack = min(pack, query.int(column)) }
      }
    }
    return pack
  }

  /// The number of revisions, counted.
  func countRevisions() throws(HistoryError) -> Int {
    let query = try database.statement("SELECT count(*) FROM revision")
    defer { query.reset() }
    return try query.step() ? query.int(0) : 0
  }

  /// The last pack that any revision, or any note up to `note`, refers to; 0 if there is none.
  func lastPack(notesUpTo note: Int) throws(HistoryError) -> Int {
    var pack = 0
    for (part, column) in [(IndexPart.revision, Int32(6)), (.note, 1)] {
      let query = try database.statement("SELECT \(part.columns) FROM \(part.table) WHERE id <= ?1")
      query.bind(1, part.table == "note" ? note : Int.max)
      defer { query.reset() }
      while try next(query, part) { pack = max(pack, query.int(column)) }
    }
    return pack
  }

  /// The revision in a row of `revisionColumns`; nil if it is invalid.
  func revision(in row: Statement) -> Revision? {
    let number = row.int(0)
    guard let size = CanvasSize(width: row.int(6), height: row.int(7)), number >= 0,
      (0...number).contains(row.int(2)), (0...number).contains(row.int(9)),
      row.optionalInt(1).map({ (0..<number).contains($0) }) ?? true,
      row.optionalInt(22).map({ (1..<number).contains($0) }) ?? true
    else { return nil }
    // Values that no document has could cause overflows: counts, times and the sides of a box.
    let counts = [number, row.int(15), row.int(20), row.int(21)]
    guard counts.allSatisfy({ (0...1 << 48).contains($0) }), Revision.times.contains(row.int(14)) else { return nil }
    let bounds = PixelBox(x: row.int(16), y: row.int(17), width: row.int(18), height: row.int(19))
    guard [bounds.x, bounds.y, bounds.width, bounds.height].allSatisfy({ (0...CanvasSize.maximumSide).contains($0) })
    else { return nil }
    return Revision(
      number: number, parent: row.optionalInt(1), depth: row.int(2), size: size,
      background: Pixel(bits: UInt32(truncatingIfNeeded: row.int(8))), base: row.int(9),
      fingerprint: Fingerprint(
        high: UInt64(truncatingIfNeeded: row.int(12)), low: UInt64(truncatingIfNeeded: row.int(13))),
      time: row.int(14), name: row.text(25), author: row.text(26), command: row.text(27), typed: row.text(28),
      pixels: row.int(15), bounds: bounds, tileCount: row.int(20),
      sameAs: row.optionalInt(22), bytes: row.int(21), group: row.optionalInt(10))
  }
}
