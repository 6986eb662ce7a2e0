import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintHistory

/// A simple model of a history: all pictures, parents and names.
struct PlainHistory {
  var parents: [Int: Int] = [:]
  var pictures: [Int: PlainPicture]
  var names = [0: "New"]
  /// The author and the words as typed of each revision.
  var origins = [0: Origin()]
  /// The groups, by their first revisions.
  var groups: [Int: Group] = [:]
  /// The group of each revision.
  var members: [Int: Int] = [:]
  var branches: [String: Int] = [:]
  /// The base of each revision.
  var bases = [0: 0]
  /// The initial canvas of each base, including pruned ones.
  var basePictures: [Int: PlainPicture]
  /// The tiles of other planes that each revision shows.
  var planes: [Int: PlaneTiles] = [:]
  /// What each revision wrote; the start is not among them.
  var written: [Int: Written] = [:]
  var current = 0
  var tip = 0
  /// The oldest revision that is kept.
  var root = 0

  init(_ start: PlainPicture) {
    pictures = [0: start]
    basePictures = pictures
  }

  /// What a revision wrote.
  struct Written {
    /// The new canvas, if it replaced that.
    var canvas: BlankCanvas?
    var size: CanvasSize
    var tiles: [PlacedTile]
    var others: [(place: TilePlace, tile: Tile)]
  }

  /// What is recorded of a revision besides its name and its command.
  struct Origin: Equatable {
    var author = ""
    var typed = ""

    init() {}

    init(of revision: Revision) { (author, typed) = (revision.author, revision.typed) }

    /// That of the revision with this number; both texts are often empty.
    init(ofRevision number: Int) {
      var generator = SeededGenerator(seed: UInt64(number))
      author = ["", "", "Ann", "two words", "b\\ack\nline\r", "☃"].randomElement(using: &generator) ?? ""
      typed = ["", "", "edit 1", "edit '\\' 1", "ünï\r\n"].randomElement(using: &generator) ?? ""
    }
  }

  /// The revisions after `ancestor` up to `revision`; nil if it is not an ancestor.
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

  /// The revisions from the start to the tip.
  var line: [Int] { [root] + (path(to: tip, from: root) ?? []) }

  /// A revision and its ancestors, the start first.
  func ancestors(of revision: Int) -> [Int] { [root] + (path(to: revision, from: root) ?? []) }

  /// The number of common ancestors of two revisions, including themselves.
  private func shared(_ first: Int, _ second: Int) -> Int {
    Set(ancestors(of: first)).intersection(ancestors(of: second)).count
  }

  /// The revisions of the next undo step, the nearest first.
  func stepBack(from start: Int) -> [Int] {
    guard let group = members[start] else { return parents[start] == nil ? [] : [start] }
    return ancestors(of: start).reversed().filter { members[$0] == group }
  }

  /// The revisions of the next redo step.
  func stepForward(from start: Int) -> [Int] {
    let way = path(to: tip, from: start) ?? []
    guard let next = way.first, let group = members[next] else { return Array(way.prefix(1)) }
    return Array(way.prefix { members[$0] == group })
  }

  /// The expected description of a step.
  func step(_ revisions: [Int]) -> Step {
    let name = members[revisions[0]].flatMap { groups[$0]?.name } ?? names[revisions[0]]
    return Step(first: revisions.min() ?? 0, last: revisions.max() ?? 0, name: name ?? "")
  }

  /// Checks the position in the history and the picture.
  func checkCurrent(_ history: History, _ note: Comment) throws {
    #expect(history.current.number == current, note)
    #expect(history.current.name == names[current], note)
    #expect(Origin(of: history.current) == origins[current], note)
    #expect(history.current.group == members[current], note)
    #expect(history.state.tip == tip, note)
    #expect(history.canUndo == (parents[current] != nil), note)
    #expect(history.canRedo == (tip != current), note)
    let (back, forward) = (stepBack(from: current), stepForward(from: current))
    #expect(try history.undoName() == (back.isEmpty ? nil : step(back).name), note)
    #expect(try history.redoName() == (forward.isEmpty ? nil : step(forward).name), note)
    #expect(try PlainPicture(canvasOf: history) == pictures[current], note)
    #expect(history.current.base == bases[current], note)
    let base = basePicture(of: current)
    #expect(try PlainPicture(of: history.basePicture()) == base, note)
    #expect(try PlainPicture(rowsOf: history.basePicture()) == base, note)
    #expect(try PlainPicture(concurrentTilesOf: history.basePicture(), threads: 2) == base, note)
    try checkErasable(history, note)
    #expect(history.current.fingerprint == pictures[current]?.fingerprint, note)
    try checkPlanes(of: history.snapshot(at: current), note)
  }

  /// Checks the picture of every revision, whether current, undone or on a side branch, and all names, groups and
  /// branches.
  func checkAll(_ history: History, note: Comment) throws {
    let listed = try history.branches()
    #expect(Dictionary(uniqueKeysWithValues: listed.map { ($0.name, $0.revision) }) == branches, note)
    #expect(listed.map(\.name) == branches.keys.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
    for (number, picture) in pictures {
      let snapshot = try history.snapshot(at: number)
      #expect(snapshot.revision.parent == parents[number], note)
      #expect(snapshot.revision.name == names[number], note)
      #expect(Origin(of: snapshot.revision) == origins[number], note)
      #expect(snapshot.revision.group == members[number], note)
      #expect(try history.group(number) == groups[number], note)
      #expect(snapshot.revision.fingerprint == picture.fingerprint, note)
      #expect(try PlainPicture(of: snapshot) == picture, note)
      #expect(try PlainPicture(rowsOf: snapshot) == picture, note)
      try checkPlanes(of: snapshot, note)
      #expect(try PlainPicture(concurrentTilesOf: snapshot, threads: 1 + number % 3) == picture, note)
      let way = try history.revisions(between: number, and: current)
      #expect(
        way.undone.map(\.number) == Array(ancestors(of: number).dropFirst(shared(number, current)).reversed()), note)
      #expect(way.redone.map(\.number) == Array(ancestors(of: current).dropFirst(shared(number, current))), note)
    }
  }
}
