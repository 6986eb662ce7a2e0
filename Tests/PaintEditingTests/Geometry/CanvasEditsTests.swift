import PaintEditing
import PaintFilters
import PaintHistory
import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@Suite("Areas and the whole canvas")
struct CanvasEditsTests {
  private let folder: TemporaryFolder
  private var path: FilePath { folder.appending("art.paint") }

  init() throws { folder = try TemporaryFolder() }

  /// Few colours, so that areas are connected, and some similar ones.
  private let colors: [Pixel] = [
    .white, .black, .transparent, Pixel(red: 9, green: 8, blue: 7, alpha: 0),
    Pixel(red: 250, green: 250, blue: 250, alpha: 250), Pixel(red: 0, green: 4, blue: 0, alpha: 255),
    Pixel(red: 200, green: 30, blue: 90, alpha: 128),
  ]

  @Test(
    "any session of fills, replacements, crops, rotations and flips shows the same as simple implementations",
    arguments: [1, 2, 3, 4, 5, 6, .random(in: 7 ... .max)] as [UInt64])
  func agreesWithPlainEdits(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let size = try #require(
      CanvasSize(width: .random(in: 1...100, using: &generator), height: .random(in: 1...100, using: &generator)))
    _ = try Document.create(
      at: path, size: size, background: .white, command: "new", replacing: false, options: .init())
    var pictures = [0: PlainPicture(size, filledWith: .white)]
    var bases = pictures
    for session in 0..<3 {
      var options = History.Options()
      options.cacheBytes = 18 * Tile.byteCount
      let access: History.Access = session % 2 == 0 ? .editing : .editingInGroups
      let document = Document(try History(at: path, for: access, options: options))
      let history = document.history
      if access == .editingInGroups { try history.writeBehind() }
      for step in 0..<25 {
        let note: Comment = "seed \(seed), session \(session), step \(step)"
        let current = history.current.number
        let before = try #require(pictures[current])
        var expected = before
        let baseBefore = try #require(bases[current])
        var base = baseBefore
        try history.beginEditing()
        if Int.random(in: 0..<8, using: &generator) == 0 {
          try history.goTo(pictures.keys.sorted().randomElement(using: &generator) ?? 0)
        } else {
          let background = history.current.background
          let (revision, replacesBase) = try edit(document, &expected, base: &base, using: &generator)
          // A picture may be symmetric where what the eraser brings back is not, or be cleared to the colour that it has.
          let isSame =
            expected == before && (replacesBase ? expected : base) == baseBefore
            && (!replacesBase || expected[0, 0] == background)
          #expect((revision == nil) == isSame, note)
          guard let revision else {
            try history.commit()
            continue
          }
          let whole = (count: expected.pixels.count, bounds: expected.size.box)
          let difference = expected.size == before.size ? expected.difference(from: before) : whole
          #expect(revision.pixels == difference.count && revision.bounds == difference.bounds, note)
          #expect(revision.fingerprint == expected.fingerprint, note)
          pictures[revision.number] = expected
          bases[revision.number] = replacesBase ? expected : base
        }
        if Bool.random(using: &generator) { try history.commit() } else { try history.endEditing() }
        let shown = history.current.number
        #expect(try PlainPicture(canvasOf: history) == pictures[shown], note)
        #expect(try PlainPicture(of: history.basePicture()) == bases[shown], note)
      }
      try history.sync()
    }
    let history = try History(at: path, for: .reading)
    for (number, picture) in pictures { #expect(try PlainPicture(of: history.snapshot(at: number)) == picture) }
    #expect(try DocumentCheck(of: path, options: .init()).run().problems == [])
  }

