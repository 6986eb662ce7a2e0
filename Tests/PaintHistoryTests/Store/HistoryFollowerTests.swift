import PaintHistory
import PaintRaster
import PaintTestSupport
import Testing

@Suite("HistoryFollower")
struct HistoryFollowerTests {
  private let document: SampleDocument
  private let history: History

  init() throws {
    document = try SampleDocument()
    history = try document.open()
  }

  /// A step that differs from every other one.
  private func step(_ number: Int) throws {
    let index = TileIndex(x: number % 3, y: number / 3 % 2)
    try history.commitRevision([(index, .color(color(number)))], name: "S\(number)")
  }

  private func color(_ number: Int) -> Pixel { Pixel(bits: 0xff00_0000 | UInt32(truncatingIfNeeded: number + 1)) }

  private func follower(after number: Int? = nil) throws -> HistoryFollower {
    guard let number else { return try HistoryFollower(document.path, options: history.options) }
    return try HistoryFollower(document.path, options: history.options) { (history) throws(HistoryError) in
      try history.revision(number)
    }
  }

  /// Commits a move.
  private func moving(_ body: () throws -> Move) throws -> Move {
    try history.beginEditing()
    let move = try body()
    try history.commit()
    return move
  }

  @Test("nothing happened before the beginning, and each call returns what was committed since the last one")
  func begins() throws {
    try step(0)
    var follower = try follower()
    #expect(try follower.next().isEmpty)
    try step(1)
    let events = try follower.next()
    #expect(events.map(\.kind) == [.step] && events.map(\.revision) == [history.current])
    #expect(events[0].undoName == "S1" && events[0].redoName == nil)
    #expect(try follower.next().isEmpty)
  }

  @Test("a long list comes in parts")
  func parts() throws {
    try history.beginEditing()
    for number in 0..<600 { _ = try history.revise([(TileIndex(x: 0, y: 0), .color(color(number)))]) }
    try history.commit()
    var follower = try follower(after: 0)
    var numbers: [Int] = []
    var calls = 0
    while true {
      let events = try follower.next()
      if events.isEmpty { break }
      calls += 1
      #expect(events.count <= 256)
      numbers += events.map(\.revision.number)
    }
    #expect(numbers == Array(1...600) && calls == 3)
  }

  @Test("each move by itself is reported as what it was, with its steps", arguments: [1, 2, 3, 4])
  func moves(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var follower = try follower()
    for number in 0..<60 {
      let (before, tip) = (history.current.number, history.state.tip)
      var expected: [HistoryEvent.Kind] = []
      var steps = 0
      var named: [Step] = []
      switch Int.random(in: 0..<7, using: &random) {
      case 0...2:
        try step(number)
        expected = [.step]
      case 3:
        let count = Int.random(in: 1...4, using: &random)
        let move = try moving { try history.undo(count) }
        (expected, steps, named) = (move.steps > 0 ? [.undo] : [], move.steps, move.named)
      case 4:
        let count = Int.random(in: 1...4, using: &random)
        let move = try moving { try history.redo(count) }
        (expected, steps, named) = (move.steps > 0 ? [.redo] : [], move.steps, move.named)
      case 5:
        try history.beginEditing()
        _ = try history.join(steps: 2, named: "G\(number)")
        try history.commit()
      default:
        let target = Int.random(in: 0..<history.state.nextRevision, using: &random)
        guard (try? history.revision(target)) != nil else { continue }
        try history.beginEditing()
        try history.goTo(target)
        try history.commit()
        let events = try follower.next()
        #expect(events.map(\.revision.number) == (target == before ? [] : [target]), "goto \(target), seed \(seed)")
        let distance = try history.distance(from: before, to: target)
        if let event = events.first, tip != history.state.tip || distance.undone > 0 && distance.redone > 0 {
          #expect(event.kind == .goTo, "goto \(target), seed \(seed)")
          #expect(event.undone.count == distance.undone && event.redone.count == distance.redone)
        }
        if let event = events.first { try checkNames(event) }
        continue
      }
      let events = try follower.next()
      #expect(events.map(\.kind) == expected, "step \(number), seed \(seed)")
      guard let event = events.first else { continue }
      #expect(event.revision.number == history.current.number)
      #expect(event.undone.count + event.redone.count == steps, "step \(number), seed \(seed)")
      #expect(event.undone.named + event.redone.named == named, "step \(number), seed \(seed)")
      try checkNames(event)
    }
  }

  private func checkNames(_ event: HistoryEvent) throws {
    #expect(try event.undoName == history.undoName())
    #expect(try event.redoName == history.redoName())
  }

  @Test("whatever happens between two calls, no step is missing and each begins where the last event ended")
  func manyAtOnce() throws {
    for seed in UInt64(1)...8 {
      var random = SeededGenerator(seed: seed)
      var position = history.current.number
      var last = history.state.nextRevision - 1
      var follower = try follower()
      for round in 0..<12 {
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          switch Int.random(in: 0..<4, using: &random) {
          case 0, 1: try step(Int.random(in: 0..<1 << 20, using: &random))
          case 2: _ = try moving { try history.undo(Int.random(in: 1...3, using: &random)) }
          default: _ = try moving { try history.redo(1) }
          }
        }
        for event in try follower.next() {
          if event.kind == .step {
            last += 1
            #expect(event.revision.number == last && event.revision.parent == position, "seed \(seed), round \(round)")
          } else {
            #expect(event.revision.number != position, "seed \(seed), round \(round)")
          }
          position = event.revision.number
        }
        #expect(position == history.current.number && last == history.state.nextRevision - 1)
      }
    }
  }

  @Test("dropped steps are a gap, a forgotten position is a move of unknown length")
  func forgotten() throws {
    for number in 0..<3 { try step(number) }
    var follower = try follower(after: 1)
    for number in 3..<12 { try step(number) }
    try history.beginEditing()
    _ = try history.forget(.before(9))
    try history.commit()
    let events = try follower.next()
    #expect(follower.hasGap && events.map(\.revision.number) == [9, 10, 11, 12])
    #expect(try follower.next().isEmpty && !follower.hasGap)
  }

  @Test("another document at the path is not followed")
  func replaced() throws {
    var follower = try follower()
    // Releases the lock.
    try history.endEditing()
    try SampleDocument.make(at: document.path, size: document.size, replacing: true)
    #expect {
      try follower.next()
    } throws: {
      if case HistoryError.replaced = $0 { true } else { false }
    }
  }
}
