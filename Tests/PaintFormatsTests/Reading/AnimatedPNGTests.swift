import PaintFormats
import PaintRaster
import PaintTestSupport
import Testing

/// Frames of animated PNG, compared with drawing them pixel by pixel as the specification says.
@Suite("Animated PNG")
struct AnimatedPNGTests {
  /// A frame: its box, how it is removed and drawn, and its pixels (`Pixel.bits`).
  struct Frame {
    var x = 0
    var y = 0
    var width = 1
    var height = 1
    /// 0 stays, 1 becomes transparent, 2 becomes what was there.
    var disposal = 0
    var isOver = false
    var pixels: [UInt32] = []
  }

  /// A file of RGBA.
  ///
  /// - Parameters:
  ///   - picture: the pixels of a picture that is no frame; nil to make the first frame the picture.
  ///   - stated: the number of frames that the file states.
  static func file(_ width: Int, _ height: Int, _ frames: [Frame], picture: [UInt32]? = nil, stated: Int? = nil)
    -> [UInt8]
  {
    var number = 0
    func next() -> [UInt8] {
      defer { number += 1 }
      return PNGChunk.number(number)
    }
    var bytes =
      PNGChunk.signature + PNGChunk.bytes("IHDR", PNGChunk.number(width) + PNGChunk.number(height) + [8, 6, 0, 0, 0])
    bytes += PNGChunk.bytes("acTL", PNGChunk.number(stated ?? frames.count) + PNGChunk.number(0))
    if let picture { bytes += PNGChunk.bytes("IDAT", data(picture, width)) }
    for (index, frame) in frames.enumerated() {
      let sides: [UInt8] = [frame.width, frame.height, frame.x, frame.y].flatMap(PNGChunk.number)
      bytes += PNGChunk.bytes("fcTL", next() + sides + [0, 1, 0, 10, UInt8(frame.disposal), frame.isOver ? 1 : 0])
      let data = data(frame.pixels, frame.width)
      if index == 0, picture == nil {
        bytes += PNGChunk.bytes("IDAT", data)
      } else {
        // In two chunks, as encoders may do.
        for part in [data[..<(data.count / 2)], data[(data.count / 2)...]] {
          bytes += PNGChunk.bytes("fdAT", next() + part)
        }
      }
    }
    return bytes + PNGChunk.bytes("IEND", [])
  }

