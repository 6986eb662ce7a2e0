import PaintFilters
import PaintHistory
import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintEditing

/// Strokes and steps that move the canvas: what the eraser brings back is the beginning with the same steps alone.
@Suite("The eraser follows the canvas")
struct MovedBaseTests {
  private let folder: TemporaryFolder
  private var path: FilePath { folder.appending("art.paint") }

  init() throws { folder = try TemporaryFolder() }

  /// A document with a picture that has no symmetry.
  private func make(_ size: CanvasSize, at path: FilePath, using generator: inout SeededGenerator) throws -> Document {
    var options = History.Options()
    options.temporaryFolder = folder.path
    options.cacheBytes = 20 * Tile.byteCount
    let builder = try DocumentBuilder(
      at: path, start: .init(size: size, background: .white, name: "New", command: "new"), replacing: false,
      options: options)
    for index in PlainPicture.indices(of: size) where index.x > 0 {
      try builder.add(Tile.random(using: &generator), at: index)
    }
    _ = try builder.finish(replacing: false)
    return Document(try History(at: path, for: .editing, options: options))
  }

  private func stroke(on size: CanvasSize, using generator: inout SeededGenerator) -> StrokeEdit {
    let points = (0..<3).map { _ in
      PencilPoint(
        Point(
          x: .random(in: 0...Double(size.width), using: &generator),
          y: .random(in: 0...Double(size.height), using: &generator)))
    }
    return StrokeEdit(
      shape: .pencil(points), style: StrokeStyle(width: 5),
      paint: Paint(.color(Pixel(bits: UInt32(truncatingIfNeeded: generator.next())))))
  }

