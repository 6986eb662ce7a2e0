@testable import PaintPNG
import Testing

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
        let spooled = try readPicture(PNGReader(bytes: file.bytes, interlacedInMemory: 0))
        #expect(spooled == file.expected, "seed \(seed), \(size), from a temporary file")
      }
    }
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
