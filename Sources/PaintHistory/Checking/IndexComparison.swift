import PaintRaster

/// Compares the rows of an index with those built from the packs.
struct IndexComparison {
  let old: Index
  let state: DocumentState
  let builder: IndexBuilder
  /// Packs that are damaged or missing; their content was already reported.
  let lostPacks: Set<Int>
  /// The number of problems per table that are reported; of more only the count is.
  private static let limit = 100

  /// One problem for each row that differs or whose checksum is wrong.
  ///
  /// A table that cannot be read to its end is also a problem and does not prevent checking the others.
  func problems() throws(HistoryError) -> [CheckProblem] {
    var problems = compareDocument()
    try add(to: &problems) { () throws(HistoryError) in try compareRevisions() }
    try add(to: &problems) { () throws(HistoryError) in try compareTree() }
    try add(to: &problems) { () throws(HistoryError) in try compareTiles() }
    try add(to: &problems) { () throws(HistoryError) in try comparePacks() }
    try add(to: &problems) { () throws(HistoryError) in try compare([.group]) }
    try add(to: &problems) { () throws(HistoryError) in try compare([.branch], isText: true) }
    try add(to: &problems) { () throws(HistoryError) in
      try compare(
        [.note], except: { builder.notesToWrite.contains($0.int(0)) || builder.obsoleteNotes.contains($0.int(0)) })
    }
    return problems
  }

  private func add(
    to problems: inout [CheckProblem], _ comparison: () throws(HistoryError) -> [CheckProblem]
  ) throws(HistoryError) {
    do throws(HistoryError) {
      problems += try comparison()
    } catch {
      guard case .damaged(let what) = error else { throw error }
      problems.append(CheckProblem(code: .indexDamaged, message: what))
    }
  }

  private func compareDocument() -> [CheckProblem] {
    let tree = TreeOrder(builder.revisions)
    var wrong: [String] = []
    if builder.revisions[state.current] == nil { wrong.append("is at r\(state.current), which does not exist") }
    if !tree.isAncestor(state.current, of: state.tip) { wrong.append("cannot redo to r\(state.tip)") }
    if state.nextRevision <= builder.highestRevision { wrong.append("would reuse the number of a revision") }
    if state.nextNote <= builder.highestNote, builder.notesToWrite.isEmpty {
      wrong.append("would reuse a note's number")
    }
    if state.revisions != builder.revisions.count {
      wrong.append("counts \(state.revisions) revisions, but there are \(builder.revisions.count)")
    }
    if state.root != builder.root { wrong.append("begins with r\(state.root), but the packs with r\(builder.root)") }
    if builder.notesToWrite.isEmpty {
      if state.rootNote != builder.rootNote { wrong.append("has another note about the oldest revision") }
      if state.limits != builder.limits { wrong.append("has other limits than the packs") }
    }
    if state.steps >= 0, let steps = builder.steps(to: state.current), steps != state.steps {
      wrong.append("counts \(state.steps) steps to r\(state.current), but there are \(steps)")
    }
    if state.color != builder.color { wrong.append("has other colour chunks than the start") }
    return wrong.map { CheckProblem(code: .indexDiffers, message: "the index \($0)") }
  }

  /// Compares the size of each pack; for the live bytes only bounds are known.
  private func comparePacks() throws(HistoryError) -> [CheckProblem] {
    let alive = try builder.index.slotBytes()
    var wrong: [(pack: Int?, what: String)] = []
    var (bytes, live, small) = (0, 0, 0)
    var counted: Set<Int> = []
    for pack in try old.allPacks() {
      bytes += pack.bytes
      live += pack.live
      if pack.isSmall, !pack.isDamaged { small += 1 }
      counted.insert(pack.number)
      // Its file is about to be removed, or already is.
      if pack.isEmptied || lostPacks.contains(pack.number) { continue }
      guard let found = builder.accounts[pack.number] else {
        wrong.append((pack.number, "counts \(IndexBuilder.name(of: pack.number)), which is missing"))
        continue
      }
      let isValid =
        pack.bytes == found.bytes && pack.units == found.units && pack.live <= pack.bytes
        && pack.live >= min(alive[pack.number, default: 0], pack.bytes) && !pack.isDamaged
      if !isValid { wrong.append((pack.number, "has wrong values for \(IndexBuilder.name(of: pack.number))")) }
    }
    for number in builder.accounts.keys.sorted() where !counted.contains(number) && !lostPacks.contains(number) {
      wrong.append((number, "does not count \(IndexBuilder.name(of: number))"))
    }
    if state.packBytes != bytes {
      wrong.append((nil, "counts \(state.packBytes) bytes of packs, but there are \(bytes)"))
    }
    if state.liveBytes != live {
      wrong.append((nil, "counts \(state.liveBytes) bytes that are needed, but there are \(live)"))
    }
    if state.smallPacks != small {
      wrong.append((nil, "counts \(state.smallPacks) small packs, but there are \(small)"))
    }
    return try damagedRows(of: .pack)
      + wrong.map { CheckProblem(code: .indexDiffers, message: "the index \($0.what)", revision: nil, pack: $0.pack) }
  }

