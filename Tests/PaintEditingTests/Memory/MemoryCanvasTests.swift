import PaintEditing
import PaintPNG
import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@Suite("MemoryCanvas")
struct MemoryCanvasTests {
  @Test("strokes give the same pixels as simple drawing on a simple picture", arguments: 1...8 as ClosedRange<UInt64>)
  func agreesWithPlainDrawing(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let size = try #require(
      CanvasSize(width: .random(in: 1...150, using: &generator), height: .random(in: 1...110, using: &generator)))
    let background: Pixel = seed % 2 == 0 ? .transparent : .white
    let canvas = MemoryCanvas(size: size, background: background)
    let blank = PlainPicture(size, filledWith: background)
    var picture = blank
    for step in 0..<60 {
      let stroke = StrokeEdit.random(on: size, revisions: [0], using: &generator)
      if case .revision = stroke.erasing { continue }
      canvas.draw(stroke)
      picture.draw(stroke, base: stroke.erasing == .base ? blank : nil)
      #expect(canvas.fingerprint == picture.fingerprint, "seed \(seed), step \(step)")
    }
  }

  @Test("it exports its pixels, including those of clipped tiles")
  func export() throws {
    let folder = try TemporaryFolder()
    let path = folder.appending("a.png")
    let size = try #require(CanvasSize(width: 45, height: 70))
    let canvas = MemoryCanvas(size: size, background: .transparent)
    canvas.draw(
      StrokeEdit(
        shape: .ellipse(Point(x: 3, y: 5), Point(x: 44, y: 69)), style: StrokeStyle(width: 4),
        paint: Paint(.color(.black), fill: .color(.white), opacity: 0.5)))
    let file = try FileDescriptor.open(
      path, .readWrite, options: [.create, .closeOnExec], permissions: .ownerReadWrite)
    defer { try? file.close() }
    try canvas.export(to: file.rawValue)
    try file.seek(offset: 0, from: .start)
    let reader = try PNGReader(fileDescriptor: file.rawValue)
    #expect(reader.size == size)
    var picture = PlainPicture(size, filledWith: .transparent)
    try reader.readBands { first, rows, pixels in
      for place in 0..<rows * size.width { picture.pixels[first * size.width + place] = pixels[place] }
    }
    #expect(picture.fingerprint == canvas.fingerprint)
  }
}
