import PaintRaster
import PaintTestSupport
import Synchronization
import SystemPackage
import Testing

@testable import PaintHistory

@Suite("History: forgetting")
struct ForgettingTests {
  @Test(
    "with any limits, gc and forgetting, every revision shows its picture, also from packs alone",
    // The first branch points into a group that the root moves into.
    arguments: [14_144_942_790_272_214_569, .random(in: 3 ... .max)] + (isThorough ? [1, 2] : []) as [UInt64],
    [History.Access.editing, .editingInGroups])
  func agreesWithModel(seed: UInt64, access: History.Access) throws {
    var generator = SeededGenerator(seed: seed)
    var picture = PlainPicture(try #require(CanvasSize(width: 130, height: 70)), filledWith: .white)
    for index in PlainPicture.indices(of: picture.size) where Bool.random(using: &generator) {
      picture[index] = Tile.random(using: &generator)
    }
    let document = try SampleDocument(picture: picture)
    var model = PlainHistory(picture)
    var limit = 0
    for session in 0..<7 {
      let history = try document.open(access, cache: 20 * Tile.byteCount)
      if access == .editingInGroups, session % 2 == 1 { try history.writeBehind() }
      for step in 0..<Int.random(in: 1...30, using: &generator) {
        let note: Comment = "seed \(seed), session \(session), step \(step)"
        try history.beginEditing()
        if Int.random(in: 0..<25, using: &generator) == 0 {
          limit = Bool.random(using: &generator) ? 0 : Int.random(in: 5...9, using: &generator)
          try history.setLimits(Limits(steps: limit, bytes: 0, sideAge: 0))
        } else if Int.random(in: 0..<12, using: &generator) == 0 {
          try model.forget(history, using: &generator)
          try history.beginEditing()
        } else {
          try model.step(history, using: &generator)
        }
        if Bool.random(using: &generator) { try history.commit() } else { try history.endEditing() }
        if Int.random(in: 0..<10, using: &generator) == 0 { try history.sync() }
        // With `editingInGroups` the root waits for the sync.
        model.follow(history, limit: limit, isExact: false, note)
        try model.checkCurrent(history, note)
        try checkAccounts(history, note)
      }
      if Bool.random(using: &generator) { try history.sync() }
      if Bool.random(using: &generator) { _ = try history.collect() }
      model.follow(history, limit: limit, isExact: false, "seed \(seed), session \(session)")
      try model.checkAll(history, note: "seed \(seed), session \(session)")
      #expect(history.state.revisions == model.pictures.count)
    }
    let history = try document.open(.reading)
    try model.checkCurrent(history, "seed \(seed), read")
    try model.checkAll(history, note: "seed \(seed), read")
    #expect(try history.line().map(\.number) == model.line)
    #expect(try history.revision(model.root).parent == nil)
    let rebuilt = try RebuiltHistory(packsIn: document.path.appending("packs"))
    #expect(rebuilt.complaints == [], "seed \(seed)")
    #expect(rebuilt.root == model.root, "seed \(seed)")
    #expect(Set(rebuilt.records.keys) == Set(model.pictures.keys), "seed \(seed)")
    for (number, picture) in model.pictures {
      #expect(rebuilt.picture(of: number) == picture, "seed \(seed), r\(number) from packs")
      #expect(
        (rebuilt.names[number] ?? rebuilt.records[number]?.name) == model.names[number], "seed \(seed), r\(number)")
      #expect(rebuilt.members[number] == model.members[number], "seed \(seed), r\(number)")
    }
    #expect(rebuilt.branches == model.branches, "seed \(seed)")
  }

  /// Checks that the counts match the files.
  private func checkAccounts(_ history: History, _ note: Comment) throws {
    let packs = try history.index.allPacks()
    #expect(packs.reduce(0) { $0 + $1.bytes } == history.state.packBytes, note)
    #expect(packs.reduce(0) { $0 + $1.live } == history.state.liveBytes, note)
    #expect(packs.count { $0.isSmall && !$0.isDamaged } == history.state.smallPacks, note)
  }

