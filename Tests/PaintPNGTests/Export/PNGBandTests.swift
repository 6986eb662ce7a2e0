import CPNG
import PaintPNG
import PaintRaster
import PaintTestSupport
import Testing

@Suite("Bands of a PNG")
struct PNGBandTests {
  /// A picture that a layout of this kind can store: noise, runs, gradients and blocks in turn.
  private static func picture(
    _ width: Int, _ height: Int, _ colorType: PNGLayout.ColorType, depth: Int, _ random: inout PictureRandom
  ) -> Picture {
    var bytes: [UInt8] = []
    let palette = (0..<256).map { _ in (0..<4).map { _ in UInt8(random.below(256)) } }
    var run: [UInt8] = [1, 2, 3, 4]
    for place in 0..<width * height {
      let (x, y) = (place % width, place / width)
      let color: [UInt8]
      switch y / 16 % 4 {
      case 0: color = (0..<4).map { _ in UInt8(random.below(256)) }
      case 1:
        if random.below(40) == 0 { run = (0..<4).map { _ in UInt8(random.below(256)) } }
        color = run
      case 2: color = (0..<4).map { UInt8(truncatingIfNeeded: x * ($0 + 1) + y + random.below(4)) }
      default: color = (0..<4).map { UInt8(truncatingIfNeeded: (x / 9 + y / 5) * 37 * ($0 + 1)) }
      }
      let unit = UInt8(255 / ((1 << depth) - 1))
      let gray = (color[0] >> UInt8(8 - depth)) * unit
      switch colorType {
      case .gray: bytes += [gray, gray, gray, 255]
      case .grayAlpha: bytes += [color[0], color[0], color[0], color[3]]
      case .rgb: bytes += color.prefix(3) + [255]
      case .palette: bytes += palette[Int(color[0]) % (1 << depth)]
      case .rgba: bytes += color
      }
    }
    return Picture(width: width, height: height, bytes: bytes)
  }

  private static let layouts: [(PNGLayout.ColorType, Int)] = [
    (.gray, 1), (.gray, 2), (.gray, 4), (.gray, 8), (.rgb, 8), (.palette, 1), (.palette, 2), (.palette, 4),
    (.palette, 8), (.grayAlpha, 8), (.rgba, 8),
  ]

  @Test(
    "every layout at every compression is decoded to the same pixels, with any number of threads and rows per call",
    arguments: layouts.indices)
  func decodes(index: Int) throws {
    let (colorType, depth) = Self.layouts[index]
    var random = PictureRandom(seed: UInt64(index))
    for compression in PNGWritingOptions.Compression.allCases {
      for _ in 0..<3 {
        let picture = Self.picture(1 + random.below(130), 1 + random.below(90), colorType, depth: depth, &random)
        let layout = try survey(of: picture).layout(of: size(of: picture))
        let file = try write(picture, layout: layout, compression: compression, workers: .one)
        #expect(try DecodedPNG(file).picture == picture, "\(layout.colorType) \(depth), \(compression)")
        let other = try write(
          picture, layout: layout, compression: compression, workers: Workers(count: 3), bandRows: 1 + random.below(40))
        #expect(other == file, "\(layout.colorType) \(depth), \(compression)")
      }
      // Four channels store every picture.
      let picture = Self.picture(33, 70, colorType, depth: depth, &random)
      #expect(try DecodedPNG(write(picture, layout: .rgba, compression: compression)).picture == picture)
    }
  }

  @Test(
    "the rows at the borders of bands are decoded, and threads do not change a byte",
    arguments: 0..<(isOptimised ? 4 : 1))
  func borders(seed: Int) throws {
    var random = PictureRandom(seed: UInt64(seed))
    // 2,000 pixels of four channels: 65 rows a band.
    let width = 2_000 + random.below(3)
    var layout = paint_png_layout()
    (layout.color_type, layout.depth) = (6, 8)
    let band = Int(paint_png_band_rows(&layout, UInt32(width)))
    for height in [band - 1, band, band + 1, 2 * band, 3 * band + 1] {
      let picture = Self.picture(width, height, .rgba, depth: 8, &random)
      let file = try write(picture, layout: .rgba, workers: .one)
      #expect(try DecodedPNG(file).picture == picture, "\(height) rows, seed \(seed)")
      #expect(try DecodedPNG(file).chunkNames.count { $0 == "IDAT" } == (height + band - 1) / band)
      for count in [2, 3, 16] {
        let isSame = try write(picture, layout: .rgba, workers: Workers(count: count), bandRows: 7 * count) == file
        #expect(isSame, "\(height) rows, \(count) threads, seed \(seed)")
      }
    }
  }

  @Test("photographs are filtered, drawings are not")
  func filters() throws {
    var random = PictureRandom(seed: 5)
    var photo: [UInt8] = []
    var drawing: [UInt8] = []
    for place in 0..<200 * 100 {
      let (x, y) = (place % 200, place / 200)
      photo += (0..<3).map { UInt8(truncatingIfNeeded: x + y * ($0 + 1) / 2 + random.below(3)) } + [255]
      drawing += x / 20 % 2 == 0 ? [255, 255, 255, 255] : [UInt8(y / 10), 40, 90, 255]
    }
    let filtered = try DecodedPNG(write(Picture(width: 200, height: 100, bytes: photo), layout: .rgb))
    #expect(filtered.filters.allSatisfy { $0 != 0 })
    let plain = try DecodedPNG(write(Picture(width: 200, height: 100, bytes: drawing), layout: .rgb))
    #expect(plain.filters.allSatisfy { $0 == 0 })
  }

  @Test("stronger compression is not larger")
  func levels() throws {
    var random = PictureRandom(seed: 6)
    let picture = Self.picture(300, 256, .rgb, depth: 8, &random)
    let levels = PNGWritingOptions.Compression.allCases
    let sizes = try levels.map { try write(picture, layout: .rgb, compression: $0).count }
    #expect(sizes[2] <= sizes[1] && sizes[2] <= sizes[0], "\(sizes)")
  }

  @Test("a pixel that the layout cannot store is an error, after which the file can be written again")
  func unfit() throws {
    var bytes = [UInt8](repeating: 255, count: 4 * 40 * 40)
    bytes[4 * 1_000] = 254
    bytes[4 * 1_001 + 3] = 0
    let picture = Picture(width: 40, height: 40, bytes: bytes)
    let white = Picture(width: 40, height: 40, bytes: [UInt8](repeating: 255, count: bytes.count))
    for layout in [.rgb, try survey(of: white).layout(of: size(of: white))] {
      let file = UnnamedFile()
      let writer = try PNGWriter(fileDescriptor: file.descriptor, size: size(of: picture), layout: layout)
      #expect(throws: PNGError.self) { try add(picture, to: writer, bandRows: 8) }
      #expect(writer.isUnfit)
      try writer.rewind()
      #expect(file.bytes.isEmpty)
      let second = try PNGWriter(fileDescriptor: file.descriptor, size: size(of: picture), layout: .rgba)
      try add(picture, to: second, bandRows: 8)
      try second.finish()
      #expect(try DecodedPNG(file.bytes).picture == picture)
    }
  }
}
