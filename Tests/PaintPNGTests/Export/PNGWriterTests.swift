import PaintPNG
import PaintRaster
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite("PNGWriter")
struct PNGWriterTests {
  @Test("export after import preserves every sample, hidden colours included", arguments: 0..<24)
  func roundTrip(seed: Int) throws {
    var random = PictureRandom(seed: UInt64(seed))
    let width = 1 + random.below(100)
    let height = 1 + random.below(100)
    // Random bytes, so alpha 0 with any colour too; with few values, so runs and repeats as well.
    let values = [2, 16, 256][seed % 3]
    let bytes = (0..<4 * width * height).map { _ in UInt8(random.below(values)) }
    let picture = Picture(width: width, height: height, bytes: bytes)
    let file = try write(picture, bandRows: 1 + random.below(40))
    #expect(try readPicture(PNGReader(bytes: file)) == picture, "seed \(seed)")
    // Reading the file and writing it again gives the same bytes.
    #expect(try write(readPicture(PNGReader(bytes: file))) == file, "seed \(seed)")
  }

  @Test("an opaque picture is written without alpha and read back the same", arguments: 0..<8)
  func opaque(seed: Int) throws {
    var random = PictureRandom(seed: UInt64(seed))
    let width = 1 + random.below(70)
    let height = 1 + random.below(70)
    let bytes = (0..<4 * width * height).map { $0 % 4 == 3 ? 255 : UInt8(random.below(256)) }
    let picture = Picture(width: width, height: height, bytes: bytes)
    let file = try write(picture, opaque: true)
    #expect(file[25] == 2, "colour type RGB")
    #expect(try readPicture(PNGReader(bytes: file)) == picture, "seed \(seed)")
    #expect(try write(picture)[25] == 6, "colour type RGBA")
  }

  @Test("alternating rows of a drawing and a photograph, compressed in two ways, are restored", arguments: 0..<8)
  func mixed(seed: Int) throws {
    var random = PictureRandom(seed: UInt64(seed))
    let width = 1 + random.below(60)
    let height = 32 * 120 + random.below(32)
    var bytes: [UInt8] = []
    for row in 0..<height {
      // A noisy gradient, which is small only with a filter, or one colour a row.
      let isGrainy = row / 32 % 2 == seed % 2
      let flat = random.below(256)
      for byte in 0..<4 * width {
        let grainy = row + byte / 4 * 3 + random.below(16)
        bytes.append(UInt8(truncatingIfNeeded: isGrainy ? grainy : flat))
      }
    }
    let picture = Picture(width: width, height: height, bytes: bytes)
    let isSame = try readPicture(PNGReader(bytes: write(picture))) == picture
    #expect(isSame, "seed \(seed)")
  }

  @Test("the bytes do not depend on the number of rows per call")
  func bands() throws {
    var random = PictureRandom(seed: 9)
    let picture = Picture(width: 50, height: 90, bytes: (0..<4 * 4500).map { _ in UInt8(random.below(4)) })
    let once = try write(picture, bandRows: 90)
    for rows in [1, 7, 32] { #expect(try write(picture, bandRows: rows) == once) }
  }

  @Test("too many or too few rows are a parameter error")
  func rowCount() throws {
    let file = UnnamedFile()
    let size = try #require(CanvasSize(width: 2, height: 2))
    let writer = try PNGWriter(fileDescriptor: file.descriptor, size: size)
    let pixels = [UInt32](repeating: 7, count: 8)
    #expect(throws: PNGError.parameter(message: "the picture has 2 rows left, not 3")) {
      try writer.writeRows(pixels.span, rows: 3)
    }
    try writer.writeRows(pixels.span, rows: 1)
    #expect(throws: PNGError.parameter(message: "1 rows of the picture are missing")) { try writer.finish() }
  }

  @Test("a failed write is an I/O error with its errno, and stays one")
  func ioFailure() throws {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    for (descriptor, errno) in [(full, ENOSPC), (CInt(-1), EBADF)] {
      let writer = try PNGWriter(fileDescriptor: descriptor, size: #require(CanvasSize(width: 1, height: 1)))
      let pixel: [UInt32] = [1]
      try writer.writeRows(pixel.span, rows: 1)
      do {
        try writer.finish()
        Issue.record("nothing failed")
      } catch {
        guard case .io(errno, _) = error else {
          Issue.record("\(error)")
          continue
        }
      }
    }
  }

  @Test("memory does not grow with the height")
  func tall() throws {
    let size = try #require(CanvasSize(width: 4, height: CanvasSize.maximumSide))
    let file = UnnamedFile()
    let writer = try PNGWriter(fileDescriptor: file.descriptor, size: size)
    let band = (0..<UInt32(4 * 32)).map { $0 &* 0x0101_0101 }
    for _ in 0..<size.height / 32 {
      try writer.writeRows(band.span, rows: 32)
    }
    try writer.finish()
    var rows = 0
    try PNGReader(bytes: file.bytes).readBands { row, count, pixels in
      rows += count
      for at in 0..<count * 4 where pixels[at] != band[at] { Issue.record("row \(row) differs") }
    }
    #expect(rows == size.height)
  }
}

/// Writes the picture with that many rows per call, with four channels, or with three.
func write(
  _ picture: Picture, colorChunks: PNGColorChunks = PNGColorChunks(), opaque: Bool = false, bandRows: Int = 32
) throws -> [UInt8] {
  try write(picture, colorChunks: colorChunks, layout: opaque ? .rgb : .rgba, bandRows: bandRows)
}

/// Writes the picture in a layout.
func write(
  _ picture: Picture, colorChunks: PNGColorChunks = PNGColorChunks(), layout: PNGLayout,
  compression: PNGWritingOptions.Compression = .standard, workers: Workers = .all, bandRows: Int = 32
) throws -> [UInt8] {
  let file = UnnamedFile()
  let writer = try PNGWriter(
    fileDescriptor: file.descriptor, size: size(of: picture), colorChunks: colorChunks, layout: layout,
    compression: compression, workers: workers)
  try add(picture, to: writer, bandRows: bandRows)
  try writer.finish()
  return file.bytes
}

/// Adds all rows of the picture.
func add(_ picture: Picture, to writer: PNGWriter, bandRows: Int) throws {
  try picture.bytes.withUnsafeBytes { bytes in
    let words = bytes.assumingMemoryBound(to: UInt32.self)
    for row in stride(from: 0, to: picture.height, by: bandRows) {
      let rows = min(bandRows, picture.height - row)
      let band = UnsafeBufferPointer(rebasing: words[row * picture.width..<(row + rows) * picture.width])
      try writer.writeRows(band.span, rows: rows)
    }
  }
}
