import PaintHistory
import PaintRaster
import PaintTestSupport
import Testing

@Suite("History")
struct RandomSessionTests {
  @Test(
    "any session shows what a plain list of pictures shows, however often it is closed and opened",
    arguments: [1, 2, 3, 4] as [UInt64], [History.Access.editing, .editingInGroups])
  func agreesWithModel(seed: UInt64, access: History.Access) throws {
    var generator = SeededGenerator(seed: seed)
    let document = try SampleDocument(width: 130, height: 70)
    var model = PlainHistory(PlainPicture(document.size, filledWith: .white))
    for session in 0..<8 {
      // Small, so that tiles are evicted all the time.
      let history = try document.open(access, cache: 20 * Tile.byteCount)
      for step in 0..<Int.random(in: 1...25, using: &generator) {
        let note: Comment = "seed \(seed), session \(session), step \(step)"
        try history.beginEditing()
        try model.step(history, using: &generator)
        if Bool.random(using: &generator) { try history.commit() } else { try history.endEditing() }
        try model.checkCurrent(history, note)
      }
      if Bool.random(using: &generator) { try history.sync() }
      if session % 3 == 0 { try model.checkAll(history, note: "seed \(seed), session \(session)") }
    }
    let history = try document.open(.reading)
    try model.checkCurrent(history, "seed \(seed), read")
    try model.checkAll(history, note: "seed \(seed), read")
    #expect(try history.line().map(\.number) == model.line)
    #expect(try history.line(limit: 3).map(\.number) == model.line.suffix(3))
    #expect(history.state.revisions == model.pictures.count)
  }

  @Test("undo and then redo give back every picture, and steps beyond the ends are not taken")
  func walksBackAndForth() throws {
    var generator = SeededGenerator(seed: 9)
    let document = try SampleDocument()
    let history = try document.open(.editingInGroups)
    var fingerprints = [history.current.fingerprint]
    try history.beginEditing()
    for _ in 0..<90 {
      fingerprints.append(
        try history.revise(randomTiles(on: document.size, count: 2, using: &generator)).fingerprint)
    }
    for steps in [1, 3, 64, 65, 89] {
      #expect(try history.undo(steps).map(\.number) == (0..<steps).map { 90 - $0 })
      #expect(history.current.fingerprint == fingerprints[90 - steps])
      #expect(try PlainPicture(canvasOf: history).fingerprint == fingerprints[90 - steps])
      #expect(try history.redo(steps).map(\.number) == (0..<steps).map { 91 - steps + $0 })
      #expect(try PlainPicture(canvasOf: history).fingerprint == fingerprints[90])
    }
    #expect(try history.redo(1).isEmpty)
    #expect(try history.undo(1_000).count == 90)
    #expect(try history.undo(1).isEmpty)
    #expect(!history.canUndo)
    #expect(try history.redo(0).isEmpty)
    #expect(try history.redo(1_000).count == 90)
    try history.commit()
  }
}

/// A history in the plainest form: all pictures, and who came from whom.
struct PlainHistory {
  var parents: [Int: Int] = [:]
  var pictures: [Int: PlainPicture]
  var current = 0
  var tip = 0

  init(_ start: PlainPicture) { pictures = [0: start] }

  /// The revisions from behind `ancestor` to `revision`; nil if it is none.
  func path(to revision: Int, from ancestor: Int) -> [Int]? {
    var path: [Int] = []
    var here = revision
    while here != ancestor {
      path.append(here)
      guard let parent = parents[here] else { return nil }
      here = parent
    }
    return path.reversed()
  }

  /// From the start to where redo ends.
  var line: [Int] { [0] + (path(to: tip, from: 0) ?? []) }

  private func ancestors(of revision: Int) -> [Int] { [0] + (path(to: revision, from: 0) ?? []) }

  /// How many ancestors two revisions share, themselves counted.
  private func shared(_ first: Int, _ second: Int) -> Int {
    Set(ancestors(of: first)).intersection(ancestors(of: second)).count
  }

  /// Does something at random here and to `history`.
  mutating func step(_ history: History, using generator: inout SeededGenerator) throws {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0...5:
      let size = history.current.size
      let picture = pictures[current] ?? PlainPicture(size)
      let tiles = randomTiles(on: size, count: Int.random(in: 1...5, using: &generator), using: &generator)
      var next = picture
      for (index, tile) in tiles { next[index] = tile }
      let revision = try history.revise(tiles)
      let difference = next.difference(from: picture)
      #expect(revision.pixels == difference.count && revision.bounds == difference.bounds)
      #expect(revision.parent == current)
      #expect(revision.tileCount == tiles.count)
      parents[revision.number] = current
      pictures[revision.number] = next
      current = revision.number
      tip = revision.number
    case 6, 7:
      let steps = Int.random(in: 1...4, using: &generator)
      let undone = try history.undo(steps)
      #expect(undone.map(\.number) == ancestors(of: current).dropFirst().suffix(steps).reversed())
      for _ in undone { current = parents[current] ?? 0 }
    case 8:
      let steps = Int.random(in: 1...4, using: &generator)
      let redone = try history.redo(steps)
      #expect(redone.map(\.number) == Array((path(to: tip, from: current) ?? []).prefix(steps)))
      current = redone.last?.number ?? current
    default:
      let target = pictures.keys.sorted().randomElement(using: &generator) ?? 0
      try history.goTo(target)
      current = target
      if path(to: tip, from: target) == nil { tip = target }
    }
  }

  /// Where the history stands and what it shows.
  func checkCurrent(_ history: History, _ note: Comment) throws {
    #expect(history.current.number == current, note)
    #expect(history.state.tip == tip, note)
    #expect(history.canUndo == (parents[current] != nil), note)
    #expect(history.canRedo == (tip != current), note)
    #expect(try history.redoTarget() == path(to: tip, from: current)?.first, note)
    #expect(try PlainPicture(canvasOf: history) == pictures[current], note)
    #expect(history.current.fingerprint == pictures[current]?.fingerprint, note)
  }

  /// Every revision, whether current, undone or abandoned, shows its picture.
  func checkAll(_ history: History, note: Comment) throws {
    for (number, picture) in pictures {
      let snapshot = try history.snapshot(at: number)
      #expect(snapshot.revision.parent == parents[number], note)
      #expect(snapshot.revision.fingerprint == picture.fingerprint, note)
      #expect(try PlainPicture(of: snapshot) == picture, note)
      #expect(try PlainPicture(rowsOf: snapshot) == picture, note)
      let way = try history.path(from: number, to: current)
      #expect(
        way.undone.map(\.number) == Array(ancestors(of: number).dropFirst(shared(number, current)).reversed()), note)
      #expect(way.redone.map(\.number) == Array(ancestors(of: current).dropFirst(shared(number, current))), note)
    }
  }
}
