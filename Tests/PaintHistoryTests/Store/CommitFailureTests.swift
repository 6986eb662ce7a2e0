import PaintHistory
import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

/// The changes that are made on a failing disk.
enum Work: String, CaseIterable, Sendable {
  case stroke, colorStroke, manyTiles, severalPacks, packsInBetween, undo, redo, goTo, settings, group, sync
  case wholeGroup, takenBackGroup, join, part, name, branch, notesOfScript
  /// Tiles of every plane, and a base with tiles of its own planes.
  case planes, baseWithPlanes

  /// Makes the change, from beginning to commit.
  func perform(_ history: History) throws(HistoryError) {
    var generator = SeededGenerator(seed: 77)
    let size = history.current.size
    func tiles(_ count: Int) -> [PlacedTile] {
      PlainPicture.indices(of: size).prefix(count).map { index in
        var pixels = TilePixels(filledWith: .black)
        pixels[3, 4] = Pixel(bits: UInt32(truncatingIfNeeded: generator.next()) | 1)
        return (index, .pixels(pixels))
      }
    }
    try history.beginEditing()
    switch self {
    case .stroke: _ = try history.revise(tiles(1))
    case .colorStroke: _ = try history.revise([(TileIndex(x: 1, y: 1), .color(.black))])
    case .manyTiles: _ = try history.revise(tiles(9))
    case .severalPacks: _ = try history.revise(tiles(1_050))
    case .packsInBetween: _ = try history.revise(tiles(40))
    case .undo: _ = try history.undo(1)
    case .redo: _ = try history.redo(1)
    case .goTo: try history.goTo(1)
    case .settings: history.setSettings("--width 9")
    case .group, .sync:
      for count in [2, 1, 3] { _ = try history.revise(tiles(count)) }
    case .wholeGroup, .takenBackGroup:
      _ = try history.revise(tiles(2))
      try history.beginGroup(named: nil)
      for count in [2, 12, 1] { _ = try history.revise(tiles(count)) }
      if self == .wholeGroup { _ = try history.endGroup() } else { try history.abandonGroup() }
    case .join: _ = try history.join(steps: 1, named: "Other")
    case .part: _ = try history.ungroup()
    case .name: try history.rename(history.current.number, to: "Other")
    case .branch: try history.setBranch("other", to: 1)
    case .planes:
      _ = try history.revise(tiles(2), others: FaultModel.planeTiles(seed: 78))
    case .baseWithPlanes:
      guard let size = CanvasSize(width: 80, height: 60) else { break }
      let canvas = BlankCanvas(size: size, background: .white)
      _ = try history.remake(canvas, tiles(2), others: FaultModel.planeTiles(seed: 79))
      _ = try history.revise([], others: FaultModel.planeTiles(seed: 80))
    case .notesOfScript:
      try history.setBranch("other", to: 1)
      try history.removeBranch("first")
      try history.rename(1, to: "Other")
    }
    if self == .sync { try history.sync() } else { try history.endEditing() }
  }

  var access: History.Access {
    switch self {
    case .group, .sync, .wholeGroup, .notesOfScript: .editingInGroups
    default: .editing
    }
  }
  var side: Int { self == .severalPacks ? 1_050 : 100 }
  /// Small for `packsInBetween`, so that packs are written before the commit.
  var cache: Int { [.packsInBetween, .wholeGroup, .takenBackGroup].contains(self) ? 0 : 32 << 20 }
}

@Suite("History, on a failing disk")
struct CommitFailureTests {
  /// A document with an abandoned revision, one revision to undo and one to redo.
  private func prepared(_ work: Work) throws -> SampleDocument {
    let document = try SampleDocument(width: work.side, height: work.side)
    let history = try document.open()
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<2 {
      try history.commitRevision(randomTiles(on: document.size, count: 3, using: &generator))
    }
    try history.beginEditing()
    _ = try history.undo(1)
    _ = try history.revise(randomTiles(on: document.size, count: 3, using: &generator))
    _ = try history.revise(randomTiles(on: document.size, count: 3, using: &generator))
    _ = try history.undo(1)
    _ = try history.join(steps: 1, named: "Joined")
    try history.setBranch("first", to: 2)
    try history.endEditing()
    return document
  }

  private func copy(_ document: SampleDocument, to path: FilePath) throws {
    let disk = SystemDisk()
    try disk.createDirectory(path)
    try disk.createDirectory(path.appending("packs"))
    for (name, bytes) in try document.contents() {
      try disk.write(disk.open(path.appending(name), .createNew), bytes)
    }
  }

  private func faults(at call: Int) -> [FailingDisk.Fault] {
    [.fail(call, .noSpace), .cutShort(call), .fail(call, .ioError), .stop(call), .stopHalfway(call)]
  }

