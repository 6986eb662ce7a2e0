import PaintEditing
import PaintFormats
import PaintHistory
import PaintPNG
import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@Suite("Importing and exporting pictures")
struct PictureExportTests {
  private let folder: TemporaryFolder
  private let disk = SystemDisk()

  init() throws { folder = try TemporaryFolder() }

  private func picture(_ width: Int, _ height: Int) throws -> PlainPicture {
    var generator = SeededGenerator(seed: UInt64(width * 1_000 + height))
    var picture = PlainPicture(try #require(CanvasSize(width: width, height: height)), filledWith: .white)
    for index in PlainPicture.indices(of: picture.size) where Bool.random(using: &generator) {
      picture[index] = Tile.random(using: &generator)
    }
    return picture
  }

  private func write(_ picture: PlainPicture, to name: String) throws {
    let file = try disk.open(folder.appending(name), .createNew)
    let writer = try PNGWriter(fileDescriptor: file.descriptor, size: picture.size, colorChunks: PNGColorChunks())
    try writer.writeRows(picture.pixels.span, rows: picture.size.height)
    try writer.finish()
  }

  private func read(_ name: String) throws -> PlainPicture {
    let reader = try PNGReader(bytes: disk.contents(of: folder.appending(name)))
    var picture = PlainPicture(reader.size)
    picture.pixels.removeAll()
    try reader.readBands { _, _, pixels in picture.pixels.append(copying: pixels) }
    return picture
  }

  private func imported(_ picture: PlainPicture) throws -> Document {
    try write(picture, to: "in.png")
    let file = try disk.open(folder.appending("in.png"), .read)
    let made = try Document.create(
      at: folder.appending("art.paint"), from: PictureReader(PictureSource(fileDescriptor: file.descriptor)),
      named: "in.png", command: "new", replacing: true,
      options: .init())
    #expect(made.size == picture.size)
    #expect(made.fingerprint == picture.fingerprint)
    #expect(made.warnings == [])
    return Document(try History(at: folder.appending("art.paint"), for: .reading))
  }

  @Test(
    "every pixel is imported and exported exactly, including hidden colours",
    arguments: [(1, 1), (31, 33), (32, 32), (33, 31), (64, 96), (100, 257)])
  func roundTrips(width: Int, height: Int) throws {
    let picture = try picture(width, height)
    let document = try imported(picture)
    #expect(try PlainPicture(canvasOf: document.history) == picture)
    try document.export(document.history.snapshot(at: 0), region: nil, to: folder.appending("out.png"), on: disk)
    #expect(try read("out.png") == picture)
  }

  @Test("a transparent pixel after a photograph's first rows changes the layout, in a file and in a pipe alike")
  func lateTransparency() throws {
    var generator = SeededGenerator(seed: 11)
    var picture = PlainPicture(try #require(CanvasSize(width: 70, height: 300)), filledWith: .white)
    for place in picture.pixels.indices {
      picture.pixels[place] = UInt32.random(in: 0 ... .max, using: &generator) | 0xFF00_0000
    }
    for (alpha, colorType) in [(UInt32(255), UInt8(2)), (254, 6), (0, 6)] {
      picture.pixels[70 * 250 + 33] = alpha << 24 | 0x00_3311
      try? disk.remove(folder.appending("in.png"))
      let document = try imported(picture)
      let snapshot = try document.history.snapshot(at: 0)
      // The export may empty this file, because it made it.
      try document.export(snapshot, region: nil, to: folder.appending("out.png"), on: disk)
      let bytes = try disk.contents(of: folder.appending("out.png"))
      #expect(bytes[25] == colorType, "alpha \(alpha)")
      #expect(try read("out.png") == picture, "alpha \(alpha)")
      // This one belongs to the caller, so all pixels are looked at before.
      try? disk.remove(folder.appending("other.png"))
      let other = try disk.open(folder.appending("other.png"), .createNew)
      try document.export(snapshot, region: nil, to: other.descriptor, named: "other.png")
      #expect(try disk.contents(of: folder.appending("other.png")) == bytes, "alpha \(alpha)")
    }
  }

  @Test("a region is cut out exactly")
  func cutsRegions() throws {
    let picture = try picture(130, 100)
    let document = try imported(picture)
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<25 {
      let x = Int.random(in: 0..<130, using: &generator)
      let y = Int.random(in: 0..<100, using: &generator)
      let box = PixelBox(
        x: x, y: y, width: Int.random(in: 1...130 - x, using: &generator),
        height: Int.random(in: 1...100 - y, using: &generator))
      try document.export(document.history.snapshot(at: 0), region: box, to: folder.appending("out.png"), on: disk)
      let part = try read("out.png")
      #expect(part.size.width == box.width && part.size.height == box.height)
      for row in 0..<box.height {
        let start = (box.y + row) * 130 + box.x
        let isSame = part.pixels[row * box.width..<(row + 1) * box.width] == picture.pixels[start..<start + box.width]
        #expect(isSame, "\(box), row \(row)")
      }
    }
  }

  @Test("whatever call fails, the file is the old or the new one, and nothing else is left")
  func replacesInOneStep() throws {
    let picture = try picture(70, 40)
    let document = try imported(picture)
    let snapshot = try document.history.snapshot(at: 0)
    let target = folder.appending("out.png")
    let counting = FailingDisk()
    try folder.write("the user's own", to: "out.png")
    try document.export(snapshot, region: nil, to: target, on: counting)
    let whole = try disk.contents(of: target)
    for call in 1...counting.mutations.count {
      try disk.remove(target)
      try folder.write("the user's own", to: "out.png")
      let failing = FailingDisk(.fail(call, .noSpace))
      let failed = counting.mutations[call - 1]
      // If the picture was renamed, this is not a failure.
      if failed.kind == .syncDirectory {
        let warnings = try document.export(snapshot, region: nil, to: target, on: failing)
        #expect(warnings.count == 1 && warnings[0].contains("is written, but its folder could not be synced"))
      } else {
        #expect(throws: EditingError.self, "\(failed)") {
          try document.export(snapshot, region: nil, to: target, on: failing)
        }
      }
      let left = try disk.contents(of: target)
      #expect(left == (failed.kind == .syncDirectory ? whole : Array("the user's own".utf8)), "\(failed)")
      #expect(try disk.names(in: folder.path).filter { $0.string.hasPrefix(".") }.isEmpty)
    }
  }

  /// A reader of a file here.
  private func reader(_ name: String) throws -> PictureReader {
    try PictureReader(PictureSource(bytes: disk.contents(of: folder.appending(name))))
  }

  @Test("a format without loss keeps every pixel; a TIFF has alpha only if a pixel needs it", arguments: [false, true])
  func otherFormats(isOpaque: Bool) throws {
    var picture = try picture(70, 100)
    picture.pixels = picture.pixels.map { $0 | 0xff00_0000 }
    // One transparent pixel, far from the first row of tiles.
    if !isOpaque { picture.pixels[90 * 70 + 69] = 0x8012_3456 }
    let document = try imported(picture)
    let snapshot = try document.history.snapshot(at: 0)
    for format in [PictureFormat.tiff, .pam] {
      let encoding = PictureEncoding(format)
      let warnings = try document.export(
        snapshot, region: nil, as: encoding, to: folder.appending("out"), on: disk)
      #expect(warnings == [])
      let reader = try reader("out")
      #expect(reader.header.hasAlpha == (!isOpaque || format.name == "PAM"), "\(format.name)")
      var pixels: [UInt32] = []
      try reader.readBands { (_, _, rows) throws(Never) in pixels.append(copying: rows) }
      #expect(pixels == picture.pixels, "\(format.name)")
      try document.exportEach([0], region: nil, as: encoding, on: disk, to: { _ in folder.appending("each") })
      #expect(try disk.contents(of: folder.appending("each")) == disk.contents(of: folder.appending("out")))
    }
    let warnings = try document.export(
      snapshot, region: nil, as: PictureEncoding(.ppm), to: folder.appending("out"), on: disk)
    #expect(warnings.count == (isOpaque ? 0 : 1))
    let part = try document.export(
      snapshot, region: PixelBox(x: 0, y: 0, width: 70, height: 64), as: PictureEncoding(.ppm),
      to: folder.appending("out"), on: disk)
    #expect(part == [])
  }

  @Test("a truncated picture creates no document and leaves nothing")
  func refusesDamage() throws {
    try write(picture(70, 200), to: "in.png")
    let whole = try disk.contents(of: folder.appending("in.png"))
    try disk.remove(folder.appending("in.png"))
    try disk.write(disk.open(folder.appending("in.png"), .createNew), Array(whole.prefix(whole.count / 2)))
    let file = try disk.open(folder.appending("in.png"), .read)
    #expect(throws: EditingError.self) {
      try Document.create(
        at: folder.appending("art.paint"), from: PictureReader(PictureSource(fileDescriptor: file.descriptor)),
        named: "in.png", command: "new", replacing: false,
        options: .init())
    }
    #expect(try disk.names(in: folder.path).map(\.string) == ["in.png"])
  }
}
