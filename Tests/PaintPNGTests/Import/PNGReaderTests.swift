import CPNG
import PaintTestSupport
import Testing

@testable import PaintPNG

#if canImport(Glibc)
  import Glibc
#endif

@Suite("PNGReader")
struct PNGReaderTests {
  static let kinds: [(color: PlainPNG.Color, depth: Int)] = PlainPNG.Color.allCases.flatMap { color in
    color.depths.map { (color, $0) }
  }

  @Test("gives the samples of every kind of picture, interlaced or not, with and without tRNS", arguments: kinds)
  func everyKind(color: PlainPNG.Color, depth: Int) throws {
    for (number, size) in [(1, 1), (2, 3), (5, 1), (1, 9), (7, 8), (33, 31), (64, 65)].enumerated() {
      for variant in 0..<4 {
        let seed = UInt64(number * 4 + variant)
        var random = PictureRandom(seed: seed)
        let file = PlainPNG(
          randomWidth: size.0, height: size.1, depth: depth, color: color, interlaced: variant & 1 != 0,
          transparent: variant & 2 != 0, using: &random)
        let reader = try PNGReader(bytes: file.bytes)
        let picture = try readPicture(reader)
        #expect(picture == file.expected, "seed \(seed), \(size), interlaced \(file.isInterlaced)")
        #expect(reader.warnings == (depth == 16 ? ["16-bit samples were rounded to 8"] : []), "seed \(seed)")
        var options = PNGReadingOptions()
        options.interlacedMemory = 0
        let spooled = try readPicture(PNGReader(bytes: file.bytes, options: options))
        #expect(spooled == file.expected, "seed \(seed), \(size), from a temporary file")
      }
    }
  }

  @Test("a large picture, whose bands are inflated on another thread, has the same pixels", arguments: kinds)
  func large(color: PlainPNG.Color, depth: Int) throws {
    var random = PictureRandom(seed: 7)
    let file = PlainPNG(
      randomWidth: 1_031, height: 257, depth: depth, color: color, interlaced: false, transparent: true, using: &random)
    #expect(1_031 * 257 >= PNGBandsAhead.leastPixels)
    #expect(try readPicture(PNGReader(bytes: file.bytes)) == file.expected)
  }

  @Test("a large picture that is damaged has as many bands, and the same error, as with libpng")
  func largeAndDamaged() {
    var random = PictureRandom(seed: 8)
    let file = PlainPNG(
      randomWidth: 1_031, height: 257, depth: 8, color: .rgb, interlaced: false, transparent: false, using: &random)
    for place in stride(from: 60, to: file.bytes.count, by: file.bytes.count / (isThorough ? 40 : 8)) {
      for isCut in [false, true] {
        var bytes = file.bytes
        if isCut { bytes.removeSubrange(place...) } else { bytes[place] ^= 1 }
        var rows = 0
        var message: String?
        do throws(PNGError) {
          try PNGReader(bytes: bytes).readBands { _, count, _ in rows += count }
        } catch {
          message = error.damage
        }
        let expected = ReadingOutcome(of: bytes, .libpng, bandRows: PNGReader.bandRows)
        #expect(rows == expected.rows, "byte \(place), cut \(isCut)")
        #expect((message != nil) == !expected.isComplete, "byte \(place), cut \(isCut)")
      }
    }
  }

