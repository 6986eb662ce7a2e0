import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintHistory

@Suite("History, groups")
struct GroupTests {
  /// Whether the group's tiles fit in memory, and whether a background thread writes them.
  struct Setting: CustomTestStringConvertible, Sendable {
    var access: History.Access
    var cache: Int
    var writesBehind: Bool
    var testDescription: String { "\(access), cache \(cache)\(writesBehind ? ", behind" : "")" }
  }

  static let settings = [
    Setting(access: .editing, cache: 32 << 20, writesBehind: false),
    Setting(access: .editing, cache: 0, writesBehind: false),
    Setting(access: .editingInGroups, cache: 0, writesBehind: true),
    Setting(access: .editingInGroups, cache: 32 << 20, writesBehind: true),
  ]

  @Test("an abandoned group leaves nothing, and earlier changes remain", arguments: settings)
  func abandonsGroups(setting: Setting) throws {
    var generator = SeededGenerator(seed: 31)
    let document = try SampleDocument(width: 640, height: 640)
    let other = try SampleDocument(width: 640, height: 640)
    let before = randomTiles(on: document.size, count: 40, using: &generator)
    let edits = (0..<6).map { _ in randomTiles(on: document.size, count: 60, using: &generator) }
    let after = randomTiles(on: document.size, count: 40, using: &generator)
    for (document, hasGroup) in [(document, true), (other, false)] {
      let history = try document.open(setting.access, cache: setting.cache)
      if setting.writesBehind { try history.writeBehind() }
      try history.commitRevision(before)
      try history.beginEditing()
      _ = try history.revise(before.prefix(9).map { ($0.index, .color(.black)) }, name: "Second")
      _ = try history.revise(before.prefix(9).map { ($0.index, .color(.white)) }, name: "Third")
      _ = try history.undo(1)
      let picture = try PlainPicture(canvasOf: history)
      if hasGroup {
        let state = history.state
        try history.beginGroup(named: "Gone")
        for tiles in edits { _ = try history.revise(tiles) }
        try history.rename(1, to: "Gone")
        // An unfinished edit is also removed.
        try history.beginRevision(name: "Half", command: "half")
        try history.add(.color(.black), at: TileIndex(x: 3, y: 3))
        try history.abandonGroup()
        #expect(history.state == state)
        #expect(try history.redoName() == "Third")
        #expect(try PlainPicture(canvasOf: history) == picture)
      }
      _ = try history.revise(after, name: "After")
      try history.endEditing()
      #expect(try history.line().map(\.number) == [0, 1, 2, 4])
    }
    #expect(try document.look() == other.look())
    #expect(
      try document.packs() == (1...document.packs().count).map { "\(String(10_000_000_000 + $0).dropFirst()).png" })
    let bytes = try document.contents().filter { $0.key.hasPrefix("packs/") }.values.map(\.count).reduce(0, +)
    #expect(try document.open(.reading).state.packBytes == bytes)
    let rebuilt = try RebuiltHistory(packsIn: document.path.appending("packs"))
    #expect(rebuilt.complaints == [] && Set(rebuilt.records.keys) == [0, 1, 2, 3, 4])
  }

  /// What a history shows of its current picture and planes.
  private struct Look: Equatable {
    var current: Int
    var names: [String?]
    var base: PlainPicture
    var erasable: [TileIndex]
    var picture: PlainPicture
    var planes: [TilePlace: BlockHash]

    init(_ history: History) throws {
      current = history.current.number
      names = [try history.undoName(), try history.redoName()]
      erasable = try history.erasableTiles(of: history.current)
      base = try PlainPicture(of: history.basePicture())
      picture = try PlainPicture(canvasOf: history)
      planes = try history.snapshot(at: current).planeTiles(since: 0)
    }
  }

  @Test(
    "after an abandoned group everything is as without it, wherever tiles of bases and selections were written",
    arguments: settings)
  func forgetsOnlyTheGroup(setting: Setting) throws {
    for planesAt in 0...3 {
      for looksBefore in [false, true] {
        let looks = try [true, false].map { hasGroup in
          try session(setting, planesAt: planesAt, looksBefore: looksBefore, hasGroup: hasGroup)
        }
        #expect(looks[0] == looks[1], "planes at \(planesAt), looks before: \(looksBefore)")
      }
    }
  }

  /// What is seen after each step of a session that may have an abandoned group.
  ///
  /// - Parameter planesAt: tiles of other planes are written before the first commit, after it, in the group, after it.
  private func session(
    _ setting: Setting, planesAt: Int, looksBefore: Bool, hasGroup: Bool
  ) throws -> [Look] {
    var generator = SeededGenerator(seed: 34)
    let document = try SampleDocument()
    let edits = (0..<6).map { _ in randomTiles(on: document.size, count: 3, using: &generator) }
    let planes = (0..<4).map { planesAt == $0 ? FaultModel.planeTiles(seed: 35) : [] }
    let history = try document.open(setting.access, cache: setting.cache)
    if setting.writesBehind { try history.writeBehind() }
    try history.beginEditing()
    _ = try history.revise(edits[0], others: planes[0])
    try history.commit()
    try history.beginEditing()
    _ = try history.revise(edits[1], others: planes[1])
    if looksBefore { _ = try Look(history) }
    if hasGroup {
      try history.beginGroup(named: nil)
      for edit in edits[2...3] { _ = try history.revise(edit, others: planes[2]) }
      if looksBefore { _ = try Look(history) }
      try history.abandonGroup()
    }
    var looks = [try Look(history)]
    _ = try history.revise(edits[4], others: planes[3])
    looks.append(try Look(history))
    _ = try history.undo(2)
    looks.append(try Look(history))
    _ = try history.redo(1)
    looks.append(try Look(history))
    try history.commit()
    looks.append(try Look(history))
    try history.beginEditing()
    _ = try history.revise(edits[5])
    try history.endEditing()
    looks.append(try Look(history))
    let reader = try document.open(.reading)
    #expect(try Look(reader) == looks.last)
    #expect(try reader.snapshot(at: 2).planeTiles(since: 0) == looks[0].planes)
    return looks
  }

  @Test("readers see nothing of a group before it ends, and then all of it", arguments: settings)
  func isInvisible(setting: Setting) throws {
    var generator = SeededGenerator(seed: 32)
    let document = try SampleDocument(width: 320, height: 320)
    let history = try document.open(setting.access, cache: setting.cache)
    if setting.writesBehind { try history.writeBehind() }
    try history.beginEditing()
    try history.beginGroup(named: nil)
    for _ in 0..<5 {
      _ = try history.revise(randomTiles(on: document.size, count: 30, using: &generator))
      let reader = try document.open(.reading)
      #expect(reader.current.number == 0 && reader.state.revisions == 1)
    }
    let summary = try #require(try history.endGroup())
    #expect(summary.group == Group(first: 1, last: 5, name: "5 edits"))
    #expect(try document.open(.reading).current.number == 0)
    try history.endEditing()
    #expect(summary.bytes == history.state.packBytes - (try history.revision(0).bytes))
    let reader = try document.open(.reading)
    #expect(reader.current.number == 5 && reader.current.group == 1)
    #expect(try reader.undoName() == "5 edits")
  }

  @Test("a history that is released within a group leaves nothing of it")
  func isForgotten() throws {
    var generator = SeededGenerator(seed: 33)
    let document = try SampleDocument(width: 640, height: 640)
    try document.open().commitRevision([(TileIndex(x: 0, y: 0), .color(.black))])
    let before = try document.contents()
    do {
      let history = try document.open(.editing, cache: 0)
      try history.beginEditing()
      try history.beginGroup(named: nil)
      _ = try history.revise(randomTiles(on: document.size, count: 90, using: &generator))
      #expect(try document.packs().count > 2)
    }
    #expect(try document.contents() == before)
  }

  @Test("a dry run abandons groups like a real run")
  func dryRuns() throws {
    var generator = SeededGenerator(seed: 34)
    let document = try SampleDocument()
    try document.open().commitRevision([(TileIndex(x: 0, y: 0), .color(.black))])
    let before = try document.contents()
    do {
      let history = try document.open(.dryRun)
      try history.beginEditing()
      _ = try history.revise(randomTiles(on: document.size, count: 3, using: &generator))
      let picture = try PlainPicture(canvasOf: history)
      try history.beginGroup(named: nil)
      _ = try history.revise(randomTiles(on: document.size, count: 3, using: &generator))
      try history.abandonGroup()
      #expect(try PlainPicture(canvasOf: history) == picture)
      #expect(history.current.number == 2 && history.state.nextRevision == 3)
      try history.endEditing()
    }
    #expect(try document.contents() == before)
  }

  @Test(
    "an edit from inside a group is a separate step, and redo goes to the last revision of the group on the path to the tip"
  )
  func forks() throws {
    let document = try SampleDocument()
    let history = try document.open()
    func edit(_ number: Int) throws {
      _ = try history.revise([(TileIndex(x: 0, y: 0), .color(Pixel(bits: UInt32(number))))], name: "E\(number)")
    }
    try history.beginEditing()
    try edit(1)
    try history.beginGroup(named: "G")
    for number in 2...5 { try edit(number) }
    _ = try history.endGroup()
    try history.goTo(3)
    try edit(6)
    #expect(history.current.group == nil && history.current.parent == 3)
    #expect(try history.undo(1).named == [Step(first: 6, last: 6, name: "E6")])
    #expect(try history.undo(1).named == [Step(first: 2, last: 3, name: "G")])
    #expect(history.current.number == 1)
    #expect(try history.redo(1).named == [Step(first: 2, last: 3, name: "G")])
    #expect(try history.redo(1).named == [Step(first: 6, last: 6, name: "E6")])
    // Only a part of it is on this path.
    #expect(throws: HistoryError.self) { try history.join(steps: 2, named: nil) }
    #expect(history.isEditing)
    try history.goTo(2)
    #expect(history.state.tip == 6)
    #expect(try history.redo(1).named == [Step(first: 3, last: 3, name: "G")])
    try history.goTo(5)
    #expect(try history.undo(9).steps == 2)
    #expect(try history.redo(9).steps == 2)
    #expect(history.current.number == 5)
    try history.endEditing()
  }

  @Test("many steps at once give the same result as single steps", arguments: 1...3 as ClosedRange<UInt64>)
  func skips(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let document = try SampleDocument(width: 32, height: 32)
    var model = PlainHistory(PlainPicture(document.size, filledWith: .white))
    let history = try document.open(.editingInGroups)
    try history.beginEditing()
    // Long ranges of single steps between groups, and side branches with groups.
    for round in 0..<12 {
      for _ in 0..<Int.random(in: 0...20, using: &generator) { try model.edit(history, using: &generator) }
      try model.makeGroup(history, using: &generator)
      if round % 4 == 3 {
        try model.move(history, by: Int.random(in: 1...30, using: &generator), isBack: true)
        for _ in 0..<5 { try model.edit(history, using: &generator) }
        try model.makeGroup(history, using: &generator)
      }
    }
    for _ in 0..<60 {
      try model.move(history, by: Int.random(in: 1...120, using: &generator), isBack: Bool.random(using: &generator))
      #expect(history.current.number == model.current, "seed \(seed)")
      if Int.random(in: 0..<5, using: &generator) == 0 {
        let target = model.pictures.keys.sorted().randomElement(using: &generator) ?? 0
        try history.goTo(target)
        model.current = target
        if model.path(to: model.tip, from: target) == nil { model.tip = target }
      }
    }
    try history.endEditing()
  }

  @Test("what is joined to the end of a group is all that the join reads and changes")
  func joinsWithoutTheRest() throws {
    let document = try SampleDocument(width: 64, height: 64)
    let history = try document.open()
    try history.beginEditing()
    var bytes = 0
    for number in 1...40 {
      _ = try history.revise([(TileIndex(x: 0, y: 0), .color(Pixel(bits: 0xff00_0000 | UInt32(number))))])
      // Once the index is asked, all of the revision is written.
      _ = history.index
      bytes += history.current.bytes
      guard number > 1 else { continue }
      let joined = try #require(try history.join(steps: 2, named: "All"))
      #expect(joined.group == Group(first: 1, last: number, name: "All"))
      #expect(joined.parent == 0 && joined.revisions == number && joined.tiles == number && joined.bytes == bytes)
      #expect(try history.stepsToUndo() == 1)
      // A revision of which any part is read from now on is an error, because its checksums are wrong.
      try history.index.database.execute(
        "UPDATE revision SET time = time + 1, name = 'Read' WHERE id BETWEEN 2 AND \(number - 2)")
    }
    history.rollback()
  }

  @Test(
    "joins and ungroupings in any order give the groups of a plain list",
    arguments: [1, 2, 3, .random(in: 4 ... .max)] as [UInt64])
  func joinsLikeAList(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let document = try SampleDocument(width: 64, height: 64)
    let history = try document.open()
    // The steps in order, each with its revisions, and whether it is a group.
    var steps: [(revisions: [Revision], isGroup: Bool)] = []
    for _ in 0..<300 {
      try history.beginEditing()
      let last = try steps.last.map { try #require($0.revisions.last) }
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<4:
        let color = Pixel(bits: UInt32(truncatingIfNeeded: generator.next()) | 0xff00_0000)
        steps.append(([try history.revise([(TileIndex(x: 0, y: 0), .color(color))])], false))
      case 4..<8 where !steps.isEmpty:
        let count = min(steps.count, .random(in: 1...3, using: &generator))
        let revisions = steps.suffix(count).flatMap(\.revisions)
        let joined = try #require(try history.join(steps: count, named: nil))
        steps.removeLast(count)
        steps.append((revisions, true))
        #expect(joined.group.first == revisions[0].number && joined.group.last == last?.number, "seed \(seed)")
        #expect(joined.revisions == revisions.count && joined.tiles == revisions.count, "seed \(seed)")
        let bytes = try revisions.map { try history.revision($0.number).bytes }.reduce(0, +)
        #expect(joined.bytes == bytes, "seed \(seed)")
        #expect(joined.group.name == (revisions.count == 1 ? "Edit" : "\(revisions.count) edits"), "seed \(seed)")
      case 8:
        let isGroup = steps.last?.isGroup ?? false
        let ungrouped = try history.ungroup()
        #expect((ungrouped != nil) == isGroup, "seed \(seed)")
        guard isGroup else { break }
        let revisions = steps.removeLast().revisions
        for revision in revisions { steps.append(([revision], false)) }
      default:
        if !steps.isEmpty { _ = try history.join(steps: 1, named: "Gone") }
        history.rollback()
        continue
      }
      #expect(try history.stepsToUndo() == steps.count, "seed \(seed)")
      try history.commit()
    }
    let groups = steps.flatMap { step -> [Int?] in
      step.revisions.map { _ in step.isGroup ? step.revisions[0].number : nil }
    }
    #expect(try history.line().dropFirst().map(\.group) == groups, "seed \(seed)")
    // The packs alone tell the same groups.
    #expect(try document.check().problems.isEmpty, "seed \(seed)")
  }
}
