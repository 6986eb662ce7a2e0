import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintHistory

extension PlainHistory {
  /// Makes a random change here and in `history`.
  mutating func step(_ history: History, using generator: inout SeededGenerator) throws {
    switch Int.random(in: 0..<22, using: &generator) {
    case 0...6: try edit(history, using: &generator)
    case 20, 21: try takeOver(history, using: &generator)
    case 7: try remake(history, using: &generator)
    case 8, 9: try move(history, by: Int.random(in: 1...6, using: &generator), isBack: true)
    case 10, 11: try move(history, by: Int.random(in: 1...6, using: &generator), isBack: false)
    case 12:
      let target = pictures.keys.sorted().randomElement(using: &generator) ?? 0
      try history.goTo(target)
      current = target
      if path(to: tip, from: target) == nil { tip = target }
    case 13, 14: try makeGroup(history, using: &generator)
    case 15:
      try join(history, Int.random(in: 1...4, using: &generator), Bool.random(using: &generator) ? "Joined" : nil)
    case 16: try part(history)
    case 17, 18: try rename(history, using: &generator)
    default: try name(history, using: &generator)
    }
  }

  mutating func edit(_ history: History, using generator: inout SeededGenerator) throws {
    let size = history.current.size
    let picture = pictures[current] ?? PlainPicture(size)
    let tiles = randomTiles(on: size, count: Int.random(in: 1...5, using: &generator), using: &generator)
    var next = picture
    for (index, tile) in tiles { next[index] = tile }
    let others = randomPlaneTiles(on: size, using: &generator)
    let origin = Origin(ofRevision: history.state.nextRevision)
    let revision = try history.revise(
      tiles, others: others.map { ($0.place.index, $0.place.plane, $0.tile) }, author: origin.author,
      typed: origin.typed)
    origins[revision.number] = origin
    let difference = next.difference(from: picture)
    #expect(revision.pixels == difference.count && revision.bounds == difference.bounds)
    #expect(revision.parent == current)
    #expect(revision.tileCount == tiles.count + others.count)
    written[revision.number] = Written(size: size, tiles: tiles, others: others)
    note(others, of: revision.number, isBase: false)
    parents[revision.number] = current
    pictures[revision.number] = next
    names[revision.number] = revision.name
    bases[revision.number] = bases[current]
    current = revision.number
    tip = revision.number
  }

  /// Replaces the whole canvas, usually with another size.
  mutating func remake(_ history: History, using generator: inout SeededGenerator) throws {
    let sides = [(130, 70), (33, 100), (200, 31), (64, 64), (1, 1)].randomElement(using: &generator) ?? (130, 70)
    guard let size = CanvasSize(width: sides.0, height: sides.1) else { return }
    let canvas = BlankCanvas(size: size, background: [.white, .transparent].randomElement(using: &generator) ?? .white)
    let tiles = randomTiles(
      on: size, count: Int.random(in: 0...min(5, size.tileCount), using: &generator), using: &generator)
    var next = PlainPicture(size, filledWith: canvas.background)
    for (index, tile) in tiles { next[index] = tile }
    let others = randomPlaneTiles(on: size, using: &generator)
    let origin = Origin(ofRevision: history.state.nextRevision)
    let revision = try history.remake(
      canvas, tiles, others: others.map { ($0.place.index, $0.place.plane, $0.tile) }, author: origin.author,
      typed: origin.typed)
    origins[revision.number] = origin
    #expect(revision.parent == current && revision.base == revision.number && revision.size == size)
    written[revision.number] = Written(canvas: canvas, size: size, tiles: tiles, others: others)
    note(others, of: revision.number, isBase: true)
    parents[revision.number] = current
    pictures[revision.number] = next
    names[revision.number] = revision.name
    bases[revision.number] = revision.number
    basePictures[revision.number] = next
    current = revision.number
    tip = revision.number
  }

  /// Makes a revision with the tiles that another one wrote, which are not written again.
  private mutating func takeOver(_ history: History, using generator: inout SeededGenerator) throws {
    let size = history.current.size
    let possible = pictures.keys.sorted().filter { number in
      written[number].map { $0.canvas != nil || $0.size == size } ?? false
    }
    guard let source = possible.randomElement(using: &generator), let other = written[source] else { return }
    let before = pictures[current] ?? PlainPicture(size)
    var next = other.canvas.map { PlainPicture($0.size, filledWith: $0.background) } ?? before
    for (index, tile) in other.tiles { next[index] = tile }
    let origin = Origin(ofRevision: history.state.nextRevision)
    try history.beginRevision(
      name: "Take over", author: origin.author, command: "take over \(source)", typed: origin.typed,
      canvas: other.canvas)
    let selects = try history.addTiles(of: history.revision(source))
    #expect(selects == other.others.contains { $0.place == TilePlace(SelectionState.place, in: .selectionSummary) })
    let (count, bounds) = other.canvas == nil ? next.difference(from: before) : (next.pixels.count, next.size.box)
    let revision = try history.endRevision(pixels: count, bounds: bounds, fingerprint: next.fingerprint)
    #expect(revision.tileCount == other.tiles.count + other.others.count)
    #expect(revision.parent == current && revision.sameAs != nil)
    origins[revision.number] = origin
    written[revision.number] = other
    note(other.others, of: revision.number, isBase: other.canvas != nil)
    parents[revision.number] = current
    pictures[revision.number] = next
    names[revision.number] = revision.name
    bases[revision.number] = other.canvas == nil ? bases[current] : revision.number
    if other.canvas != nil { basePictures[revision.number] = next }
    current = revision.number
    tip = revision.number
  }