  @Test(
    "of a file that ends within its pixels, all rows that zlib inflates are counted and read",
    arguments: [PlainPNG.Color.gray, .rgb, .palette, .grayAlpha, .rgba])
  func cutRows(color: PlainPNG.Color) throws {
    var random = PictureRandom(seed: 10)
    // Rows that compress well, so that a piece of input has many of them, and one picture with several pieces.
    for (width, height, pieceLength) in [(97, 61, Int.max), (300, 90, .max), (1, 700, .max), (97, 61, 9), (1, 700, 5)] {
      var file = PlainPNG(
        randomWidth: width, height: height, depth: 8, color: color, interlaced: false, transparent: false,
        using: &random)
      file.pieceLength = pieceLength
      if width < 300 { for index in file.samples.indices { file.samples[index] = index / 500 % 7 } }
      let bytes = file.bytes
      let start = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("IDAT".utf8)) }) + 4
      let rowBytes = 1 + width * color.channels
      var found: Set<Int> = []
      for count in stride(from: start, to: bytes.count - 16, by: max(1, bytes.count / 120)) {
        let part = Array(bytes.prefix(count))
        var inflated = [UInt8](repeating: 0, count: rowBytes * height)
        var length = UInt(inflated.count)
        // The bytes up to the end of the input are there, although it fails.
        let stream = Self.pixelBytes(of: part, from: start - 8)
        _ = uncompress(&inflated, &length, stream, UInt(stream.count))
        let expected = Int(length) / rowBytes
        found.insert(expected)
        let strict = try PNGReader(bytes: part)
        #expect(throws: PNGError.self) { try strict.readBands { _, _, _ in } }
        #expect(strict.completeRows == expected, "cut to \(count) bytes")
        var options = PNGReadingOptions()
        options.acceptsDamage = true
        let lenient = try PNGReader(bytes: part, options: options)
        var pixels: [UInt8] = []
        do {
          try lenient.readBands { _, _, words in words.withUnsafeBytes { pixels += $0 } }
          #expect(pixels.dropFirst(expected * width * 4).allSatisfy { $0 == 0 }, "cut to \(count) bytes")
        } catch {
          // No row at all, or behind the last one.
          #expect(expected == 0 || expected == height, "cut to \(count) bytes: \(error)")
        }
        #expect(lenient.completeRows == expected, "cut to \(count) bytes")
        if expected > 0 {
          #expect(pixels.prefix(expected * width * 4) == file.expected.bytes.prefix(expected * width * 4))
        }
      }
      #expect(found.count > (width == 1 ? 1 : 10), "\(found.sorted())")
    }
  }

  /// The compressed bytes of a file that may be cut off, whose first chunk of pixels begins at a place.
  private static func pixelBytes(of file: [UInt8], from place: Int) -> [UInt8] {
    var rest = file[place...]
    var bytes: [UInt8] = []
    while rest.count > 8, rest.dropFirst(4).starts(with: Array("IDAT".utf8)) {
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      bytes += rest.dropFirst(8).prefix(length)
      rest = rest.dropFirst(12 + length)
    }
    return bytes
  }

  @Test(
    "a large picture can be left after any band, and the next bands can still be read",
    arguments: isOptimised ? Array(0..<9) : [0, 4, 8])
  func leftEarly(bands: Int) throws {
    struct Enough: Error {}
    var random = PictureRandom(seed: 9)
    let file = PlainPNG(
      randomWidth: 1_031, height: 257, depth: 8, color: .rgba, interlaced: false, transparent: false, using: &random)
    do {
      let reader = try PNGReader(bytes: file.bytes)
      for _ in 0..<bands { _ = try reader.lendNextBand { (_, _, _) throws(Never) in } }
    }
    let reader = try PNGReader(bytes: file.bytes)
    var pixels: [UInt8] = []
    for band in 0..<9 {
      do {
        _ = try reader.lendNextBand { (_, _, words) throws(Enough) in
          words.withUnsafeBytes { pixels += $0 }
          if band == bands { throw Enough() }
        }
      } catch PNGBandError<Enough>.body {
        #expect(band == bands)
      }
    }
    #expect(pixels == file.expected.bytes)
  }

  @Test("rounds every 16-bit value to the nearest 8-bit one")
  func rounding() throws {
    let file = PlainPNG(width: 256, height: 256, depth: 16, color: .gray, samples: Array(0..<65536))
    let picture = try readPicture(PNGReader(bytes: file.bytes))
    for value in 0..<65536 {
      let nearest = (Double(value) * 255 / 65535).rounded()
      #expect(Double(picture.bytes[4 * value]) == nearest, "\(value)")
    }
  }

  @Test("applies no gamma, profile, background or text, whatever the file says")
  func samplesAlone() throws {
    var random = PictureRandom(seed: 1)
    var file = PlainPNG(
      randomWidth: 9, height: 9, depth: 8, color: .rgba, interlaced: false, transparent: false, using: &random)
    file.chunks =
      PlainPNG.chunk("gAMA", PlainPNG.number(220_000)) + PlainPNG.chunk("sRGB", [0])
      + PlainPNG.chunk("sBIT", [3, 3, 3, 3]) + PlainPNG.chunk("bKGD", [0, 9, 0, 9, 0, 9])
      + PlainPNG.chunk("tEXt", Array("Title\0picture".utf8)) + PlainPNG.chunk("zTXt", [0, 0, 0, 0])
    #expect(try readPicture(PNGReader(bytes: file.bytes)) == file.expected)
  }

  @Test("an index beyond the palette is opaque black")
  func indexBeyondPalette() throws {
    let file = PlainPNG(
      width: 3, height: 1, depth: 8, color: .palette, samples: [0, 1, 255], palette: [1, 2, 3], transparency: [7])
    let picture = try readPicture(PNGReader(bytes: file.bytes))
    #expect(picture.bytes == [1, 2, 3, 7, 0, 0, 0, 255, 0, 0, 0, 255])
  }

  @Test("an error from the closure is thrown unchanged and stops reading")
  func bodyThrows() throws {
    struct Enough: Error, Equatable {}
    let file = PlainPNG(width: 1, height: 100, depth: 8, color: .gray, samples: Array(repeating: 0, count: 100))
    let reader = try PNGReader(bytes: file.bytes)
    var bands = 0
    #expect(throws: PNGBandError<Enough>.body(Enough())) {
      try reader.readBands { (_, _, _) throws(Enough) in
        bands += 1
        if bands == 2 { throw Enough() }
      }
    }
    #expect(bands == 2)
  }

  @Test("a descriptor that cannot be read is an I/O error with its errno, not damage")
  func ioFailure() throws {
    let folder = open("/", O_RDONLY)
    defer { close(folder) }
    for (descriptor, errno) in [(CInt(-1), EBADF), (folder, EISDIR)] {
      do {
        _ = try PNGReader(fileDescriptor: descriptor)
        Issue.record("descriptor \(descriptor) was read")
      } catch {
        guard case .io(errno, _) = error else {
          Issue.record("\(error)")
          continue
        }
      }
    }
  }

  @Test("reads from a pipe that delivers a byte at a time")
  func pipe() throws {
    var random = PictureRandom(seed: 2)
    let file = PlainPNG(
      randomWidth: 20, height: 40, depth: 8, color: .rgba, interlaced: false, transparent: false, using: &random)
    var ends: [CInt] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    // Non-blocking: a reader that reads too early gets EAGAIN.
    try #require(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    let (sending, bytes) = (ends[1], file.bytes)
    var thread = pthread_t()
    let parcel = Unmanaged.passRetained(Parcel(descriptor: sending, bytes: bytes))
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        let parcel = Unmanaged<Parcel>.fromOpaque(argument).takeRetainedValue()
        for byte in parcel.bytes { withUnsafeBytes(of: byte) { _ = write(parcel.descriptor, $0.baseAddress, 1) } }
        close(parcel.descriptor)
        return nil
      }, parcel.toOpaque())
    let picture = try readPicture(PNGReader(fileDescriptor: ends[0]))
    pthread_join(thread, nil)
    close(ends[0])
    #expect(picture == file.expected)
  }

  /// The values that the sending thread needs.
  private final class Parcel {
    let descriptor: CInt
    let bytes: [UInt8]
    init(descriptor: CInt, bytes: [UInt8]) { (self.descriptor, self.bytes) = (descriptor, bytes) }
  }
}
