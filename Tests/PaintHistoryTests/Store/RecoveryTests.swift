import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

@Suite("History, after a power cut")
struct RecoveryTests {
  /// The appearance of a pack that did not reach the disk.
  enum PackDamage: CaseIterable, Sendable {
    case missing, empty, truncated, bitFlipped
  }

  private let document: SampleDocument
  private let pictures: [Int: PlainPicture]

  /// Two synced revisions, then six that were committed but not synced, with r5 on a separate branch: packs 2 to 9.
  init() throws {
    document = try SampleDocument(width: 200, height: 100)
    var generator = SeededGenerator(seed: 21)
    var pictures = [0: PlainPicture(document.size, filledWith: .white)]
    let history = try document.open(.editingInGroups)
    for number in 1...8 {
      if number == 5 {
        try history.beginEditing()
        try history.goTo(3)
      }
      if number == 6 {
        try history.beginEditing()
        try history.goTo(4)
      }
      var tiles = randomTiles(on: document.size, count: 4, using: &generator)
      // So that there is something to damage.
      tiles[0].tile = .pixels(tiles[0].tile.expanded)
      var picture = try #require(pictures[history.current.number])
      for (index, tile) in tiles { picture[index] = tile }
      try history.commitRevision(tiles)
      pictures[number] = picture
      if number == 2 { try history.sync() }
    }
    self.pictures = pictures
  }

  private func harm(_ pack: Int, _ harm: PackDamage) throws { try self.harm("000000000\(pack).png", harm) }

  private func harm(_ pack: String, _ harm: PackDamage) throws {
    let name = "packs/\(pack)"
    switch harm {
    case .missing: try SystemDisk().remove(document.path.appending(name))
    case .empty: try document.rewrite(name) { $0 = [] }
    case .truncated: try document.rewrite(name) { $0.removeLast($0.count - 60) }
    // In the first tile's compressed bytes.
    case .bitFlipped: try document.rewrite(name) { $0[58] ^= 4 }
    }
  }

  private func expect(_ history: History, _ revisions: [Int], current: Int, tip: Int) throws {
    #expect(history.current.number == current)
    #expect(history.state.tip == tip)
    #expect(history.state.revisions == revisions.count)
    for number in revisions {
      let snapshot = try history.snapshot(at: number)
      #expect(try PlainPicture(of: snapshot) == pictures[number], "r\(number)")
    }
    for number in 0..<9 where !revisions.contains(number) {
      #expect(throws: HistoryError.self) { try history.revision(number) }
    }
  }

  @Test("everything that reached the disk is kept", arguments: [true, false])
  func keepsAll(isSecond: Bool) throws {
    let history = try document.open(isSecond ? .editing : .editingInGroups)
    try history.beginEditing()
    try history.endEditing()
    try expect(history, Array(0...8), current: 8, tip: 8)
    #expect(history.state.syncedRevision == 8)
  }

  @Test("the history is cut off at the first revision that did not", arguments: PackDamage.allCases, [4, 5, 6, 9])
  func cuts(how: PackDamage, pack: Int) throws {
    // Pack n contains r(n-1).
    let first = pack - 1
    try harm(pack, how)
    let history = try document.open()
    try history.beginEditing()
    try history.endEditing()
    let current = first == 3 ? 2 : first == 4 ? 3 : first == 5 ? 4 : first == 6 ? 4 : 7
    try expect(history, Array(0..<first), current: current, tip: current)
    #expect(try document.packs().count == first)
    // Lost numbers are not used again, and the history can be continued.
    let next = try history.commitRevision([(TileIndex(x: 0, y: 0), .color(Pixel(bits: 77)))])
    #expect(next.number == 9 && next.parent == current)
    #expect(try document.look().current == 9)
    let bytes = try document.contents().filter { $0.key.hasPrefix("packs/") }.values.map(\.count)
    #expect(history.state.packBytes == bytes.reduce(0, +))
    try history.endEditing()
    withExtendedLifetime(history) {}
  }

  @Test("synced revisions are not cut off: their damage is reported, and the rest is kept")
  func keepsSynced() throws {
    try harm(2, .bitFlipped)
    let history = try document.open()
    try history.beginEditing()
    try history.endEditing()
    #expect(history.current.number == 8)
    let error = #expect(throws: HistoryError.self) { try PlainPicture(of: history.snapshot(at: 1)) }
    #expect("\(error as Any)".contains("0000000002.png"))
    #expect(try PlainPicture(of: history.snapshot(at: 0)) == pictures[0])
  }

  @Test("readers report no damage before they read it, and change nothing")
  func readersLeaveItAlone() throws {
    try harm(9, .missing)
    let before = try document.contents()
    let history = try document.open(.reading)
    #expect(history.current.number == 8)
    #expect(throws: HistoryError.self) { try PlainPicture(canvasOf: history) }
    #expect(try PlainPicture(of: history.snapshot(at: 7)) == pictures[7])
    #expect(try document.contents() == before)
  }

  @Test("packs that no row refers to are removed before the first edit, and nothing else")
  func sweeps() throws {
    for pack in [10, 11, 12] { try document.folder.write("orphan", to: "art.paint/packs/00000000\(pack).png") }
    try document.folder.write("a note of the user's", to: "art.paint/packs/note.txt")
    let history = try document.open()
    try history.beginEditing()
    try history.endEditing()
    #expect(try document.packs() == (1...9).map { "000000000\($0).png" } + ["note.txt"])
    try expect(history, Array(0...8), current: 8, tip: 8)
  }

