import Glibc
import PaintPNG
import PaintRaster

/// A large picture tiled with photographs in turn, as many bands as needed, with added grain.
///
/// The grain changes each sample by -1, 0 or 1. Without it all copies would be identical, and the picture would
/// compress and decompress several times as fast as a real photograph of its size.
struct Mosaic {
  let size: CanvasSize
  private let photographs: [Photograph]

  private struct Photograph {
    let width: Int
    let height: Int
    let pixels: [UInt32]

    init(_ path: String) throws(PNGError) {
      let file = open(path, O_RDONLY | O_CLOEXEC)
      defer { close(file) }
      let reader = try PNGReader(fileDescriptor: file)
      var pixels: [UInt32] = []
      try reader.readBands { _, _, band in pixels.append(copying: band) }
      width = reader.size.width
      height = reader.size.height
      self.pixels = pixels
    }
  }

  /// Reads the photographs.
  init(_ size: CanvasSize, of paths: [String]) throws(PNGError) {
    self.size = size
    var photographs: [Photograph] = []
    for path in paths { photographs.append(try Photograph(path)) }
    self.photographs = photographs
  }

  /// Writes the picture to an open file.
  func write(to file: CInt) throws(PNGError) {
    let writer = try PNGWriter(fileDescriptor: file, size: size, opaque: true)
    var band = 0
    var first = 0
    var row = [UInt32](repeating: 0, count: size.width)
    var random = SplitMix64(state: 3)
    while writer.remainingRows > 0 {
      let photograph = photographs[band % photographs.count]
      let y = size.height - writer.remainingRows - first
      guard y < photograph.height else {
        band += 1
        first += photograph.height
        continue
      }
      for x in 0..<size.width {
        row[x] = grained(photograph.pixels[y * photograph.width + x % photograph.width], random.next())
      }
      try writer.writeRows(row.span, rows: 1)
    }
    try writer.finish()
  }

  /// A pixel with its three colours changed by two random bits each: -1, 0, 0 or 1.
  private func grained(_ bits: UInt32, _ random: UInt64) -> UInt32 {
    let pixel = Pixel(bits: bits)
    return Pixel(
      red: UInt8(clamping: Int(pixel.red) + grain(random)),
      green: UInt8(clamping: Int(pixel.green) + grain(random >> 2)),
      blue: UInt8(clamping: Int(pixel.blue) + grain(random >> 4))
    ).bits
  }

  private func grain(_ random: UInt64) -> Int { Int(random & 3 + 1) / 2 - 1 }
}

extension Mosaic {
  /// `mosaic WIDTH HEIGHT FILE PHOTOGRAPH …`: makes the picture; run as a separate process.
  static func run(_ words: [String]) {
    guard words.count > 3, let width = Int(words[0]), let height = Int(words[1]),
      let size = CanvasSize(width: width, height: height)
    else { fail("mosaic needs WIDTH HEIGHT FILE PHOTOGRAPH …", exitCode: EX_USAGE) }
    let file = open(words[2], O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    do throws(PNGError) {
      try Mosaic(size, of: Array(words[3...])).write(to: file)
    } catch {
      fail("\(error)")
    }
    exit(close(file))
  }
}
