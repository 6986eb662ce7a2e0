import PaintRaster
import PaintTestSupport
import Synchronization
import Testing

@testable import PaintHistory

/// A clock that a test sets.
private final class TestClock: Sendable {
  private let time = Mutex(1_000_000)
  var now: Int {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }
}

@Suite("Places of a history")
struct PlacesTests {
  private let folder: TemporaryFolder
  private let size: CanvasSize
  private let clock = TestClock()

  init() throws {
    folder = try TemporaryFolder()
    size = try #require(CanvasSize(width: 130, height: 70))
  }

  private func make() throws -> History {
    var options = History.Options()
    options.temporaryFolder = folder.path
    options.now = { [clock] in clock.now }
    let builder = try MemoryHistoryBuilder(
      .init(size: size, background: .white, name: "New", command: "new"), named: "picture", options: options)
    return try builder.finish()
  }

  /// A tree of edits with groups, some canvases, moves, few names and a clock that is set back at times.
  private func grown(_ history: History, using generator: inout SeededGenerator) throws {
    for _ in 0..<60 {
      try history.beginEditing()
      clock.now += Int.random(in: -400...1_000, using: &generator)
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: _ = try history.undo(Int.random(in: 1...4, using: &generator))
      case 1: _ = try history.redo(Int.random(in: 1...4, using: &generator))
      case 2: try history.goTo(Int.random(in: 0..<history.state.nextRevision, using: &generator))
      case 3: _ = try? history.join(steps: Int.random(in: 1...3, using: &generator), named: name(using: &generator))
      case 4 where Int.random(in: 0..<3, using: &generator) == 0:
        _ = try history.remake(
          BlankCanvas(size: size, background: .white), randomTiles(on: size, count: 2, using: &generator),
          name: name(using: &generator))
      default:
        _ = try history.revise(
          randomTiles(on: size, count: Int.random(in: 1...3, using: &generator), using: &generator),
          name: name(using: &generator))
      }
      try history.commit()
    }
  }

  private func name(using generator: inout SeededGenerator) -> String {
    "ABCDEF".randomElement(using: &generator).map(String.init) ?? ""
  }

  /// The revisions from the start to one of them.
  private func line(to last: Int, in history: History) throws -> [Revision] {
    [try history.revision(history.state.root)] + (try history.revisions(between: history.state.root, and: last).redone)
  }

  @Test(
    "are those of a simple search", arguments: [1, 2, 3, 4, .random(in: 5 ... .max)] as [UInt64])
  func places(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let history = try make()
    try grown(history, using: &generator)
    let below = try line(to: history.current.number, in: history)
    for time in stride(from: 999_000, to: clock.now + 2_000, by: 100) {
      let wanted = below.last { $0.time <= time }
      #expect(try history.newestRevision(madeBy: time)?.number == wanted?.number, "seed \(seed), time \(time)")
    }
    let whole = try line(to: history.state.tip, in: history)
    var names: [String] = []
    for revision in whole.reversed() {
      let group = try revision.group.flatMap { try history.group($0) }
      for name in [group?.name, revision.name].compactMap({ $0 }) where !names.contains(name) { names.append(name) }
    }
    #expect(try Set(history.stepNames()) == Set(names), "seed \(seed)")
    for name in ["A", "B", "C", "D", "E", "F", "New", "2 edits", "nothing"] {
      let wanted = try whole.last { revision in
        try revision.name == name || revision.group.flatMap { try history.group($0) }?.name == name
      }
      #expect(try history.newestStep(named: name)?.last == wanted?.number, "seed \(seed), name \(name)")
    }
    try history.beginEditing()
    let (here, there) = (history.current.number, try history.stepsToRedo())
    for steps in 1...there + 1 {
      let target = try history.revision(redoing: steps)
      #expect((target == nil) == (steps > there), "seed \(seed)")
      guard target != nil else { continue }
      _ = try history.redo(steps)
      #expect(history.current.number == target, "seed \(seed), \(steps) steps of redo")
      try history.goTo(here)
    }
    let back = try history.stepsToUndo()
    for steps in 1...back + 1 {
      let target = try history.revision(undoing: steps)
      #expect((target == nil) == (steps > back), "seed \(seed)")
      guard target != nil else { continue }
      _ = try history.undo(steps)
      #expect(history.current.number == target, "seed \(seed), \(steps) steps of undo")
      try history.goTo(here)
    }
    history.rollback()
  }

  @Test("a group's place is all of its revisions on the line")
  func groups() throws {
    let history = try make()
    for x in 0..<4 {
      let tile = Tile.color(Pixel(bits: UInt32(x) << 8 | 0xff00_00ff))
      try history.commitRevision([(TileIndex(x: x, y: 0), tile)], name: "Edit \(x)")
    }
    try history.beginEditing()
    try history.goTo(3)
    _ = try history.join(steps: 2, named: "Tree")
    try history.commit()
    #expect(try history.newestStep(named: "Tree") == Step(first: 2, last: 3, name: "Tree"))
    #expect(try history.newestStep(named: "Edit 1") == Step(first: 2, last: 2, name: "Edit 1"))
    #expect(try history.stepNames() == ["Edit 3", "Tree", "Edit 2", "Edit 1", "Edit 0", "New"])
    // A branch from the middle of the group has only the first part of it.
    try history.beginEditing()
    try history.goTo(2)
    try history.commit()
    try history.commitRevision([(TileIndex(x: 3, y: 1), .color(.black))], name: "Side")
    #expect(try history.newestStep(named: "Tree") == Step(first: 2, last: 2, name: "Tree"))
    #expect(try history.newestStep(named: "Edit 3") == nil)
  }

  @Test(
    "the revisions of a region are those that changed a pixel in it",
    arguments: [1, 2, 3, 4, .random(in: 5 ... .max)] as [UInt64])
  func regions(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let history = try make()
    try grown(history, using: &generator)
    for isWholeTree in [false, true] {
      for _ in 0..<40 {
        var query = HistoryQuery()
        query.isWholeTree = isWholeTree
        let all = try history.list(query).map(\.revision)
        let box = PixelBox(
          x: Int.random(in: -5..<140, using: &generator), y: Int.random(in: -5..<80, using: &generator),
          width: Int.random(in: 1...60, using: &generator), height: Int.random(in: 1...40, using: &generator))
        query.region = box
        let found = try history.list(query).map(\.revision.number)
        #expect(
          try found == all.filter { try hasChanged($0, in: box, of: history) }.map(\.number), "seed \(seed), \(box)")
        query.limit = 3
        #expect(try history.list(query).map(\.revision.number) == found.suffix(3), "seed \(seed), \(box)")
      }
    }
  }

  private func hasChanged(_ revision: Revision, in box: PixelBox, of history: History) throws -> Bool {
    guard let parent = revision.parent else { return false }
    if revision.base == revision.number { return !revision.bounds.intersection(box).isEmpty }
    let (before, after) = (try history.snapshot(at: parent), try history.snapshot(at: revision.number))
    let part = box.intersection(size.box)
    for y in part.y..<max(part.y, part.maxY) {
      for x in part.x..<max(part.x, part.maxX) {
        let tile = TileIndex(x: x / Tile.edge, y: y / Tile.edge)
        let (column, row) = (x % Tile.edge, y % Tile.edge)
        if try before.tile(at: tile)[column, row] != after.tile(at: tile)[column, row] { return true }
      }
    }
    return false
  }
}