  @Test(
    "a revision without slots is lost with the pack that contains its record", arguments: [PackDamage.missing, .empty])
  func cutsColors(harm: PackDamage) throws {
    var history: History? = try document.open(.editingInGroups)
    try history?.commitRevision([(TileIndex(x: 0, y: 0), .color(Pixel(bits: 99)))])
    try history?.endEditing()
    history = nil
    try self.harm("0000000010.png", harm)
    let next = try document.open()
    try next.beginEditing()
    try next.endEditing()
    try expect(next, Array(0...8), current: 8, tip: 8)
    #expect(try document.check().problems == [])
  }

  @Test(
    "names, groups and branches of a script that died are kept, except those of revisions that are cut off",
    arguments: [false, true])
  func notes(isCut: Bool) throws {
    let synced = try script()
    // The packs of r9, of the group's revisions, which are cut off together, and of the last notes, which the index
    // also has.
    let lost = isCut ? synced.nextPack + 1 : synced.nextPack + 2
    try SystemDisk().remove(document.path.appending("packs/00000000\(lost).png"))
    let next = try document.open()
    try next.beginEditing()
    try next.endEditing()
    #expect(next.state.syncedNote == next.state.nextNote - 1)
    #expect(next.state.revisions == (isCut ? 10 : 12))
    #expect(try next.revision(3).name == "Kept")
    #expect(try next.branches().map(\.name) == (isCut ? ["kept"] : ["cut", "kept"]))
    #expect(try next.undoName() == (isCut ? "Edit" : "Named"))
    let rebuilt = try RebuiltHistory(packsIn: document.path.appending("packs"))
    #expect(rebuilt.complaints == [])
    #expect(rebuilt.names[3] == "Kept" && rebuilt.branches["kept"] == 3)
    let bytes = try document.contents().filter { $0.key.hasPrefix("packs/") }.values.map(\.count).reduce(0, +)
    #expect(next.state.packBytes == bytes)
    try next.commitRevision([(TileIndex(x: 0, y: 0), .color(Pixel(bits: 77)))])
  }

  @Test(
    "a recovery that stops at any call can be repeated by the next writer",
    arguments: [PackDamage.missing, .empty, .truncated, .bitFlipped])
  func recoveryDies(harm: PackDamage) throws {
    do {
      let history = try document.open(.editingInGroups)
      try history.beginEditing()
      try history.setBranch("kept", to: 3)
      try history.rename(3, to: "Kept")
      try history.commit()
      try history.endEditing()
    }
    try self.harm(try #require(document.packs().last), harm)
    let before = try document.contents()
    var call = 1
    while true {
      try document.restore(before)
      let disk = FailingDisk(.stop(call))
      do {
        let dying = try document.open(disk: disk)
        try dying.beginEditing()
        try dying.endEditing()
      } catch {}
      let note: Comment = "call \(call): \(String(describing: disk.mutations.last))"
      // It may have to wait: a process that another test forks has the dead writer's lock until it starts its program.
      let next = try document.open()
      try next.beginEditing()
      try next.endEditing()
      try expect(next, Array(0...8), current: 8, tip: 8)
      #expect(try next.revision(3).name == "Kept" && next.branches().map(\.name) == ["kept"], note)
      let problems = try document.check().problems
      #expect(problems == [], note)
      guard disk.hasTriggered else { break }
      call += 1
    }
    #expect(call > 5)
  }

  @Test("an older group that lost its last revisions is shortened, also in its packs")
  func shortens() throws {
    do {
      let history = try document.open(.editingInGroups)
      try history.beginEditing()
      try history.sync()
      // The next revisions are not synced, but joined with synced ones.
      try history.commitRevision([(TileIndex(x: 1, y: 1), .color(.black))])
      try history.beginEditing()
      _ = try history.join(steps: 3, named: "Long")
      try history.commit()
    }
    let packs = try document.packs()
    try SystemDisk().remove(document.path.appending("packs/\(packs[9])"))
    let next = try document.open()
    try next.beginEditing()
    try next.endEditing()
    #expect(next.current.number == 8)
    #expect(try next.group(7) == Group(first: 7, last: 8, name: "Long"))
    let rebuilt = try RebuiltHistory(packsIn: document.path.appending("packs"))
    #expect(rebuilt.groups[7]?.last == 8 && rebuilt.groups[7]?.name == "Long")
    #expect(rebuilt.members == [7: 7, 8: 7])
  }

  /// A script that died after r9, a group of r10 and r11, and some names; returns the state before.
  private func script() throws -> DocumentState {
    let history = try document.open(.editingInGroups)
    try history.beginEditing()
    try history.endEditing()
    let synced = history.state
    try history.beginEditing()
    try history.setBranch("kept", to: 3)
    try history.rename(3, to: "Kept")
    var generator = SeededGenerator(seed: 22)
    try history.commitRevision(randomTiles(on: document.size, count: 3, using: &generator))
    try history.beginEditing()
    try history.beginGroup(named: "Cut")
    for _ in 0..<2 { _ = try history.revise([(TileIndex(x: 1, y: 1), .color(Pixel(bits: .random(in: 0 ... .max))))]) }
    _ = try history.endGroup()
    try history.commit()
    try history.beginEditing()
    try history.setBranch("cut", to: 11)
    _ = try history.join(steps: 1, named: "Named")
    try history.commit()
    #expect(history.state.syncedNote == synced.syncedNote)
    return synced
  }
}
