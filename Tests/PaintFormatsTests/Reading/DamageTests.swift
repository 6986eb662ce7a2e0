import PaintFormats
import Testing

@Suite("Damaged pictures")
struct DamageTests {
  private static func lenient() -> ReadingOptions {
    var options = ReadingOptions()
    options.isLenient = true
    return options
  }

  /// Every length of the small files, and a part of those of the larger ones.
  private static func lengths(of bytes: [UInt8]) -> [Int] {
    let step = isThorough || bytes.count < 600 ? 1 : bytes.count / 150
    return Array(stride(from: 0, to: bytes.count, by: step)) + (bytes.count - 4..<bytes.count)
  }

  @Test(
    "a file truncated anywhere is refused, and its rest is as good as the error says, or all its pixels are right",
    arguments: Fixture.all)
  func truncations(name: String) throws {
    let bytes = Fixture.bytes(name)
    let whole = try Picture(reading: bytes)
    let isTurned = try PictureHeader(of: PictureSource(bytes: bytes)).orientation != .upright
    for count in Self.lengths(of: bytes) {
      let part = Array(bytes.prefix(count))
      switch Picture.error(reading: part) {
      case nil:
        // What follows the pixels may be missing.
        var picture = try Picture(reading: part)
        // Nobody can tell whether a number in text that ends with the file is whole.
        if name.contains("plain"), let last = whole.pixels.last { picture.pixels[whole.pixels.count - 1] = last }
        let difference = picture.difference(from: whole)
        #expect(difference == nil, "\(name) cut to \(count) bytes")
      case .truncated(let readable, let rows, let message)? where rows > 0:
        guard let reader = try? PictureReader(try PictureSource(bytes: part), options: Self.lenient()),
          let picture = try? Picture(reader)
        else {
          Issue.record("\(name) cut to \(count) bytes is not read leniently: \(message)")
          continue
        }
        #expect(reader.warnings.contains(message), "\(name) cut to \(count) bytes: \(reader.warnings)")
        // Rows of a turned picture are columns; those of a coarse one are there, but not as they are to be.
        guard !isTurned, !message.hasSuffix("coarsely") else { continue }
        #expect((picture.width, picture.height) == (whole.width, whole.height))
        let isGood = picture.rows(readable).elementsEqual(whole.rows(readable))
        #expect(isGood, "\(name) cut to \(count) bytes: \(readable) rows")
      case .truncated(_, _, let message)?, .format(let message)?, .unknownFormat(let message)?:
        #expect(!message.isEmpty)
      case let error?: Issue.record("\(name) cut to \(count) bytes: \(error)")
      }
    }
  }

  @Test("a JPEG with more than 100 scans is refused, and one with fewer is not")
  func scans() throws {
    let bytes = Fixture.bytes("jpeg/progressive.jpg")
    let starts = bytes.indices.dropLast().filter { bytes[$0] == 0xff && bytes[$0 + 1] == 0xda }
    let last = try #require(starts.last)
    let scan = bytes[last..<bytes.count - 2]
    func repeated(_ count: Int) -> [UInt8] {
      Array(bytes[..<last]) + Array(repeatElement(scan, count: count).joined()) + bytes.suffix(2)
    }
    let refused = Picture.error(reading: repeated(101))
    #expect(refused?.message.contains("more than 100 scans") == true, "\(String(describing: refused))")
    let few = repeated(101 - starts.count)
    let reader = try PictureReader(PictureSource(bytes: few), options: Self.lenient())
    _ = try Picture(reader)
  }

  @Test("the frames of an animation that are whole can be read of a truncated file")
  func animation() throws {
    let bytes = Fixture.bytes("webp/animated.webp")
    let whole = try Picture(reading: bytes)
    var readable = 0
    for count in bytes.indices.dropFirst(12) {
      let part = Array(bytes.prefix(count))
      guard let reader = try? PictureReader(PictureSource(bytes: part), options: Self.lenient()) else { continue }
      #expect(try Picture(reader) == whole, "cut to \(count) bytes")
      guard case .truncated(let rows, whole.height, let message)? = Picture.error(reading: part) else { continue }
      #expect(rows == whole.height && message.hasSuffix("all \(rows) rows can be read"))
      #expect(reader.warnings == [message])
      readable += 1
    }
    // A second frame follows.
    #expect(readable > 50)
  }

  @Test("a GIF that ends within a later frame is truncated, and one without the mark of its end is not")
  func truncatedAnimation() throws {
    let bytes = Fixture.bytes("gif/animated-1.gif")
    let whole = try Picture(reading: bytes)
    #expect(Picture.error(reading: Array(bytes.dropLast(1))) == nil)
    for missing in 2...6 {
      let part = Array(bytes.dropLast(missing))
      guard case .truncated(whole.height, whole.height, let message)? = Picture.error(reading: part) else {
        Issue.record("without the last \(missing) bytes: \(String(describing: Picture.error(reading: part)))")
        continue
      }
      let reader = try PictureReader(PictureSource(bytes: part), options: Self.lenient())
      #expect(try Picture(reader) == whole && reader.warnings == [message])
    }
  }

  @Test("images of a HEIF that refer to each other in a circle are refused")
  func circle() {
    // Found by random changes: the picture is made of itself.
    #expect(
      Picture.error(reading: Fixture.bytes("hostile/circle.heic"))
        == .format(message: "the HEIF is damaged: its images refer to each other without end"))
  }

  @Test(
    "a HEIF whose data are larger than the size that it states needs as many pixels as its data",
    arguments: ["coded-size", "coded-size-in-data", "grid-size"])
  func hiddenSize(name: String) throws {
    let bytes = Fixture.bytes("hostile/\(name).heic")
    for isLenient in [false, true] {
      for limit in [1 << 20, 16384 * 16384 - 1] {
        var options = ReadingOptions()
        options.isLenient = isLenient
        options.pixelLimit = limit
        // Its header can be read.
        let header = try PictureHeader(of: PictureSource(bytes: bytes), options: options)
        #expect((header.width, header.height) == (45, 35))
        #expect(
          Picture.error(reading: bytes, options)
            == .pixelLimit(
              message: "an image within the HEIF has 16384x16384 pixels, "
                + "of which at most \(limit) may be in memory at once"))
      }
    }
  }

  @Test("a HEIF of AV1, which is no AVIF, is not supported")
  func otherCodec() throws {
    var bytes = Fixture.bytes("avif/420.avif")
    // The brands of the file.
    for place in 8..<32 where bytes[place...].starts(with: "avif".utf8) {
      bytes.replaceSubrange(place..<place + 4, with: "heic".utf8)
    }
    #expect(
      Picture.error(reading: bytes)
        == .format(message: "this kind of HEIF is not supported: it is compressed with AV1, but is no AVIF"))
  }

  @Test("a truncated file says how much can be read")
  func amount() throws {
    let bytes = Array(Fixture.bytes("pnm/colour.ppm").dropLast(45 * 3 * 10 + 1))
    let error = Picture.error(reading: bytes)
    #expect(
      error
        == .truncated(
          readable: 24, rows: 35,
          message: "the PPM is damaged: the file ends before the picture does; 24 of 35 rows can be read"))
  }
}