  @Test(
    "a limit is exact after every step, where a group is one step", arguments: [1, .random(in: 2 ... .max)] as [UInt64])
  func limitsExactly(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let document = try SampleDocument(width: 70, height: 40)
    var model = PlainHistory(PlainPicture(document.size, filledWith: .white))
    let history = try document.open()
    try history.beginEditing()
    try history.setLimits(Limits(steps: 6, bytes: 0, sideAge: 0))
    try history.commit()
    for step in 0..<80 {
      let note: Comment = "seed \(seed), step \(step)"
      try history.beginEditing()
      let next = history.state.nextRevision
      try model.step(history, using: &generator)
      try history.commit()
      model.follow(history, limit: 6, isExact: history.state.nextRevision > next, note)
      try model.checkCurrent(history, note)
    }
    try model.checkAll(history, note: "seed \(seed)")
  }

  @Test("if the root moves into the current group, undo takes the rest of it back to the root")
  func movesRootIntoGroup() throws {
    var generator = SeededGenerator(seed: 11)
    let document = try SampleDocument()
    let history = try document.open()
    try history.beginEditing()
    try history.beginGroup(named: "Four")
    for _ in 0..<4 { _ = try history.revise(randomTiles(on: document.size, count: 2, using: &generator)) }
    _ = try history.endGroup()
    #expect(try history.forget(.before(2)) == 2)
    #expect(history.current.group == 3)
    #expect(try history.group(3) == Group(first: 3, last: 4, name: "Four"))
    #expect(try history.group(1) == nil)
    #expect(try history.revision(2).group == nil)
    #expect(try history.undoName() == "Four")
    #expect(try history.undo(9).named == [Step(first: 3, last: 4, name: "Four")])
    #expect(history.current.number == 2 && !history.canUndo)
    #expect(try history.redo(1).named == [Step(first: 3, last: 4, name: "Four")])
    try history.commit()
    #expect(try document.open(.reading).current == history.current)
  }

  @Test("merging 2,000 packs of one stroke each leaves few files and the same pictures")
  func merges() throws {
    var generator = SeededGenerator(seed: 4)
    let document = try SampleDocument()
    let history = try document.open(.editingInGroups)
    var fingerprints = [history.current.fingerprint]
    for _ in 0..<2_000 {
      try history.beginEditing()
      fingerprints.append(
        try history.revise(randomTiles(on: document.size, count: 2, using: &generator)).fingerprint)
      // Editing is not ended, so that nothing is merged automatically.
      try history.commit()
    }
    #expect(try document.packs().count == 2_001)
    let before = try document.byteCount()
    let collected = try history.collect()
    #expect(collected.revisions == 0 && collected.packsBefore == 2_001)
    #expect(try document.packs().count == collected.packs && collected.packs <= 24)
    #expect(try before - document.byteCount() == collected.bytes && collected.bytes > 0)
    #expect(try history.collect().bytes == 0)
    let reader = try document.open(.reading)
    for number in stride(from: 0, through: 2_000, by: 97) {
      #expect(try PlainPicture(of: reader.snapshot(at: number)).fingerprint == fingerprints[number])
    }
    #expect(try PlainPicture(canvasOf: reader).fingerprint == fingerprints[2_000])
    #expect(try RebuiltHistory(packsIn: document.path.appending("packs")).records.count == 2_001)
  }

  @Test("a gc merges two small packs, and leaves a single one as it is")
  func mergesFew() throws {
    var generator = SeededGenerator(seed: 6)
    let document = try SampleDocument()
    let history = try document.open()
    // The second pack, after that of the blank canvas.
    try history.commitRevision(randomTiles(on: document.size, count: 2, using: &generator))
    #expect(try document.packs().count == 2)
    #expect(try history.collect().packs == 1)
    let packs = try document.packs()
    #expect(packs.count == 1)
    #expect(try history.collect().packs == 1)
    #expect(try document.packs() == packs)
  }

