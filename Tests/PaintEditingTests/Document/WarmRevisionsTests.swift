import PaintHistory
import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintEditing

@Suite("Warm revisions")
struct WarmRevisionsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func create(_ width: Int, _ height: Int, cache: Int) throws -> Document {
    let path = folder.appending("art.paint")
    let size = try #require(CanvasSize(width: width, height: height))
    _ = try Document.create(
      at: path, size: size, background: .white, command: "new", replacing: true, options: .init())
    return try open(cache: cache)
  }

  private func open(cache: Int) throws -> Document {
    var options = History.Options()
    options.cacheBytes = cache
    return Document(try History(at: folder.appending("art.paint"), for: .editingInGroups, options: options))
  }

  /// Whether a revision's picture is exported without a fault.
  private func isWarm(_ number: Int, in history: History) throws -> Bool {
    let before = history.cacheStatus.faults
    let snapshot = try history.snapshot(at: number)
    for row in 0..<snapshot.size.tileRows {
      try snapshot.forEachTile(row: row, columns: 0..<snapshot.size.tileColumns) { (_, _) throws(Never) in }
    }
    return history.cacheStatus.faults == before
  }

  private func warm(_ history: History) throws -> [Int]? {
    try history.warmRevisions().map { [$0.first, $0.last] }
  }

  /// The warm revisions, found by exporting every picture.
  private func expected(_ history: History) throws -> [Int]? {
    let line = try history.line()
    let place = try #require(line.firstIndex { $0.number == history.current.number })
    guard try isWarm(line[place].number, in: history) else { return nil }
    var (first, last) = (place, place)
    while first > 0, try isWarm(line[first - 1].number, in: history) { first -= 1 }
    while last < line.count - 1, try isWarm(line[last + 1].number, in: history) { last += 1 }
    // Undo and redo skip the inside of a group.
    func isInside(_ index: Int) -> Bool {
      index + 1 < line.count && line[index].group != nil && line[index].group == line[index + 1].group
    }
    while first < place, isInside(first) { first += 1 }
    while last > place, isInside(last) { last -= 1 }
    return [line[first].number, line[last].number]
  }

  @Test("are those whose pictures are exported without a fault, after any drawing, undoing, grouping and eviction")
  func random() throws {
    let counts = try (1...6).map { try session(seed: $0) }
    // A small cache rarely holds a whole picture, a large one holds all of them: so both cases occur.
    #expect(counts.contains { $0.cold > 0 } && counts.contains { $0.partial > 0 }, "\(counts)")
  }

  /// A random session; returns how often no picture was in memory, and how often not every picture was.
  private func session(seed: UInt64) throws -> (cold: Int, partial: Int) {
    var random = SeededGenerator(seed: seed)
    let bound = [16, 24, 60, 400][Int(seed % 4)] * Tile.byteCount
    var document = try create(200, 150, cache: bound)
    var (cold, partial) = (0, 0)
    for session in 0..<3 {
      let history = document.history
      try history.beginEditing()
      for step in 0..<30 {
        let note: Comment = "seed \(seed), session \(session), step \(step)"
        let numbers = try history.line().map(\.number)
        switch Int.random(in: 0..<16, using: &random) {
        case 0: _ = try history.undo(.random(in: 1...3, using: &random))
        case 1: _ = try history.redo(.random(in: 1...3, using: &random))
        case 2: try history.goTo(try #require(numbers.randomElement(using: &random)))
        case 3: if try history.stepsToUndo() >= 2 { _ = try? history.join(steps: 2, named: nil) }
        case 4:
          let size = document.size
          let frame = PixelBox(
            x: .random(in: -9...9, using: &random), y: 0,
            width: max(40, size.width + .random(in: -9...9, using: &random)),
            height: size.height)
          _ = try document.perform(ReframeEdit(to: frame, background: .white), .test)
        case 5:
          _ = try document.perform(
            FloodFillEdit(
              x: 1, y: 1, paint: Paint(.color(Pixel(bits: .random(in: 0 ... .max, using: &random)))),
              tolerance: 255, expansion: 0), .test)
        case 6:
          try history.commit()
          try history.beginEditing()
        default:
          let stroke = StrokeEdit.random(on: document.size, revisions: numbers, using: &random)
          _ = try document.perform(stroke, .test)
        }
        let warm = try warm(history)
        let exported = try expected(history)
        #expect(warm == exported, note)
        if exported == nil { cold += 1 }
        if let exported, exported[0] != history.state.root { partial += 1 }
      }
      try history.endEditing()
      #expect(try warm(history) == expected(history), "seed \(seed), session \(session)")
      document = try open(cache: bound)
    }
    return (cold, partial)
  }

  @Test("a blank canvas is warm without a pack, a reopened drawing only after its tiles are read")
  func reopening() throws {
    var document = try create(64, 64, cache: 1 << 20)
    #expect(try warm(document.history) == [0, 0])
    try document.history.beginEditing()
    let line = StrokeEdit(
      shape: .line(Point(x: 3, y: 3), Point(x: 60, y: 50)), style: StrokeStyle(width: 3),
      paint: Paint(.color(.black)))
    _ = try document.perform(line, .test)
    #expect(try warm(document.history) == [0, 1])
    try document.history.endEditing()

    document = try open(cache: 1 << 20)
    #expect(try warm(document.history) == nil)
    for y in 0..<2 {
      for x in 0..<2 { _ = try document.history.tile(at: TileIndex(x: x, y: y)) }
    }
    #expect(try warm(document.history) == [0, 1])
  }
}
