import CPNG
import PaintTestSupport
import Testing

@testable import PaintPNG

#if canImport(Glibc)
  import Glibc
#endif

/// The system fails to read a file.
@Suite("A PNG of which a part cannot be read")
struct FailingReadTests {
  /// What a reader found.
  private struct Found: Equatable {
    var status: UInt32
    var errno: CInt
    var chunks: [[UInt8]] = []
    var pixels: [UInt32] = []
  }

  /// A picture of random rows, with more than a buffer of pixels, and with EXIF and a text behind them.
  private static let bytes: [UInt8] = {
    var random = SeededGenerator(seed: 11)
    let (width, height) = (300, 400)
    let rows = (0..<height).flatMap { _ in [0] + (0..<width).map { _ in UInt8.random(in: 0...255, using: &random) } }
    let header = PlainPNG(width: width, height: height, depth: 8, color: .gray, samples: []).header
    let pixels = PlainPNG.deflated(rows)
    return PlainPNG.signature + header + PlainPNG.chunk("IDAT", Array(pixels.prefix(50_000)))
      + PlainPNG.chunk("IDAT", Array(pixels.dropFirst(50_000))) + PlainPNG.chunk("eXIf", PNGColorChunksTests.exif)
      + PlainPNG.chunk("tEXt", Array("Key\0text".utf8)) + PlainPNG.end
  }()

  /// Reads the header, and the rows unless they are not wanted; fails a read if its number is not 0.
  private static func read(_ file: CInt, failing number: Int, rows isWhole: Bool) throws -> Found {
    #expect(lseek(file, 0, SEEK_SET) == 0)
    let reader = try #require(paint_png_reader_create_fd(file))
    defer { paint_png_reader_destroy(reader) }
    paint_png_reader_fail_read(reader, UInt64(number))
    var status = isWhole ? paint_png_reader_start(reader, 1000, 0) : paint_png_reader_read_header(reader, 1000)
    var found = Found(status: 0, errno: 0)
    var row = 0
    while isWhole, status == PAINT_PNG_OK, row < paint_png_reader_height(reader) {
      var pixels: UnsafePointer<UInt32>?
      status = paint_png_reader_read_band(reader, 10, &pixels)
      if status == PAINT_PNG_OK {
        found.pixels += UnsafeBufferPointer(start: pixels, count: 10 * Int(paint_png_reader_width(reader)))
      }
      row += 10
    }
    if isWhole, status == PAINT_PNG_OK { status = paint_png_reader_finish(reader) }
    guard status == PAINT_PNG_OK else {
      return Found(status: status.rawValue, errno: paint_png_reader_errno(reader))
    }
    for index in 0..<paint_png_reader_chunk_count(reader) {
      let chunk = paint_png_reader_chunk(reader, index)
      found.chunks.append(Array(UnsafeBufferPointer(start: chunk.bytes, count: chunk.count)))
    }
    return found
  }

  @Test("each read that fails is an I/O error, never a picture without its EXIF", arguments: [false, true])
  func everyRead(isWhole: Bool) throws {
    let stream = try #require(tmpfile())
    defer { fclose(stream) }
    let file = fileno(stream)
    #expect(fwrite(Self.bytes, 1, Self.bytes.count, stream) == Self.bytes.count && fflush(stream) == 0)
    let whole = try Self.read(file, failing: 0, rows: isWhole)
    #expect(whole.status == PAINT_PNG_OK.rawValue && whole.chunks.count == 2)
    var reads = 0
    while true {
      let found = try Self.read(file, failing: reads + 1, rows: isWhole)
      if found == whole { break }
      reads += 1
      #expect(found == Found(status: PAINT_PNG_IO.rawValue, errno: EIO), "read \(reads)")
      try #require(reads < 100)
    }
    // The beginning, and a window at each chunk behind it; the pixels take more.
    #expect(reads >= (isWhole ? 4 : 3))
  }

  #if os(Linux)
    @Test("so is a part behind the pixels that the system cannot read")
    func unreadablePart() throws {
      let page = sysconf(Int32(_SC_PAGESIZE))
      let stream = try #require(tmpfile())
      defer { fclose(stream) }
      #expect(fwrite(Self.bytes, 1, page, stream) == page && fflush(stream) == 0)
      // The pages behind the end of the file, where the chunks would be, are mapped, so that no other thread maps
      // something there.
      let count = Self.bytes.count + page
      let memory = try #require(mmap(nil, count, PROT_READ, MAP_PRIVATE, fileno(stream), 0))
      defer { munmap(memory, count) }
      let file = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return }
      defer { close(file) }
      #expect(lseek(file, Int(bitPattern: memory), SEEK_SET) == Int(bitPattern: memory))
      do {
        _ = try PNGHeader(fileDescriptor: file)
        Issue.record("the header was read without its EXIF")
      } catch {
        guard case .io = error else {
          Issue.record("\(error)")
          return
        }
      }
    }
  #endif
}
