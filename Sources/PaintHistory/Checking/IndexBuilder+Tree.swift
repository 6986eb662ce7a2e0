import PaintRaster

extension IndexBuilder {
  /// Links the revisions to a tree, verifies every picture's fingerprint, and applies names, groups and branches.
  ///
  /// A revision whose parent is lost becomes a child of the newest revision before that parent. Throws `.damaged` if no
  /// revision is left.
  func finish() throws(HistoryError) {
    try dropDiscarded()
    try prune()
    try joinTree()
    try countUnnamedTiles()
    try findIncompleteSelections()
    let groups = try groupsByNotes()
    let tree = TreeOrder(revisions)
    try verifyFingerprints(tree)
    describeLosses(tree)
    try writeTree(tree)
    try writeTileLists()
    try applyNotes(groups)
    try dropObsoleteNotes()
  }

  /// Counts the tiles of each revision that nothing names: their packs are missing, or their records are damaged.
  private func countUnnamedTiles() throws(HistoryError) {
    guard revisions.values.contains(where: { $0.recordedTiles > 0 }) else { return }
    let found = try index.tileCounts()
    for (number, revision) in revisions where revision.recordedTiles > 0 {
      let count = revision.recordedTiles - found[number, default: 0] - (lost[number]?.count ?? 0)
      guard count > 0 else { continue }
      revisions[number]?.unnamedTiles = count
      revisions[number]?.needsNewRecord = true
    }
  }

  private func joinTree() throws(HistoryError) {
    guard let first = revisions.keys.min(), let oldest = revisions[first] else {
      throw .damaged("no pack has a revision that can be read")
    }
    if revisions[root] == nil { try makeStart(like: oldest, of: first) }
    let numbers = revisions.keys.sorted()
    var recorded: [Int: Int] = [:]
    for (position, number) in numbers.enumerated() {
      guard var revision = revisions[number] else { continue }
      let base = revision.base
      recorded[number] = base
      if number == root {
        revisions[number]?.parent = nil
        continue
      }
      if position > 0, revision.parent.map({ revisions[$0] == nil }) ?? true {
        let wanted = revision.parent ?? number
        let kept = numbers[..<position].last { $0 < wanted } ?? numbers[0]
        problems.append(
          CheckProblem(
            code: .revisionLost,
            message: revision.parent.map {
              "r\($0), the parent of r\(number), is in no pack; the parent is now r\(kept)"
            }
              ?? "r\(number) has no parent; its parent is now r\(kept)", revision: revision.parent))
        revision.parent = kept
        revision.needsNewRecord = true
      }
      if let parent = revision.parent, let above = revisions[parent], base != number {
        // The base is the parent's base, or the parent; if that is lost or has another size, the revision itself.
        let matchesParent = above.size == revision.size && above.background == revision.background
        revision.base =
          matchesParent && base == parent ? parent : matchesParent && recorded[parent] == base ? above.base : number
      } else {
        revision.base = number
      }
      if revision.base != base { revision.needsNewRecord = true }
      revisions[number] = revision
    }
  }

  /// Adds a root for revisions that have lost theirs; it is blank except for tiles that are left.
  private func makeStart(like oldest: RebuiltRevision, of number: Int) throws(HistoryError) {
    let size = oldest.size
    // Its time is that of the oldest revision left, because its own is lost.
    let known = try index.revision(number)
    let start = Revision(
      number: root, parent: nil, depth: 0, size: size, background: oldest.background, base: rootBase,
      fingerprint: Fingerprint(blank: size, color: oldest.background),
      time: known?.time ?? 0, name: "New",
      command: "new --size \(size.width)x\(size.height) --background \(oldest.background.hex)", pixels: 0,
      bounds: .empty,
      tileCount: 0, bytes: 0)
    let message =
      root == 0
      ? "the start is in no pack; a blank one replaces it"
      : "r\(root), the oldest revision, is in no pack; one with the remaining tiles replaces it"
    problems.append(CheckProblem(code: .revisionLost, message: message, revision: root))
    revisions[root] = RebuiltRevision(start, pack: 0, bytes: 0)
    revisions[root]?.needsNewRecord = true
    try insert(start, pack: 0)
  }

  /// The number of undo steps between the root and a revision, where a group is one step; nil if there is no such
  /// revision.
  func steps(to number: Int) -> Int? {
    guard var here = revisions[number] else { return nil }
    var steps = 0
    while let parent = here.parent, let above = revisions[parent] {
      if here.group == nil || here.group != above.group { steps += 1 }
      here = above
    }
    return steps
  }