  private func open(_ path: FilePath, _ work: Work, on disk: any Disk) throws(HistoryError) -> History {
    var options = History.Options()
    options.disk = disk
    options.cacheBytes = work.cache
    // A program that another test starts has the lock of a stopped one, too, until it runs.
    options.wait = .seconds(600)
    return try History(at: path, for: work.access, options: options)
  }

  @Test(
    "whatever call fails, the document is in the state before or after, and can be edited", arguments: Work.allCases)
  func staysWhole(work: Work) throws {
    let document = try prepared(work)
    let before = try document.look()
    let dryRun = document.folder.appending("dry run.paint")
    try copy(document, to: dryRun)
    let counting = FailingDisk()
    try work.perform(open(dryRun, work, on: counting))
    let after = try VisibleState(of: History(at: dryRun, for: .reading))
    #expect(before != after)
    #expect(counting.mutations.count >= 2)
    for call in 1...counting.mutations.count {
      // One pack per tile: many calls, of which testing the first and the last is sufficient.
      if work == .packsInBetween, call > 12, call < counting.mutations.count - 6 { continue }
      // A thousand tiles each time: tests every third call, at least one of each kind.
      if work == .severalPacks, call % 3 != 0 { continue }
      let all = faults(at: call)
      // Each call fails in all ways in short work, otherwise in one way to save time.
      for fault in work == .stroke || work == .sync ? all : [all[call % all.count]] {
        let path = document.folder.appending("copy.paint")
        try copy(document, to: path)
        let note: Comment = "\(fault), \(counting.mutations[call - 1].kind) \(counting.mutations[call - 1].path)"
        try tryOut(work, at: path, fault: fault, before: before, after: after, note)
        try SystemDisk().removeTree(path)
      }
    }
  }

  private func tryOut(
    _ work: Work, at path: FilePath, fault: FailingDisk.Fault, before: VisibleState, after: VisibleState,
    _ note: Comment
  ) throws {
    let disk = FailingDisk(fault)
    var packs = try packContents(path)
    do {
      let history = try open(path, work, on: disk)
      do {
        try work.perform(history)
        #expect(try VisibleState(of: History(at: path, for: .reading)) == after, note)
      } catch {
        let standing = try VisibleState(of: History(at: path, for: .reading))
        // With groups, the commit at the beginning of `sync` remains if the sync fails.
        #expect(standing == before || work == .sync && standing == after, note)
        // When the disk works again, the same object can be used and shows what is committed.
        if case .stop = fault {
        } else if case .stopHalfway = fault {
        } else {
          #expect(try VisibleState(of: history) == standing, note)
          if standing == before {
            try work.perform(history)
            #expect(try VisibleState(of: History(at: path, for: .reading)) == after, note)
            try expectNoOrphans(path, note)
          }
        }
      }
    } catch {
      #expect(try VisibleState(of: History(at: path, for: .reading)) == before, note)
    }
    // Existing files are not written again.
    for (name, bytes) in try packContents(path) {
      if let old = packs.removeValue(forKey: name) { #expect(old == bytes, note) }
    }
    #expect(packs.isEmpty, note)
    // The next process, on a working disk.
    let standing = try VisibleState(of: History(at: path, for: .reading))
    let next = try open(path, work, on: SystemDisk())
    #expect(try VisibleState(of: next) == standing, note)
    if standing == before {
      try work.perform(next)
      let done = try VisibleState(of: next)
      // Numbers that a dead process has used are not used again.
      if next.unconfirmedPacks > 0 {
        #expect(done.isEquivalent(after), note)
      } else {
        #expect(done == after, note)
      }
    } else {
      try next.commitRevision([(TileIndex(x: 0, y: 0), .color(Pixel(bits: 12_345)))])
    }
    try expectNoOrphans(path, note)
  }

  private func packContents(_ path: FilePath) throws -> [String: [UInt8]] {
    let disk = SystemDisk()
    var contents: [String: [UInt8]] = [:]
    // Only those from before: later ones may be orphans.
    for name in try disk.names(in: path.appending("packs")).map(\.string) {
      let next = try History(at: path, for: .reading).state.nextPack
      if Int(name.prefix(10)) ?? 0 < next { contents[name] = try disk.contents(of: path.appending("packs/\(name)")) }
    }
    return contents
  }

  private func expectNoOrphans(_ path: FilePath, _ note: Comment) throws {
    let state = try History(at: path, for: .reading).state
    let names = try SystemDisk().names(in: path.appending("packs")).map(\.string).sorted()
    let folder = path.appending("unconfirmed")
    let aside = try SystemDisk().status(of: folder) == nil ? [] : SystemDisk().names(in: folder).map(\.string)
    #expect((names + aside).compactMap { Int($0.prefix(10)) }.sorted() == Array(1..<state.nextPack), note)
    let bytes = try names.reduce(0) { $0 + Int(try SystemDisk().status(of: path.appending("packs/\($1)"))?.size ?? 0) }
    #expect(bytes == state.packBytes, note)
  }
}
