import PaintRaster

/// Holds the rows of an index against those that the packs give.
struct IndexComparison {
  let old: Index
  let state: DocumentState
  let builder: IndexBuilder
  /// Packs that are damaged or missing: what lies there was told already.
  let lostPacks: Set<Int>
  /// Problems of one table beyond which only their number is told.
  private static let limit = 100

  /// The rows that differ, a problem each.
  func problems() throws(DatabaseError) -> [CheckProblem] {
    try compareDocument() + compareRevisions() + compareTree() + compareTiles() + comparePacks()
      + compare("grp", ["id", "last", "name"]) { "the group of r\($0.int(0))" }
      + compare("branch", ["name", "revision"], isText: true) { "the branch '\($0.text(0))'" }
      + compare(
        "note", ["id", "pack", "text"],
        except: { builder.amendedNotes.contains($0.int(0)) || builder.idleNotes.contains($0.int(0)) },
        subject: { "note \($0.int(0))" })
  }

  private func compareDocument() -> [CheckProblem] {
    let tree = TreeOrder(builder.revisions)
    var wrong: [String] = []
    if builder.revisions[state.current] == nil { wrong.append("stands on r\(state.current), which is not there") }
    if !tree.isAncestor(state.current, of: state.tip) { wrong.append("redoes to r\(state.tip), which it cannot reach") }
    if state.nextRevision <= builder.highestRevision { wrong.append("would use the number of a revision again") }
    if state.nextNote <= builder.highestNote, builder.amendedNotes.isEmpty {
      wrong.append("would use a note's number again")
    }
    if state.revisions != builder.revisions.count {
      wrong.append("counts \(state.revisions) revisions, there are \(builder.revisions.count)")
    }
    if state.root != builder.root { wrong.append("begins with r\(state.root), the packs with r\(builder.root)") }
    if builder.amendedNotes.isEmpty {
      if state.rootNote != builder.rootNote { wrong.append("does not know which note told of the oldest revision") }
      if state.limits != builder.limits { wrong.append("has other limits than the packs") }
    }
    if state.steps >= 0, let steps = builder.steps(to: state.current), steps != state.steps {
      wrong.append("counts \(state.steps) steps to r\(state.current), there are \(steps)")
    }
    if state.color != builder.color { wrong.append("has other colour chunks than the start") }
    return wrong.map { CheckProblem(code: .indexDiffers, message: "the index \($0)") }
  }

  /// Each pack is as long as it was; of how much of it is needed only bounds are known.
  private func comparePacks() throws(DatabaseError) -> [CheckProblem] {
    let alive = try builder.index.slotBytes()
    var wrong: [(pack: Int?, what: String)] = []
    var (bytes, live, small) = (0, 0, 0)
    var counted: Set<Int> = []
    for pack in try old.allPacks() {
      bytes += pack.bytes
      live += pack.live
      if pack.isSmall, !pack.isDamaged { small += 1 }
      counted.insert(pack.number)
      // Its file waits to be removed, or is.
      if pack.isEmptied || lostPacks.contains(pack.number) { continue }
      guard let found = builder.accounts[pack.number] else {
        wrong.append((pack.number, "counts \(IndexBuilder.name(of: pack.number)), which is not there"))
        continue
      }
      let isSound =
        pack.bytes == found.bytes && pack.units == found.units && pack.live <= pack.bytes
        && pack.live >= min(alive[pack.number, default: 0], pack.bytes) && !pack.isDamaged
      if !isSound { wrong.append((pack.number, "does not know what is in \(IndexBuilder.name(of: pack.number))")) }
    }
    for number in builder.accounts.keys.sorted() where !counted.contains(number) && !lostPacks.contains(number) {
      wrong.append((number, "does not count \(IndexBuilder.name(of: number))"))
    }
    if state.packBytes != bytes {
      wrong.append((nil, "counts \(state.packBytes) bytes of packs, there are \(bytes)"))
    }
    if state.liveBytes != live {
      wrong.append((nil, "counts \(state.liveBytes) bytes that are needed, there are \(live)"))
    }
    if state.smallPacks != small {
      wrong.append((nil, "counts \(state.smallPacks) small packs, there are \(small)"))
    }
    return wrong.map {
      CheckProblem(code: .indexDiffers, message: "the index \($0.what)", revision: nil, pack: $0.pack)
    }
  }