  /// The stream of zlib with these pixels, not compressed.
  private static func data(_ pixels: [UInt32], _ width: Int) -> [UInt8] {
    var rows: [UInt8] = []
    for (index, pixel) in pixels.enumerated() {
      if index % width == 0 { rows.append(0) }
      rows += (0..<4).map { UInt8(truncatingIfNeeded: pixel >> UInt32(8 * $0)) }
    }
    var (low, high) = (1, 0)
    for byte in rows {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    func short(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
    return [0x78, 1, 1] + short(rows.count) + short(65_535 - rows.count) + rows + short(high).reversed()
      + short(low).reversed()
  }

  /// The pictures that a player shows.
  private static func shown(_ width: Int, _ height: Int, _ frames: [Frame]) -> [[UInt32]] {
    var canvas = [UInt32](repeating: 0, count: width * height)
    var pictures: [[UInt32]] = []
    for (index, frame) in frames.enumerated() {
      let before = canvas
      for y in 0..<frame.height {
        for x in 0..<frame.width {
          let place = (frame.y + y) * width + frame.x + x
          let pixel = frame.pixels[y * frame.width + x]
          canvas[place] = frame.isOver ? over(pixel, canvas[place]) : pixel
        }
      }
      pictures.append(canvas)
      let disposal = index == 0 && frame.disposal == 2 ? 1 : frame.disposal
      for y in frame.y..<frame.y + frame.height where disposal > 0 {
        for x in frame.x..<frame.x + frame.width {
          canvas[y * width + x] = disposal == 1 ? 0 : before[y * width + x]
        }
      }
    }
    return pictures
  }

  /// Source-over of straight colours in doubles, rounded once.
  private static func over(_ new: UInt32, _ old: UInt32) -> UInt32 {
    let (a, b) = (Double(new >> 24) / 255, Double(old >> 24) / 255)
    let alpha = a + b * (1 - a)
    guard a > 0 else { return old }
    var result = UInt32((alpha * 255).rounded()) << 24
    for shift in [0, 8, 16] as [UInt32] {
      let (c, d) = (Double(new >> shift & 255), Double(old >> shift & 255))
      result |= UInt32(((c * a + d * b * (1 - a)) / alpha).rounded()) << shift
    }
    return result
  }

  private static func read(_ bytes: [UInt8], page: Int?) throws -> (picture: Picture, reader: PictureReader) {
    var options = ReadingOptions()
    options.page = page
    let reader = try PictureReader(PictureSource(bytes: bytes), options: options)
    return (try Picture(reader), reader)
  }

  @Test("every frame is what a player shows", arguments: 0..<40)
  func frames(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let (width, height) = (Int.random(in: 1...9, using: &random), Int.random(in: 1...40, using: &random))
    func pixels(_ count: Int) -> [UInt32] {
      (0..<count).map { _ in
        UInt32.random(in: 0...0xff_ffff, using: &random)
          | [0, 255, UInt32.random(in: 0...255, using: &random)].randomElement(using: &random)! << 24
      }
    }
    let hasPicture = Bool.random(using: &random)
    let frames = (0..<Int.random(in: 1...6, using: &random)).map { index in
      var frame = Frame()
      if index > 0 || hasPicture {
        frame.x = Int.random(in: 0..<width, using: &random)
        frame.y = Int.random(in: 0..<height, using: &random)
      }
      frame.width = index > 0 || hasPicture ? Int.random(in: 1...width - frame.x, using: &random) : width
      frame.height = index > 0 || hasPicture ? Int.random(in: 1...height - frame.y, using: &random) : height
      frame.disposal = Int.random(in: 0...2, using: &random)
      // Over nothing a colour that is not seen would be lost; the first picture keeps it.
      frame.isOver = (index > 0 || hasPicture) && Bool.random(using: &random)
      frame.pixels = pixels(frame.width * frame.height)
      return frame
    }
    let picture = hasPicture ? pixels(width * height) : nil
    let bytes = Self.file(width, height, frames, picture: picture)
    let expected = (picture.map { [$0] } ?? []) + Self.shown(width, height, frames)
    #expect(try PictureHeader(of: PictureSource(bytes: bytes)).pages == expected.count)
    for (page, pixels) in expected.enumerated() {
      let found = try Self.read(bytes, page: page)
      #expect(
        found.picture.difference(from: Picture(width: width, height: height, pixels: pixels)) == nil, "page \(page + 1)"
      )
      #expect(found.reader.warnings.isEmpty)
    }
    #expect(throws: PictureError.self) { try Self.read(bytes, page: expected.count) }
    // Without a page, the others are dropped.
    let first = try Self.read(bytes, page: nil)
    #expect(first.picture.pixels == expected[0])
    let warning = "only the first of \(expected.count) frames was read; --page N reads another"
    #expect(first.reader.warnings == (expected.count > 1 ? [warning] : []))
  }

  private static let two = [
    Frame(width: 2, height: 2, pixels: [1, 2, 3, 4].map { $0 | 0xff00_0000 }),
    Frame(x: 1, y: 1, pixels: [0xff00_00ff]),
  ]

  @Test("a frame that is missing, cut off, outside the picture or of a wrong checksum is damage")
  func damage() throws {
    let whole = Self.file(2, 2, Self.two)
    // Cut anywhere from the second frame's description on.
    let start = try #require(whole.indices.last { whole[$0...].starts(with: Array("fcTL".utf8)) }) - 4
    for count in start..<whole.count - 12 {
      let error = Picture.error(reading: Array(whole[..<count]), page: 1)
      guard case .truncated(_, _, "the file ends before its frame 2 is complete")? = error else {
        Issue.record("cut to \(count) of \(whole.count): \(error as Any)")
        continue
      }
    }
    guard case .truncated? = Picture.error(reading: Self.file(2, 2, Self.two, stated: 3), page: 2) else {
      Issue.record("a frame that is not there was read")
      return
    }
    // A picture that is no frame is counted, too, and one that is not needed is not missing.
    for (count, frame) in [(whole.count - 20, 2), (start - 1, 1)] {
      let apart = Self.file(2, 2, Self.two, picture: [1, 2, 3, 4])
      for (bytes, more) in [(whole, 0), (apart, 1)] {
        let part = Array(bytes[..<(bytes.count - whole.count + count)])
        guard
          case .truncated(_, _, "the file ends before its frame \(frame + more) is complete")? =
            Picture.error(reading: part, page: 1 + more)
        else {
          Issue.record("\(count) bytes: \(Picture.error(reading: part, page: 1 + more) as Any)")
          continue
        }
      }
    }
    // Each byte of the second frame's chunks: their lengths, types, data and checksums.
    for place in start..<whole.count - 12 {
      var bytes = whole
      bytes[place] ^= 0x10
      #expect(Picture.error(reading: bytes, page: 1) != nil, "byte \(place)")
    }
    for frame in [
      Frame(x: 2, pixels: [0]), Frame(y: -1, pixels: [0]), Frame(x: Int(Int32.max), pixels: [0]),
      Frame(width: 3, pixels: [0, 0, 0]), Frame(width: 0, pixels: []), Frame(disposal: 3, pixels: [0]),
    ] {
      #expect(Picture.error(reading: Self.file(2, 2, [Self.two[0], frame]), page: 1) != nil, "\(frame)")
    }
  }

  @Test("a wrong checksum or length of the chunk that states the frames is told, as of other chunks")
  func droppedAnimation() throws {
    let whole = Self.file(2, 2, Self.two)
    let place = try #require(whole.indices.first { whole[$0...].starts(with: Array("acTL".utf8)) })
    var wrong = whole
    wrong[place + 12] ^= 1
    let short = Array(whole[..<(place - 4)]) + PNGChunk.bytes("acTL", [0, 0, 0, 2]) + whole[(place + 16)...]
    for (bytes, reason) in [(wrong, "its checksum is wrong"), (short, "it is malformed")] {
      let found = try Self.read(bytes, page: nil)
      #expect(found.picture.pixels == Self.two[0].pixels)
      #expect(found.reader.warnings == ["the acTL chunk was dropped: \(reason)"])
    }
  }

  @Test("an animation of no frames is a picture")
  func noFrames() throws {
    let bytes = Self.file(2, 2, [], picture: [1, 2, 3, 4])
    #expect(try PictureHeader(of: PictureSource(bytes: bytes)).pages == 1)
    #expect(try Self.read(bytes, page: nil).picture.pixels == [1, 2, 3, 4])
  }
}

extension Picture {
  /// The error of reading a page.
  fileprivate static func error(reading bytes: [UInt8], page: Int) -> PictureError? {
    var options = ReadingOptions()
    options.page = page
    return error(reading: bytes, options)
  }
}