  mutating func move(_ history: History, by steps: Int, isBack: Bool) throws {
    var expected: [Step] = []
    var here = current
    while expected.count < steps {
      let crossed = isBack ? stepBack(from: here) : stepForward(from: here)
      guard let end = crossed.last else { break }
      expected.append(step(crossed))
      here = isBack ? parents[end] ?? 0 : end
    }
    let move = try isBack ? history.undo(steps) : history.redo(steps)
    #expect(move.steps == expected.count)
    #expect(move.named == (expected.count > 3 ? [expected[0], expected[expected.count - 1]] : expected))
    current = here
  }

  mutating func makeGroup(_ history: History, using generator: inout SeededGenerator) throws {
    let before = self
    let next = history.state.nextRevision
    let name = Bool.random(using: &generator) ? "Group \(next)" : nil
    try history.beginGroup(named: name)
    let count = Int.random(in: 0...4, using: &generator)
    for _ in 0..<count { try edit(history, using: &generator) }
    if count > 0, Bool.random(using: &generator) {
      try history.rename(next, to: "first \(next)")
      names[next] = "first \(next)"
    }
    if Int.random(in: 0..<3, using: &generator) == 0 {
      try history.abandonGroup()
      self = before
      #expect(history.state.nextRevision == next)
      return
    }
    let summary = try history.endGroup()
    #expect(summary?.revisions ?? 0 == count)
    guard let summary else { return }
    let revisions = Array(ancestors(of: current).suffix(count))
    #expect(summary.group.first == revisions[0] && summary.group.last == current)
    #expect(summary.parent == parents[revisions[0]])
    #expect(summary.group.name == name ?? (count == 1 ? names[current] : "\(count) edits"))
    groups[revisions[0]] = summary.group
    for revision in revisions { members[revision] = revisions[0] }
  }

  private mutating func join(_ history: History, _ steps: Int, _ name: String?) throws {
    var crossed: [Int] = []
    var here = current
    var taken = 0
    while taken < steps, let last = stepBack(from: here).last {
      crossed += stepBack(from: here)
      here = parents[last] ?? 0
      taken += 1
    }
    let touched = Set(crossed.compactMap { members[$0] })
    let isWhole = touched.allSatisfy { groups[$0].map { crossed.contains($0.last) } ?? false }
    let summary: GroupSummary?
    do {
      summary = try history.join(steps: steps, named: name)
    } catch {
      guard case .partOfGroup(let group, let number) = error else { throw error }
      #expect(!isWhole && touched.contains(group.first) && crossed.contains(number))
      return
    }
    #expect((summary == nil) == (taken < steps))
    guard let summary else { return }
    #expect(isWhole)
    let first = crossed.min() ?? 0
    let group = Group(
      first: first, last: current, name: name ?? (crossed.count == 1 ? names[first] ?? "" : "\(crossed.count) edits"))
    #expect(summary.group == group)
    #expect(summary.revisions == crossed.count)
    for number in touched { groups[number] = nil }
    for revision in crossed { members[revision] = first }
    groups[first] = group
  }

  private mutating func part(_ history: History) throws {
    let group = members[current].flatMap { groups[$0] }
    #expect(try history.ungroup() == group)
    guard let group else { return }
    groups[group.first] = nil
    for (revision, number) in members where number == group.first { members[revision] = nil }
  }

  private mutating func rename(_ history: History, using generator: inout SeededGenerator) throws {
    let name = ["A", "two words", "", "b\\ack\nline\r", "☃"].randomElement(using: &generator) ?? ""
    let group = groups.keys.sorted().randomElement(using: &generator)
    if Bool.random(using: &generator), let group {
      try history.renameGroup(group, to: name)
      groups[group]?.name = name
    } else {
      let revision = pictures.keys.sorted().randomElement(using: &generator) ?? 0
      try history.rename(revision, to: name)
      names[revision] = name
    }
  }

  private mutating func name(_ history: History, using generator: inout SeededGenerator) throws {
    let name = ["sketch", "ünï", "a/b", "main"].randomElement(using: &generator) ?? ""
    if Int.random(in: 0..<4, using: &generator) == 0 {
      try history.removeBranch(name)
      branches[name] = nil
    } else {
      let revision = pictures.keys.sorted().randomElement(using: &generator) ?? 0
      try history.setBranch(name, to: revision)
      branches[name] = revision
    }
    #expect(try history.branch(name) == branches[name])
  }
}
