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
    try compareDocument() + compareRevisions() + compareTiles()
      + compare("grp", ["id", "last", "name"]) { "the group of r\($0.int(0))" }
      + compare("branch", ["name", "revision"], isText: true) { "the branch '\($0.text(0))'" }
      + compare("note", ["id", "pack", "text"], except: { builder.amendedNotes.contains($0.int(0)) }) {
        "note \($0.int(0))"
      }
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
    if state.packBytes != builder.packBytes, lostPacks.isEmpty {
      wrong.append("counts \(state.packBytes) bytes of packs, there are \(builder.packBytes)")
    }
    if state.color != builder.color { wrong.append("has other colour chunks than the start") }
    return wrong.map { CheckProblem(code: .indexDiffers, message: "the index \($0)") }
  }

  private func compareRevisions() throws(DatabaseError) -> [CheckProblem] {
    let columns = [
      "id", "parent", "depth", "jump", "width", "height", "background", "base", "grp", "pack", "fingerprint_high",
      "fingerprint_low", "time", "pixels", "x", "y", "w", "h", "tile_count", "name", "command", "tiles",
    ]
    return try compare(
      "revision", columns,
      except: { row in
        let number = row.int(0)
        return builder.revisions[number]?.spoiler != nil || builder.lost[number]?.isEmpty == false
      }, subject: { "r\($0.int(0))" })
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