  private func step(on size: CanvasSize, using generator: inout SeededGenerator) throws -> GeometryStep {
    let color = Pixel(bits: UInt32(truncatingIfNeeded: generator.next()))
    let other = try #require(
      CanvasSize(width: .random(in: 20...150, using: &generator), height: .random(in: 20...150, using: &generator)))
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: return GeometryStep(.flip(Bool.random(using: &generator) ? .horizontal : .vertical))
    case 1:
      let turn = Double(90 * Int.random(in: 1...3, using: &generator))
      let rotation = try #require(PictureRotation(degrees: turn, of: size))
      return GeometryStep(.rotate(RotateEdit(rotation, background: color)))
    case 2 where size.width * size.height < 40_000:
      let angle = Double.random(in: -20...20, using: &generator)
      let rotation = try #require(PictureRotation(degrees: angle, of: size))
      return GeometryStep(.rotate(RotateEdit(rotation, background: color)))
    case 3:
      let method = ResamplingMethod.allCases.randomElement(using: &generator) ?? .nearest
      return GeometryStep(.resize(ResizeEdit(to: other, method: method)))
    default:
      let frame = PixelBox(
        x: .random(in: -30..<size.width, using: &generator), y: .random(in: -30..<size.height, using: &generator),
        width: other.width, height: other.height)
      return GeometryStep(.reframe(ReframeEdit(to: frame, background: color)))
    }
  }

  /// Whether each pixel of the new canvas is one of the old picture, or the background.
  private static func movesPixels(_ change: GeometryStep.Change) -> Bool {
    switch change {
    case .reframe, .flip: true
    case .rotate(let edit): edit.rotation.isQuarterTurn
    case .resize: false
    }
  }

  /// Erases the whole canvas.
  private func eraseAll(_ document: Document) throws {
    let size = document.size
    let middle = Double(size.height) / 2
    let line = Shape.line(Point(x: -500, y: middle), Point(x: Double(size.width) + 500, y: middle))
    let edit = StrokeEdit(
      shape: line, style: StrokeStyle(width: Double(size.height) + 500), paint: Paint(nil), erasing: .base)
    _ = try document.perform(edit, .test)
  }

  @Test(
    "erasing everything gives the beginning, moved by the same steps, also after undo, branches, forgetting and a repair",
    arguments: [1, 2, 3, .random(in: 4 ... .max)] as [UInt64])
  func followsEverywhere(seed: UInt64) throws {
    let (expected, fingerprint) = try drawAndForget(seed: seed)
    // Without its index, the document is rebuilt from the packs.
    for name in ["index.sqlite", "index.sqlite-wal", "index.sqlite-shm"] {
      try? SystemDisk().remove(path.appending(name))
    }
    var options = History.Options()
    options.temporaryFolder = folder.path
    _ = try DocumentRepair(DocumentCheck(of: path, options: options)).run()
    let rebuilt = Document(try History(at: path, for: .editing, options: options))
    #expect(rebuilt.history.current.fingerprint == fingerprint)
    try rebuilt.history.beginEditing()
    try eraseAll(rebuilt)
    try rebuilt.history.commit()
    #expect(try PlainPicture(canvasOf: rebuilt.history) == expected, "seed \(seed), rebuilt")
  }

  @Test(
    "a restored picture is moved as the steps since then moved the canvas", arguments: 1...12 as ClosedRange<UInt64>)
  func restores(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let size = try #require(CanvasSize(width: 130, height: 90))
    let document = try make(size, at: path, using: &generator)
    var moves: [GeometryStep.Change] = []
    try document.history.beginEditing()
    while moves.count < 12 {
      let step = try step(on: document.size, using: &generator)
      // From the second half on, all kinds of steps.
      if moves.count < 6 || seed % 2 == 0, !Self.movesPixels(step.change) { continue }
      if try document.perform(step, .test) != nil { moves.append(step.change) }
    }
    let expected = try PlainPicture(canvasOf: document.history)
    _ = try document.perform(ClearEdit(to: Pixel(red: 1, green: 2, blue: 3)), .test)
    let composed = CanvasMoves(moves, of: size, background: .white)
    _ = try document.perform(RestoreEdit(document.size.box, of: 0, moves: composed), .test)
    #expect(try PlainPicture(canvasOf: document.history) == expected, "seed \(seed)")
    try document.history.commit()
  }

  @Test("a picture follows 20,000 flips, turns and frames")
  func followsMany() throws {
    var generator = SeededGenerator(seed: 5)
    let size = try #require(CanvasSize(width: 70, height: 40))
    let document = try make(size, at: path, using: &generator)
    let expected = try PlainPicture(canvasOf: document.history)
    let turned = try #require(CanvasSize(width: 40, height: 70))
    let there = RotateEdit(try #require(PictureRotation(degrees: 90, of: size)), background: .white)
    let back = RotateEdit(try #require(PictureRotation(degrees: 270, of: turned)), background: .white)
    let larger = ReframeEdit(to: PixelBox(x: -3, y: -2, width: 80, height: 50), background: .black)
    let smaller = ReframeEdit(to: PixelBox(x: 3, y: 2, width: 70, height: 40), background: .black)
    let moves: [GeometryStep.Change] = (0..<2_500).flatMap { _ -> [GeometryStep.Change] in
      [
        .rotate(there), .rotate(back), .flip(.horizontal), .reframe(larger), .flip(.vertical), .flip(.vertical),
        .reframe(smaller), .flip(.horizontal),
      ]
    }
    try document.history.beginEditing()
    _ = try document.perform(ClearEdit(to: .black), .test)
    let composed = CanvasMoves(moves, of: size, background: .white)
    // However many they are, nothing is drawn for them before it is needed.
    #expect(composed.largestDrawing == 0)
    _ = try document.perform(RestoreEdit(size.box, of: 0, moves: composed), .test)
    #expect(try PlainPicture(canvasOf: document.history) == expected)
    try document.history.commit()
  }

  @Test("each step that scales is drawn once for all edits that go back to a picture before it", arguments: [4, 8, 16])
  func drawsOnce(steps: Int) throws {
    var generator = SeededGenerator(seed: 7)
    let size = try #require(CanvasSize(width: 90, height: 70))
    let document = try make(size, at: path, using: &generator)
    let start = try PlainPicture(canvasOf: document.history)
    var targets: [(revision: Int, moves: CanvasMoves)] = []
    try document.history.beginEditing()
    for target in 0..<2 {
      let number = document.history.current.number
      targets.append((number, CanvasMoves(of: document.size, background: .white)))
      _ = try document.perform(ClearEdit(to: Pixel(red: 9, green: UInt8(target), blue: 3)), .test)
    }
    for step in 0..<steps {
      let newSize = try #require(CanvasSize(width: 90 + step % 3, height: 71 + step % 2))
      let resize = ResizeEdit(to: newSize, method: .bilinear)
      _ = try document.perform(GeometryStep(.resize(resize)), .test)
      for place in targets.indices {
        targets[place].moves.append(.resize(resize))
        _ = try document.perform(
          RestoreEdit(
            PixelBox(x: 0, y: 10 * place, width: 40, height: 20), of: targets[place].revision,
            moves: targets[place].moves), .test)
      }
    }
    #expect(document.drawnPictures.count == 2 * steps)
    // Other steps from the same picture do not take what was drawn for these.
    let expected = try #require(CanvasSize(width: 50, height: 40))
    let other = CanvasMoves([.resize(ResizeEdit(to: expected, method: .nearest))], of: size, background: .white)
    _ = try document.perform(GeometryStep(.resize(ResizeEdit(to: expected, method: .nearest))), .test)
    _ = try document.perform(RestoreEdit(expected.box, of: 0, moves: other), .test)
    #expect(document.drawnPictures.count == 2 * steps + 1)
    // The pixel in whose middle the middle of the new one is.
    for (x, y) in [(0, 0), (49, 39), (20, 31)] {
      let old = start[(2 * x + 1) * 90 / 100, (2 * y + 1) * 70 / 80]
      #expect(try document.pixel(x: x, y: y, in: document.history.snapshot(at: document.history.current.number)) == old)
    }
    try document.history.commit()
  }

  /// Draws, moves and forgets; returns what the eraser must bring back, and the picture's fingerprint.
  private func drawAndForget(seed: UInt64) throws -> (PlainPicture, Fingerprint) {
    var generator = SeededGenerator(seed: seed)
    let size = try #require(CanvasSize(width: 130, height: 90))
    var start = SeededGenerator(seed: seed)
    let document = try make(size, at: path, using: &start)
    start = SeededGenerator(seed: seed)
    let plain = try make(size, at: folder.appending("plain.paint"), using: &start)
    let (history, plainHistory) = (document.history, plain.history)
    // For each revision, the one of the plain document that has its steps alone.
    var twins = [0: 0]
    for number in 0..<40 {
      let note: Comment = "seed \(seed), step \(number)"
      try history.beginEditing()
      try plainHistory.beginEditing()
      if Int.random(in: 0..<6, using: &generator) == 0 {
        try history.goTo(twins.keys.sorted().randomElement(using: &generator) ?? 0)
      }
      let twin = try #require(twins[history.current.number])
      try plainHistory.goTo(twin)
      if Bool.random(using: &generator) {
        if let revision = try document.perform(stroke(on: document.size, using: &generator), .test) {
          twins[revision.number] = twin
        }
      } else {
        let revision: Revision?
        if Int.random(in: 0..<5, using: &generator) == 0 {
          let color = Pixel(bits: UInt32(truncatingIfNeeded: generator.next()))
          revision = try document.perform(BackgroundEdit(.color(color)), .test)
          _ = try plain.perform(BackgroundEdit(.color(color)), .test)
        } else {
          let step = try step(on: document.size, using: &generator)
          revision = try document.perform(step, .test)
          _ = try plain.perform(step, .test)
        }
        if let revision { twins[revision.number] = plainHistory.current.number }
      }
      try history.commit()
      try plainHistory.commit()
      let base = try PlainPicture(of: history.basePicture())
      #expect(try base == PlainPicture(canvasOf: plainHistory), note)
    }
    let (current, twin) = (history.current, try #require(twins[history.current.number]))
    let expected = try PlainPicture(of: plainHistory.snapshot(at: twin))
    for number in twins.keys.sorted().suffix(6) {
      let revision = try history.revision(number)
      let twin = try #require(twins[number])
      let base = try PlainPicture(of: history.basePicture(of: revision))
      #expect(try base == PlainPicture(of: plainHistory.snapshot(at: twin)))
    }
    try history.beginEditing()
    _ = try history.forget(.all)
    try history.commit()
    _ = try history.collect(thoroughly: true)
    #expect(try PlainPicture(of: history.basePicture()) == expected, "seed \(seed), forgotten")
    #expect(try DocumentCheck(of: path, options: history.options).run().problems == [])
    try history.beginEditing()
    try history.endEditing()
    return (expected, current.fingerprint)
  }

  @Test func `nothing extra is stored where nothing was drawn`() throws {
    var generator = SeededGenerator(seed: 8)
    let size = try #require(CanvasSize(width: 320, height: 320))
    let document = try make(size, at: path, using: &generator)
    let history = document.history
    try history.beginEditing()
    let flip = try #require(try document.perform(FlipEdit.horizontal, .test))
    #expect(flip.tileCount == 90)
    let dot = StrokeEdit(
      shape: .line(Point(x: 40, y: 40), Point(x: 50, y: 50)), style: StrokeStyle(width: 2),
      paint: Paint(.color(.black)))
    _ = try document.perform(dot, .test)
    let crop = ReframeEdit(to: PixelBox(x: 0, y: 0, width: 300, height: 320), background: .white)
    let cropped = try #require(try document.perform(crop, .test))
    // One tile of the base, and those of the picture that are not white.
    #expect(cropped.tileCount == 91)
    let away = ReframeEdit(to: PixelBox(x: 64, y: 0, width: 200, height: 320), background: .white)
    let rest = try #require(try document.perform(away, .test))
    #expect(try history.erasableTiles(of: rest).isEmpty)
    try history.commit()
  }

  @Test func `a step can make its picture the eraser's beginning`() throws {
    var generator = SeededGenerator(seed: 9)
    let size = try #require(CanvasSize(width: 100, height: 100))
    let document = try make(size, at: path, using: &generator)
    try document.history.beginEditing()
    _ = try document.perform(stroke(on: size, using: &generator), .test)
    _ = try document.perform(GeometryStep(.flip(.vertical), movesBase: false), .test)
    #expect(
      try PlainPicture(of: document.history.basePicture()) == PlainPicture(canvasOf: document.history))
    try document.history.commit()
  }
}