  @Test("strokes are merged automatically, so there are always few files")
  func mergesAutomatically() throws {
    var generator = SeededGenerator(seed: 5)
    let document = try SampleDocument()
    for _ in 0..<200 {
      let history = try document.open()
      try history.beginEditing()
      _ = try history.revise(randomTiles(on: document.size, count: 2, using: &generator))
      try history.endEditing()
      #expect(history.state.smallPacks <= 2 * Maintenance.minimumPacksToMerge)
    }
    #expect(try document.packs().count <= 2 * Maintenance.minimumPacksToMerge)
  }

  @Test("a reader continues when a gc has moved tiles, and reports revisions that were forgotten")
  func readsThroughCollecting() throws {
    var generator = SeededGenerator(seed: 6)
    let document = try SampleDocument()
    let writer = try document.open()
    var fingerprints = [writer.current.fingerprint]
    for _ in 0..<30 {
      fingerprints.append(
        try writer.commitRevision(randomTiles(on: document.size, count: 4, using: &generator)).fingerprint)
    }
    let reader = try document.open(.reading)
    let old = try reader.snapshot(at: 12)
    let kept = try reader.snapshot(at: 28)
    _ = try writer.collect()
    #expect(try PlainPicture(of: old).fingerprint == fingerprints[12])
    #expect(try PlainPicture(canvasOf: reader).fingerprint == fingerprints[30])
    let second = try document.open(.reading)
    // A reader without open files, which could still be read.
    let fresh = try document.open(.reading)
    let gone = try fresh.snapshot(at: 12)
    let together = try document.open(.reading)
    let goneTogether = try together.snapshot(at: 12)
    let keptTogether = try together.snapshot(at: 28)
    try writer.beginEditing()
    _ = try writer.forget(.before(25))
    try writer.commit()
    // It sees one moment: forgotten revisions exist as long as their packs do.
    #expect(try PlainPicture(of: second.snapshot(at: 28)).fingerprint == fingerprints[28])
    _ = try writer.collect(thoroughly: true)
    let third = try document.open(.reading)
    #expect(try PlainPicture(of: third.snapshot(at: 28)).fingerprint == fingerprints[28])
    let error = #expect(throws: SnapshotError<Never>.self) { try gone.forEachTile(row: 0, columns: 0..<3) { _, _ in } }
    guard case .history(.unknownRevision(12)) = error else { throw try #require(error) }
    let another = #expect(throws: HistoryError.self) {
      try goneTogether.forEachTile(rows: 0..<3, columns: 0..<3, with: .all) { _, _ in }
    }
    guard case .unknownRevision(12) = another else { throw try #require(another) }
    #expect(try PlainPicture(concurrentTilesOf: keptTogether, threads: 2).fingerprint == fingerprints[28])
    #expect(try PlainPicture(of: second.snapshot(at: 28)).fingerprint == fingerprints[28])
    #expect(try PlainPicture(of: kept).fingerprint == fingerprints[28])
  }

  @Test("old unnamed side branches are dropped, named ones are kept")
  func forgetsOldSideBranches() throws {
    var generator = SeededGenerator(seed: 7)
    let document = try SampleDocument()
    let clock = TestClock()
    var options = History.Options()
    options.now = { clock.time }
    let history = try History(at: document.path, for: .editing, options: options)
    func draw(_ count: Int) throws {
      for _ in 0..<count { try history.commitRevision(randomTiles(on: document.size, count: 2, using: &generator)) }
    }
    func turn(to number: Int) throws {
      try history.beginEditing()
      try history.goTo(number)
      try history.commit()
    }
    clock.time = history.current.time + 1_000
    try draw(4)
    try turn(to: 2)
    try draw(3)
    try turn(to: 2)
    try draw(2)
    try history.beginEditing()
    try history.setBranch("kept", to: 4)
    try history.commit()
    // r3 and r4 have a branch, r5 to r7 have none; another branch points to the line. By default everything is kept.
    clock.time += 1_000 * 86_400_000
    #expect(try history.collect().revisions == 0)
    clock.time -= 1_000 * 86_400_000
    let age = 90 * 86_400_000
    try history.beginEditing()
    #expect(try history.setLimits(Limits(steps: 0, bytes: 0, sideAge: age)) == 0)
    try history.commit()
    clock.time += age - 1
    #expect(try history.collect().revisions == 0)
    clock.time += 1_100
    #expect(try history.collect().revisions == 3)
    #expect(try history.list(.wholeTree).map(\.revision.number) == [0, 1, 2, 3, 4, 8, 9])
    try history.beginEditing()
    try history.setLimits(Limits(steps: 0, bytes: 0, sideAge: 0))
    try history.removeBranch("kept")
    try history.commit()
    #expect(try history.collect().revisions == 0)
    try history.beginEditing()
    #expect(try history.setLimits(Limits(steps: 0, bytes: 0, sideAge: 1_000)) == 2)
    try history.commit()
  }

  @Test("a limit of bytes drops the oldest steps, but never the last five")
  func limitsBytes() throws {
    var generator = SeededGenerator(seed: 8)
    let document = try SampleDocument(width: 320, height: 320)
    let history = try document.open()
    try history.beginEditing()
    let limit = history.state.packBytes + 120_000
    try history.setLimits(Limits(steps: 0, bytes: limit, sideAge: 0))
    try history.commit()
    for _ in 0..<120 { try history.commitRevision(randomTiles(on: document.size, count: 20, using: &generator)) }
    #expect(history.state.liveBytes <= limit)
    #expect(history.state.root > 0)
    _ = try history.collect(thoroughly: true)
    #expect(history.state.packBytes <= limit * 8 / 7 + 4_096)
    try history.beginEditing()
    try history.setLimits(Limits(steps: 0, bytes: 1, sideAge: 0))
    try history.commit()
    try history.beginEditing()
    #expect(try history.undo(100).steps == Limits.minimumSteps)
    try history.commit()
  }

  @Test("a damaged pack is not changed, and the rest is collected")
  func leavesDamaged() throws {
    var generator = SeededGenerator(seed: 9)
    let document = try SampleDocument()
    let history = try document.open()
    for _ in 0..<9 { try history.commitRevision(randomTiles(on: document.size, count: 4, using: &generator)) }
    try document.rewrite("packs/0000000004.png") { $0[$0.count / 2] ^= 1 }
    let before = try SystemDisk().contents(of: document.path.appending("packs/0000000004.png"))
    let collected = try history.collect()
    #expect(collected.damaged == [4])
    #expect(collected.packs == 2)
    #expect(try SystemDisk().contents(of: document.path.appending("packs/0000000004.png")) == before)
  }

  @Test("leftovers of a killed gc are removed by the next one")
  func sweepsOrphans() throws {
    var generator = SeededGenerator(seed: 10)
    let document = try SampleDocument()
    let history = try document.open()
    for _ in 0..<9 { try history.commitRevision(randomTiles(on: document.size, count: 4, using: &generator)) }
    let old = try SystemDisk().contents(of: document.path.appending("packs/0000000003.png"))
    _ = try history.collect()
    let disk = SystemDisk()
    try disk.write(disk.open(document.path.appending("packs/0000000003.png"), .createNew), old)
    let collected = try history.collect()
    #expect(collected.orphans == 1 && collected.bytes == old.count)
    #expect(try document.packs().count == collected.packs)
  }
}

extension HistoryQuery {
  fileprivate static var wholeTree: HistoryQuery {
    var query = HistoryQuery()
    query.isWholeTree = true
    return query
  }
}

/// A clock that does not advance by itself.
private final class TestClock: Sendable {
  private let value = Mutex(0)
  var time: Int {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}
