import PaintEditing
import PaintHistory
import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@Suite("Document")
struct DocumentTests {
  private let folder: TemporaryFolder
  private var path: FilePath { folder.appending("art.paint") }

  init() throws { folder = try TemporaryFolder() }

  private func create(_ width: Int, _ height: Int, background: Pixel = .white) throws -> CanvasSize {
    let size = try #require(CanvasSize(width: width, height: height))
    _ = try Document.create(
      at: path, size: size, background: background, command: "new", replacing: false, options: .init())
    return size
  }

  private func open(
    _ access: History.Access, cache: Int = 32 << 20, disk: any Disk = SystemDisk()
  ) throws(HistoryError) -> Document {
    var options = History.Options()
    options.cacheBytes = cache
    options.disk = disk
    options.temporaryFolder = folder.path
    return Document(try History(at: path, for: access, options: options))
  }

  private func pencil(_ points: [(Double, Double)], width: Double = 8, color: Pixel = .black) -> StrokeEdit {
    StrokeEdit(
      shape: .pencil(points.map { PencilPoint(Point(x: $0.0, y: $0.1)) }), style: StrokeStyle(width: width),
      paint: Paint(.color(color)))
  }

  @Test("an edit reports that all is done before it takes effect, also one that does not know its whole")
  func reportsTheEnd() throws {
    _ = try create(150, 110)
    let document = try open(.editing)
    var reports: [(done: Int, all: Int)] = []
    document.history.progress = { reports.append(($0, $1)) }
    try document.history.beginEditing()
    let fill = FloodFillEdit(x: 1, y: 1, paint: Paint(.color(.black)), tolerance: 0, expansion: 0)
    #expect(try document.perform(fill, .test) != nil)
    #expect(reports.count > 1)
    #expect(reports.dropLast().allSatisfy { $0.all == 0 })
    let last = try #require(reports.last)
    #expect(last.done == last.all && last.all > 0)
  }

  @Test(
    "any session of strokes, undo, redo and goto shows the same as simple drawing on simple pictures",
    arguments: [1, 2, 3, 4, 5] as [UInt64])
  func agreesWithPlainDrawing(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let size = try create(150, 110, background: seed % 2 == 0 ? .transparent : .white)
    var pictures = [0: PlainPicture(size, filledWith: seed % 2 == 0 ? .transparent : .white)]
    var parents: [Int: Int] = [:]
    for session in 0..<5 {
      let document = try open(session % 2 == 0 ? .editing : .editingInGroups, cache: 18 * Tile.byteCount)
      let history = document.history
      for step in 0..<20 {
        let note: Comment = "seed \(seed), session \(session), step \(step)"
        let current = history.current.number
        let before = try #require(pictures[current])
        try history.beginEditing()
        switch Int.random(in: 0..<10, using: &generator) {
        case 0...6:
          let stroke = StrokeEdit.random(on: size, revisions: pictures.keys.sorted(), using: &generator)
          var base: PlainPicture?
          if stroke.erasing == .base { base = pictures[0] }
          if case .revision(let number) = stroke.erasing { base = pictures[number] }
          var picture = before
          picture.draw(stroke, base: base)
          let revision = try document.perform(stroke, .test)
          let difference = picture.difference(from: before)
          #expect((revision == nil) == (difference.count == 0), note)
          #expect(revision?.pixels ?? 0 == difference.count, note)
          #expect(revision?.bounds ?? .empty == difference.bounds, note)
          if let revision {
            #expect(revision.fingerprint == picture.fingerprint, note)
            pictures[revision.number] = picture
            parents[revision.number] = current
          }
        case 7: #expect(try history.undo(2).named.first?.last ?? current == current)
        case 8: _ = try history.redo(2)
        default: try history.goTo(pictures.keys.sorted().randomElement(using: &generator) ?? 0)
        }
        try history.commit()
        let shown = try PlainPicture(canvasOf: history)
        #expect(shown == pictures[history.current.number], note)
      }
      if session % 2 == 1 { try history.sync() }
    }
    let document = try open(.reading)
    for (number, picture) in pictures {
      let snapshot = try document.history.snapshot(at: number)
      #expect(snapshot.revision.parent == parents[number])
      #expect(try PlainPicture(rowsOf: snapshot) == picture, "seed \(seed), r\(number)")
      #expect(snapshot.revision.fingerprint == picture.fingerprint)
    }
  }

  @Test("an edit that changes no pixel makes no revision and writes nothing")
  func nothingChanges() throws {
    _ = try create(100, 100)
    let disk = CountingDisk()
    let document = try open(.editing, disk: disk)
    try document.history.beginEditing()
    for stroke in [
      pencil([(50, 50)], color: .white), pencil([(500, 500), (600, 700)]), pencil([(50, 50)], width: 0),
      pencil([(50, .nan)]), pencil([(50, 50)], color: .transparent), pencil([]),
    ] {
      #expect(try document.perform(stroke, .test) == nil)
    }
    disk.reset()
    try document.history.endEditing()
    #expect(document.history.state.revisions == 1)
    #expect(disk.calls.filter(\.kind.isMutating).isEmpty)
  }

  @Test("an eraser for a missing revision does nothing, and the transaction stays open")
  func missesRevision() throws {
    _ = try create(100, 100)
    let document = try open(.editing)
    try document.history.beginEditing()
    #expect(try document.perform(pencil([(50, 50)]), .test) != nil)
    var eraser = pencil([(50, 50)])
    eraser.paint.source = nil
    eraser.erasing = .revision(9)
    #expect(throws: HistoryError.self) { try document.perform(eraser, .test) }
    #expect(document.history.isEditing)
    try document.history.endEditing()
    #expect(document.history.current.number == 1)
  }