  private func compareRevisions() throws(DatabaseError) -> [CheckProblem] {
    let columns = [
      "id", "parent", "width", "height", "background", "base", "grp", "pack", "fingerprint_high",
      "fingerprint_low", "time", "pixels", "x", "y", "w", "h", "tile_count", "name", "command", "tiles",
    ]
    return try compare(
      "revision", columns,
      except: { row in
        let number = row.int(0)
        return builder.revisions[number]?.spoiler != nil || builder.lost[number]?.isEmpty == false
      }, subject: { "r\($0.int(0))" })
  }

  /// Depths and jumps: where older revisions were forgotten both tell of more than packs do.
  private func compareTree() throws(DatabaseError) -> [CheckProblem] {
    let tree = TreeOrder(builder.revisions)
    let query = try old.database.statement("SELECT id, depth, jump FROM revision ORDER BY id")
    defer { query.reset() }
    let offset = try old.node(builder.root)?.depth ?? 0
    var problems: [CheckProblem] = []
    while try query.step() {
      let (number, depth, jump) = (query.int(0), query.int(1), query.int(2))
      // One that only the index has is told of already.
      guard builder.revisions[number] != nil, let node = try builder.index.node(number) else { continue }
      let isJump =
        builder.root == 0 ? jump == node.jump : (0..<builder.root).contains(jump) || tree.isAncestor(jump, of: number)
      let wrong = [depth - offset == node.depth ? nil : "depth", isJump ? nil : "jump"].compactMap(\.self)
      guard !wrong.isEmpty, problems.count < Self.limit else { continue }
      problems.append(
        CheckProblem(
          code: .indexDiffers,
          message: "r\(number): index and packs disagree on its \(wrong.joined(separator: ", "))", revision: number))
    }
    return problems
  }

  private func compareTiles() throws(DatabaseError) -> [CheckProblem] {
    try compare(
      "tile", ["tile", "revision", "pack", "offset", "length", "crc"], keys: 2,
      except: { lostPacks.contains($0.int(2)) || builder.isNone($0.int(1)) },
      subject: { row in
        let index = TileIndex(key: UInt32(truncatingIfNeeded: row.int(0)))
        return "r\(row.int(1)), the tile at \(index.x * Tile.edge),\(index.y * Tile.edge)"
      })
  }

  /// Goes through a table of both indexes at once, in the order of their first columns.
  private func compare(
    _ table: String, _ columns: [String], keys: Int32 = 1, isText: Bool = false,
    except isKnown: (Statement) -> Bool = { _ in false }, subject: (Statement) -> String
  ) throws(DatabaseError) -> [CheckProblem] {
    let order = columns.prefix(Int(keys)).joined(separator: ", ")
    let sql = "SELECT \(columns.joined(separator: ", ")) FROM \(table) ORDER BY \(order)"
    let (theirs, ours) = (try old.database.statement(sql), try builder.index.database.statement(sql))
    defer {
      theirs.reset()
      ours.reset()
    }
    var problems: [CheckProblem] = []
    var count = 0
    func add(_ row: Statement, _ what: String) {
      if isKnown(row) { return }
      count += 1
      guard count <= Self.limit else { return }
      problems.append(CheckProblem(code: .indexDiffers, message: "\(subject(row)): \(what)"))
    }
    var (hasTheirs, hasOurs) = (try theirs.step(), try ours.step())
    while hasTheirs || hasOurs {
      let order = !hasTheirs ? 1 : !hasOurs ? -1 : Self.order(theirs, ours, keys: keys, isText: isText)
      if order < 0 { add(theirs, "the index has it, but no pack") }
      if order > 0 { add(ours, "the packs have it, but not the index") }
      if order == 0 {
        let wrong = (0..<Int32(columns.count)).filter { !theirs.equals(ours, at: $0) }.map { columns[Int($0)] }
        if !wrong.isEmpty, !isKnown(ours) {
          add(theirs, "index and packs disagree on its \(wrong.joined(separator: ", "))")
        }
      }
      if order <= 0 { hasTheirs = try theirs.step() }
      if order >= 0 { hasOurs = try ours.step() }
    }
    if count > Self.limit {
      problems.append(
        CheckProblem(code: .indexDiffers, message: "\(count - Self.limit) more rows of the table \(table) differ"))
    }
    return problems
  }

  private static func order(_ first: Statement, _ second: Statement, keys: Int32, isText: Bool) -> Int {
    if isText {
      let (a, b) = (first.blob(0), second.blob(0))
      return a == b ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1
    }
    for key in 0..<keys where first.int(key) != second.int(key) { return first.int(key) < second.int(key) ? -1 : 1 }
    return 0
  }
}