  /// Makes a random change to both, and moves what the eraser brings back; also returns whether the new picture replaces
  /// that.
  private func edit(
    _ document: Document, _ picture: inout PlainPicture, base: inout PlainPicture,
    using generator: inout SeededGenerator
  ) throws -> (revision: Revision?, replacesBase: Bool) {
    let size = picture.size
    let color = colors.randomElement(using: &generator) ?? .white
    let other = colors.randomElement(using: &generator) ?? .black
    let tolerance = [0, 0, 4, 5, 255].randomElement(using: &generator) ?? 0
    let box = PixelBox(
      x: .random(in: -9..<size.width, using: &generator), y: .random(in: -9..<size.height, using: &generator),
      width: .random(in: 1...90, using: &generator), height: .random(in: 1...90, using: &generator))
    switch Int.random(in: 0..<14, using: &generator) {
    case 0...3:
      // Walls, so that there are areas to fill.
      let stroke = StrokeEdit(
        shape: .pencil(
          (0..<4).map { _ in
            PencilPoint(
              Point(
                x: .random(in: 0...Double(size.width), using: &generator),
                y: .random(in: 0...Double(size.height), using: &generator)))
          }), style: StrokeStyle(width: 3),
        paint: Paint(.color(color), isAntialiased: Bool.random(using: &generator)))
      picture.draw(stroke, base: nil)
      return (try document.perform(stroke, .test), false)
    case 4...7:
      let fill = FloodFillEdit(
        x: .random(in: 0..<size.width, using: &generator), y: .random(in: 0..<size.height, using: &generator),
        paint: Paint(
          color.alpha == 0 ? nil : .color(color), opacity: [0, 0.3, 1].randomElement(using: &generator) ?? 1),
        tolerance: tolerance, expansion: [0, 0, 1, 3, 32, 40, 70].randomElement(using: &generator) ?? 0)
      picture.fill(fill)
      return (try document.perform(fill, .test), false)
    case 8:
      picture.replace(other, with: color, tolerance: tolerance)
      return (try document.perform(ReplaceColorEdit(old: other, new: color, tolerance: tolerance), .test), false)
    case 9:
      picture = PlainPicture(size, filledWith: color)
      return (try document.perform(ClearEdit(to: color), .test), true)
    case 10:
      picture = try #require(picture.reframed(to: box, background: color))
      base = try #require(base.reframed(to: box, background: color))
      return (try document.perform(ReframeEdit(to: box, background: color), .test), false)
    case 11:
      let snapshot = try document.history.snapshot(at: document.history.current.number)
      let trimmed = try document.trimmedBox(of: snapshot, tolerance: tolerance)
      #expect(trimmed == picture.trimmedBox(tolerance: tolerance))
      if trimmed.isEmpty { return (nil, false) }
      picture = try #require(picture.reframed(to: trimmed, background: color))
      base = try #require(base.reframed(to: trimmed, background: color))
      return (try document.perform(ReframeEdit(to: trimmed, background: color), .test), false)
    case 12:
      let mirroring: FlipEdit = Bool.random(using: &generator) ? .horizontal : .vertical
      picture = picture.mirrored(mirroring)
      base = base.mirrored(mirroring)
      return (try document.perform(mirroring, .test), false)
    default:
      let quarters = Int.random(in: 0...3, using: &generator)
      picture = picture.turned(quarters: quarters)
      base = base.turned(quarters: quarters)
      let rotation = try #require(PictureRotation(degrees: Double(90 * quarters), of: size))
      return (try document.perform(RotateEdit(rotation, background: color), .test), false)
    }
  }

  @Test("filling, clearing and framing a large canvas takes time in proportion to its content")
  func largeCanvas() throws {
    let size = try #require(CanvasSize(width: 2_048, height: 2_048))
    _ = try Document.create(
      at: path, size: size, background: .white, command: "new", replacing: false, options: .init())
    let document = Document(try History(at: path, for: .dryRun))
    try document.history.beginEditing()
    let fill = FloodFillEdit(x: 5, y: 5, paint: Paint(.color(.black)), tolerance: 0, expansion: 0)
    #expect(try document.perform(fill, .test)?.pixels == 2_048 * 2_048)
    #expect(try document.perform(ClearEdit(to: .transparent), .test)?.tileCount == 0)
    let frame = PixelBox(x: -2_000, y: -2_000, width: 6_000, height: 6_000)
    let framed = try document.perform(ReframeEdit(to: frame, background: .transparent), .test)
    #expect(framed?.tileCount == 0 && framed?.pixels == 36_000_000)
    #expect(document.history.cacheStatus.faults == 0)
  }
}