  @Test("a stroke that finds a damaged tile is abandoned, and earlier strokes remain")
  func meetsDamage() throws {
    let size = try create(400, 100)
    do {
      let document = try open(.editing)
      try document.history.beginEditing()
      _ = try document.perform(pencil([(300, 50)], width: 20), .test)
      try document.history.endEditing()
    }
    let pack = path.appending("packs/0000000002.png")
    var bytes = try SystemDisk().contents(of: pack)
    for place in 55..<bytes.count - 600 { bytes[place] ^= 0x55 }
    try SystemDisk().remove(pack)
    try SystemDisk().write(SystemDisk().open(pack, .createNew), bytes)
    let document = try open(.editing)
    try document.history.beginEditing()
    let kept = try #require(try document.perform(pencil([(20, 20), (60, 60)]), .test))
    #expect(throws: HistoryError.self) {
      try document.perform(pencil([(10, 40), (390, 45)], color: Pixel(bits: ~7)), .test)
    }
    let next = try #require(try document.perform(pencil([(100, 20), (110, 60)]), .test))
    try document.history.endEditing()
    #expect(next.parent == kept.number)
    let snapshot = try open(.reading).history.snapshot(at: next.number)
    var picture = PlainPicture(size, filledWith: .white)
    picture.draw(pencil([(20, 20), (60, 60)]), base: nil)
    picture.draw(pencil([(100, 20), (110, 60)]), base: nil)
    for index in PlainPicture.indices(of: size) where index.x < 6 {
      var shown = PlainPicture(size)
      shown[index] = try snapshot.tile(at: index)
      var expected = PlainPicture(size)
      expected[index] = picture[index]
      #expect(shown == expected, "\(index)")
    }
  }

  @Test(
    "a stroke only reads and writes the tiles that it touches, and undo and redo read no pixels, whatever the canvas contains"
  )
  func touchesLittle() throws {
    _ = try create(16_384, 16_384)
    do {
      let document = try open(.editing)
      try document.history.beginEditing()
      // Tiles from one edge to the other, of which the next stroke crosses a few.
      for y in [16, 4_112] {
        _ = try document.perform(pencil([(0, Double(y)), (16_384, Double(y))], width: 6), .test)
      }
      try document.history.endEditing()
    }
    let disk = CountingDisk()
    do {
      let document = try open(.editing, disk: disk)
      disk.reset()
      try document.history.beginEditing()
      let stroke = try #require(
        try document.perform(pencil([(100, 4_080), (400, 4_150)], color: Pixel(bits: ~9)), .test))
      let touched = disk.count(.read)
      #expect((1...12).contains(touched))
      #expect(disk.bytes(.read) < touched * 1_000)
      #expect(document.history.cacheStatus.faults == touched)
      try document.history.endEditing()
      #expect((9...40).contains(stroke.tileCount))
      #expect(disk.count(.create) == 1 && disk.count(.write) == 1)
      #expect(disk.bytes(.write) == stroke.bytes)
      #expect(stroke.bytes < stroke.tileCount * 1_000 + 1_000)
    }
    let history = try open(.editingInGroups, disk: disk).history
    disk.reset()
    try history.beginEditing()
    #expect(try history.undo(9).steps == 3)
    try history.commit()
    try history.beginEditing()
    #expect(try history.redo(9).steps == 3)
    try history.goTo(0)
    try history.goTo(2)
    _ = try history.line()
    try history.endEditing()
    #expect(disk.count(.read) == 0 && disk.count(.open) == 0 && disk.count(.write) == 0)
    #expect(history.cacheStatus.faults == 0)
  }

  @Test("strokes on a canvas larger than the cache stay within its bound and are exact", arguments: [1, 2] as [UInt64])
  func staysWithinBound(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let size = try create(320, 240)
    let bound = 20 * Tile.byteCount
    let document = try open(.editingInGroups, cache: bound)
    try document.history.beginEditing()
    var picture = PlainPicture(size, filledWith: .white)
    for step in 0..<25 {
      let stroke = StrokeEdit.random(on: size, revisions: [0], using: &generator)
      picture.draw(stroke, base: PlainPicture(size, filledWith: .white))
      if stroke.erasing == .nothing {
        picture = try PlainPicture(canvasOf: document.history)
        picture.draw(stroke, base: nil)
      }
      _ = try document.perform(stroke, .test)
      #expect(document.history.cacheStatus.bytes <= bound, "seed \(seed), step \(step)")
      #expect(document.history.current.fingerprint == picture.fingerprint, "seed \(seed), step \(step)")
    }
    #expect(document.history.cacheStatus.evicted > 0)
    #expect(try PlainPicture(canvasOf: document.history) == picture)
    try document.history.sync()
    #expect(try PlainPicture(rowsOf: open(.reading).history.snapshot(at: document.history.current.number)) == picture)
  }

  @Test("pixels can be read inside the canvas")
  func picks() throws {
    _ = try create(100, 50)
    let document = try open(.editing)
    try document.history.beginEditing()
    _ = try document.perform(pencil([(40, 20)], width: 10, color: Pixel(bits: 0xff11_2233)), .test)
    let snapshot = try document.history.snapshot(at: 1)
    #expect(try document.pixel(x: 40, y: 20, in: snapshot) == Pixel(bits: 0xff11_2233))
    #expect(try document.pixel(x: 99, y: 49, in: snapshot) == .white)
    for (x, y) in [(-1, 0), (0, -1), (100, 0), (0, 50), (.max, .min)] {
      #expect(try document.pixel(x: x, y: y, in: snapshot) == nil)
    }
  }
}