  /// Adds a sentence for each revision that has lost something, naming the other revisions that show the loss.
  private func describeLosses(_ tree: TreeOrder) {
    var followers: [Int: [Int]] = [:]
    for number in tree.numbers {
      if let firstDivergentRevision = revisions[number]?.firstDivergentRevision, firstDivergentRevision != number {
        followers[firstDivergentRevision, default: []].append(number)
      }
    }
    for number in tree.numbers {
      guard let revision = revisions[number] else { continue }
      let keys = lost[number] ?? [:]
      let others = followers[number].map { ", nor in \(Self.ranges($0))" } ?? ""
      if revision.unnamedTiles > 0 {
        problems.append(
          CheckProblem(
            code: .tilesLost, message: "r\(number): \(revision.unnamedTiles) of its tiles are in no pack\(others)",
            revision: number))
        if keys.isEmpty { continue }
      }
      guard !keys.isEmpty || revision.firstDivergentRevision == number else { continue }
      guard !keys.isEmpty else {
        problems.append(
          CheckProblem(
            code: .wrongFingerprint,
            message: "r\(number): its picture does not have the fingerprint that was recorded\(others)",
            revision: number))
        continue
      }
      let boxes = keys.keys.sorted().prefix(8).map { key in
        let place = TilePlace(key: key)
        let box = place.index.box(on: revision.size)
        let plane = place.plane.words.map { " \($0)" } ?? ""
        return "\(box.x),\(box.y),\(box.width)x\(box.height)\(plane)"
      }
      let packs = Set(keys.values).sorted().prefix(8).map(Self.name).joined(separator: ", ")
      let more = keys.count > boxes.count ? " and more" : ""
      problems.append(
        CheckProblem(
          code: .tilesLost,
          message:
            "r\(number): \(keys.count) of its tiles cannot be read from \(packs) (\(boxes.joined(separator: " "))\(more))"
            + others, revision: number, pack: keys.values.min()))
    }
  }

  /// Describes ascending numbers briefly: `r5, r7 to r9`.
  static func ranges(_ numbers: [Int]) -> String {
    var words: [String] = []
    var start = 0
    while start < numbers.count {
      var end = start
      while end + 1 < numbers.count, numbers[end + 1] == numbers[end] + 1 { end += 1 }
      words.append(end == start ? "r\(numbers[start])" : "r\(numbers[start]) to r\(numbers[end])")
      start = end + 1
    }
    return words.count > 12 ? words.prefix(12).joined(separator: ", ") + " and more" : words.joined(separator: ", ")
  }

  private func writeTree(_ tree: TreeOrder) throws(HistoryError) {
    var nodes: [Int: RevisionNode] = [:]
    for number in tree.numbers {
      guard let revision = revisions[number] else { continue }
      var node = RevisionNode(parent: nil, depth: 0, jump: number)
      if let parent = revision.parent, let above = nodes[parent], let jump = nodes[above.jump] {
        let further = nodes[jump.jump]?.depth ?? 0
        let isEven = above.depth - jump.depth == jump.depth - further
        node = RevisionNode(parent: parent, depth: above.depth + 1, jump: isEven ? jump.jump : parent)
      }
      nodes[number] = node
      typealias Column = IndexPart.Column
      try index.update(
        .revisionTree, number,
        [(Column.Tree.parent, node.parent), (Column.Tree.depth, node.depth), (Column.Tree.jump, node.jump)])
      try index.update(
        .revision, number,
        [
          (Column.Revision.base, revision.base), (Column.Revision.group, revision.group),
          (Column.Revision.pack, revision.pack),
          (Column.Revision.fingerprintHigh, Int(bitPattern: UInt(revision.fingerprint.high))),
          (Column.Revision.fingerprintLow, Int(bitPattern: UInt(revision.fingerprint.low))),
          (Column.Revision.tileCount, 0), (Column.Revision.bytes, revision.bytes),
        ])
    }
  }

  /// Writes the tile list of each revision; the start only has a count.
  private func writeTileLists() throws(HistoryError) {
    let query = try index.database.statement("SELECT revision, tile FROM tile ORDER BY revision, tile")
    defer { query.reset() }
    var number: Int?
    var keys: [UInt32] = []
    func write() throws(HistoryError) {
      guard let number else { return }
      if number != 0 { try index.setTiles(of: number, to: keys) }
      try index.update(.revision, number, [(IndexPart.Column.Revision.tileCount, keys.count)])
    }
    while try query.step() {
      if query.int(0) != number {
        try write()
        number = query.int(0)
        keys.removeAll(keepingCapacity: true)
      }
      keys.append(UInt32(truncatingIfNeeded: query.int(1)))
    }
    try write()
  }
}