  private func compareRevisions() throws(HistoryError) -> [CheckProblem] {
    try compare(
      [.revisionTree, .revision, .revisionText, .revisionTiles], ignoring: ["depth", "jump", "bytes"],
      except: { row in
        let number = row.int(0)
        guard builder.lost[number]?.isEmpty ?? true else { return true }
        return builder.revisions[number].map { $0.firstDivergentRevision != nil || $0.unnamedTiles > 0 } ?? false
      })
  }

  /// Compares depths and jumps: if older revisions were forgotten, the index's depths and jumps include them.
  private func compareTree() throws(HistoryError) -> [CheckProblem] {
    let tree = TreeOrder(builder.revisions)
    let query = try old.database.statement("SELECT id, depth, jump FROM revision ORDER BY id")
    defer { query.reset() }
    let offset = try old.node(builder.root)?.depth ?? 0
    var problems: [CheckProblem] = []
    while try query.step() {
      let (number, depth, jump) = (query.int(0), query.int(1), query.int(2))
      // A revision that only the index has was already reported.
      guard builder.revisions[number] != nil, let node = try builder.index.node(number) else { continue }
      let isJump =
        builder.root == 0 ? jump == node.jump : (0..<builder.root).contains(jump) || tree.isAncestor(jump, of: number)
      let wrong = [depth == node.depth + offset ? nil : "depth", isJump ? nil : "jump"].compactMap(\.self)
      guard !wrong.isEmpty, problems.count < Self.limit else { continue }
      problems.append(
        CheckProblem(
          code: .indexDiffers,
          message: "r\(number): index and packs disagree on its \(wrong.joined(separator: ", "))", revision: number))
    }
    return problems
  }

  private func compareTiles() throws(HistoryError) -> [CheckProblem] {
    try compare([.tile], keys: 2, except: { lostPacks.contains($0.int(2)) || builder.isDiscarded($0.int(1)) })
  }

  /// The rows of a table with a wrong checksum.
  private func damagedRows(of part: IndexPart) throws(HistoryError) -> [CheckProblem] {
    let query = try old.database.statement("SELECT \(part.columns) FROM \(part.table)")
    defer { query.reset() }
    var problems: [CheckProblem] = []
    while try query.step() {
      if query.hasValidChecksum(part, from: 0) || problems.count == Self.limit { continue }
      problems.append(Self.damage(of: part.subject(in: query)))
    }
    return problems
  }

  private static func damage(of subject: String) -> CheckProblem {
    CheckProblem(code: .indexDamaged, message: "\(subject): its row in the index has a wrong checksum")
  }

  /// Walks through a table of both indexes in parallel, ordered by their first columns.
  private func compare(
    _ parts: [IndexPart], ignoring ignored: Set<String> = [], keys: Int32 = 1, isText: Bool = false,
    except isKnown: (Statement) -> Bool = { _ in false }
  ) throws(HistoryError) -> [CheckProblem] {
    let table = parts[0].table
    let order = parts[0].names.prefix(Int(keys)).joined(separator: ", ")
    func sql(of index: Index) -> String {
      "SELECT \(parts.map { $0.columns }.joined(separator: ", ")) FROM \(table) ORDER BY \(order)"
    }
    let theirs = try old.database.statement(sql(of: old))
    let ours = try builder.index.database.statement(sql(of: builder.index))
    defer {
      theirs.reset()
      ours.reset()
    }
    var columns: [(position: Int32, name: Substring)] = []
    var starts: [(part: IndexPart, first: Int32)] = []
    var first: Int32 = 0
    for part in parts {
      starts.append((part, first))
      for (position, name) in part.names.dropLast().enumerated() where !ignored.contains(String(name)) {
        columns.append((first + Int32(position), name))
      }
      first += part.count + 1
    }
    var problems: [CheckProblem] = []
    var count = 0
    func add(_ problem: CheckProblem) {
      count += 1
      if count <= Self.limit { problems.append(problem) }
    }
    func add(_ row: Statement, _ what: String) {
      add(CheckProblem(code: .indexDiffers, message: "\(parts[0].subject(in: row)): \(what)"))
    }
    var (hasTheirs, hasOurs) = (try theirs.step(), try ours.step())
    while hasTheirs || hasOurs {
      let order = !hasTheirs ? 1 : !hasOurs ? -1 : Self.order(theirs, ours, keys: keys, isText: isText)
      let isValid = order > 0 || starts.allSatisfy { theirs.hasValidChecksum($0.part, from: $0.first) }
      var wrong: [Substring] = []
      if order == 0 { wrong = columns.filter { !theirs.equals(ours, at: $0.position) }.map(\.name) }
      if order < 0, !isKnown(theirs) {
        add(theirs, "the index has it, but no pack")
      } else if order > 0, !isKnown(ours) {
        add(ours, "the packs have it, but not the index")
      } else if !wrong.isEmpty, !isKnown(ours), !isKnown(theirs) {
        add(theirs, "index and packs disagree on its \(wrong.joined(separator: ", "))")
      } else if !isValid {
        add(Self.damage(of: parts[0].subject(in: theirs)))
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
