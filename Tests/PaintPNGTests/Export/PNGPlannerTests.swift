import PaintPNG
import PaintRaster
import Testing

@Suite("PNGPlanner")
struct PNGPlannerTests {
  private func written(
    _ picture: Picture, _ options: PNGWritingOptions, chunks: PNGColorChunks = PNGColorChunks(),
    background: Pixel? = nil
  ) throws -> DecodedPNG {
    let planner = try PNGPlanner(options, size: size(of: picture), colorChunks: chunks, background: background)
    let file = UnnamedFile()
    try picture.bytes.withUnsafeBytes { bytes in
      let words = UnsafeBufferPointer(rebasing: bytes.assumingMemoryBound(to: UInt32.self)[...])
      planner.add(words.span)
      let writer = try PlannedWriter(
        planner.plan, fileDescriptor: file.descriptor, size: size(of: picture), colorChunks: chunks, options: options,
        background: background)
      // The first row alone, then the others.
      try writer.writeRows(words.span.extracting(0..<picture.width), rows: 1)
      try writer.writeRows(words.span.extracting(picture.width...), rows: picture.height - 1)
      try writer.finish()
    }
    return try DecodedPNG(file.bytes)
  }

  private func gradient(alpha: UInt8 = 255) -> Picture {
    var bytes: [UInt8] = []
    for y in 0..<64 { for x in 0..<64 { bytes += [UInt8(4 * x), UInt8(4 * y), UInt8(255 - 2 * x - 2 * y), alpha] } }
    return Picture(width: 64, height: 64, bytes: bytes)
  }

  private func colors(_ picture: Picture) -> Set<[UInt8]> {
    Set(stride(from: 0, to: picture.bytes.count, by: 4).map { Array(picture.bytes[$0..<$0 + 4]) })
  }

  /// The sum of the differences of the means of 8x8 pixels.
  private func blockError(_ first: Picture, _ second: Picture) -> Int {
    var sums: [Int: Int] = [:]
    for place in first.bytes.indices {
      let (x, y) = (place / 4 % first.width, place / 4 / first.width)
      let block = (y / 8 * first.width + x / 8) * 4 + place % 4
      sums[block, default: 0] += Int(first.bytes[place]) - Int(second.bytes[place])
    }
    return sums.values.reduce(0) { $0 + abs($1) }
  }

  @Test("a limit of colours is kept, and more colours are nearer", arguments: [false, true])
  func limits(isDithered: Bool) throws {
    let picture = gradient()
    var last = Double.infinity
    for limit in [2, 3, 16, 17, 64, 256] {
      var options = PNGWritingOptions()
      (options.colorLimit, options.isDithered) = (limit, isDithered)
      let file = try written(picture, options)
      let count = colors(file.picture).count
      #expect(count <= limit && count > limit / 2, "\(count) of \(limit)")
      #expect(file.colorType == 3 && file.depth == [2: 1, 3: 2, 16: 4][limit, default: 8])
      #expect(colors(file.picture).allSatisfy { $0[3] == 255 })
      let error = zip(picture.bytes, file.picture.bytes).reduce(0.0) { $0 + abs(Double($1.0) - Double($1.1)) }
      #expect(error < last, "\(limit) colours")
      last = error
      // From a distance a dithered picture is nearer, if there are enough colours to mix.
      if isDithered, limit >= 64 {
        options.isDithered = false
        let plain = try written(picture, options)
        #expect(blockError(picture, file.picture) < blockError(picture, plain.picture), "\(limit) colours")
      }
    }
  }

  @Test("a background makes the picture opaque, and its colours are those that are counted", arguments: [nil, 3])
  func background(colorLimit: Int?) throws {
    let blue = Pixel(red: 0, green: 0, blue: 255)
    var options = PNGWritingOptions()
    options.colorLimit = colorLimit
    // Four colours that become two.
    let row: [UInt8] = [255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0, 255, 255, 0, 255]
    let flatRow: [UInt8] = [0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255, 255, 255, 0, 255]
    let picture = Picture(width: 4, height: 2, bytes: row + row)
    let flat = Picture(width: 4, height: 2, bytes: flatRow + flatRow)
    let file = try written(picture, options, background: blue)
    #expect(file.picture == flat)
    #expect(try file.colorType == written(flat, options).colorType)
    #expect(try written(gradient(alpha: 90), PNGWritingOptions(), background: .white).colorType == 2)
  }

  @Test("tiles on a background are planned as their rows")
  func tilesOnBackground() throws {
    let size = try #require(CanvasSize(width: Tile.edge, height: Tile.edge))
    var pixels: [UInt32] = []
    for place in 0..<Tile.edge * Tile.edge { pixels.append(UInt32(place % 7) << 24 | UInt32(place % 3)) }
    let band = TilePixels(column: 0, ofBand: pixels.span, rows: Tile.edge, width: Tile.edge)
    let box = PixelBox(x: 3, y: 5, width: 20, height: 9)
    let tiles = try PNGPlanner(PNGWritingOptions(), size: size, background: .white)
    tiles.add(.pixels(band), inside: box)
    let rows = try PNGPlanner(PNGWritingOptions(), size: size, background: .white)
    for y in box.y..<box.maxY { rows.add(pixels.span.extracting(y * Tile.edge + box.x..<y * Tile.edge + box.maxX)) }
    #expect(tiles.plan == rows.plan)
    let one = try PNGPlanner(PNGWritingOptions(), size: size, background: .white)
    one.add(.color(.transparent), inside: box)
    #expect(one.plan.layout.colorType == .gray)
  }

  @Test("a picture with few enough colours stays exact, also hidden ones")
  func exact() throws {
    var options = PNGWritingOptions()
    (options.colorLimit, options.isDithered) = (4, true)
    let picture = Picture(width: 2, height: 2, bytes: [1, 2, 3, 0, 4, 5, 6, 7, 255, 0, 0, 255, 0, 0, 0, 0])
    #expect(try written(picture, options).picture == picture)
  }

  @Test("transparent pixels stay transparent, opaque ones opaque", arguments: [false, true])
  func transparency(isDithered: Bool) throws {
    var picture = gradient()
    for place in stride(from: 3, to: picture.bytes.count, by: 4) where place / 4 % 5 == 0 { picture.bytes[place] = 0 }
    var options = PNGWritingOptions()
    (options.colorLimit, options.isDithered) = (9, isDithered)
    let file = try written(picture, options)
    #expect(colors(file.picture).count <= 9 && file.depth == 4)
    for place in stride(from: 3, to: picture.bytes.count, by: 4) {
      #expect(file.picture.bytes[place] == picture.bytes[place])
    }
  }

  @Test("four channels are kept on request, with limited colours too")
  func fourChannels() throws {
    var options = PNGWritingOptions()
    options.keepsFourChannels = true
    let white = Picture(width: 9, height: 9, bytes: [UInt8](repeating: 255, count: 4 * 81))
    let file = try written(white, options)
    #expect(file.colorType == 6 && file.picture == white)
    options.colorLimit = 8
    let limited = try written(gradient(), options)
    #expect(limited.colorType == 6 && colors(limited.picture).count <= 8)
  }

  @Test("a profile prevents grey and is written, unless chunks are stripped")
  func chunks() throws {
    // A gamma, which grey allows.
    let gamma = try PNGColorChunks(serialized: Array("gAMA".utf8) + [0, 0, 0, 4, 0, 0, 0xB1, 0x8F])
    var bytes: [UInt8] = []
    for place in 0..<900 {
      let value = UInt8(place / 4)
      bytes += [value, value, value, 255]
    }
    let gray = Picture(width: 30, height: 30, bytes: bytes)
    #expect(try written(gray, PNGWritingOptions(), chunks: gamma).chunkNames.prefix(2) == ["IHDR", "gAMA"])
    var options = PNGWritingOptions()
    options.stripsChunks = true
    #expect(try written(gray, options, chunks: gamma).chunkNames == ["IHDR", "IDAT", "IEND"])
    let size = try size(of: gray)
    #expect(try survey(of: gray).layout(of: size).colorType == .gray)
    #expect(try survey(of: gray).layout(of: size, allowsGray: false).colorType == .palette)
  }

  @Test("nothing is surveyed for four channels, everything for a limit of colours")
  func settled() throws {
    let size = try #require(CanvasSize(width: 1, height: 1))
    var options = PNGWritingOptions()
    #expect(try !PNGPlanner(options, size: size).isSettledExceptAlpha)
    options.keepsFourChannels = true
    #expect(try PNGPlanner(options, size: size).isSettled)
    options.colorLimit = 5
    #expect(try !PNGPlanner(options, size: size).isSettledExceptAlpha)
  }

  @Test(
    "opaque pixels stay opaque, transparent ones invisible, greys grey, and a large area keeps its colour",
    arguments: [2, 3, 4, 5, 16, 17, 64, 255, 256], [false, true])
  func kinds(limit: Int, isDithered: Bool) throws {
    let area: [UInt8] = [0, 128, 128, 255]
    for isGray in [false, true] {
      var picture = gradient()
      for place in 0..<64 * 64 {
        let (x, y) = (place % 64, place / 64)
        var color = Array(picture.bytes[4 * place..<4 * place + 3])
        if isGray { color = [color[2], color[2], color[2]] }
        // Soft edges with any alpha, few pixels that are nearly opaque, and an area of one colour among similar ones.
        let alpha = x < 8 ? 0 : x < 24 ? UInt8((x - 8) * 16 + y % 16) : x == 24 ? 254 : 255
        let isArea = x >= 40 && y >= 32
        picture.bytes.replaceSubrange(
          4 * place..<4 * place + 4, with: isArea ? (isGray ? [90, 90, 90, 255] : area) : color + [alpha])
        if !isArea, x >= 32, y >= 32 { picture.bytes[4 * place + 1] = isGray ? 90 : UInt8(125 + x % 6) }
        if !isArea, x >= 32, y >= 32, isGray {
          picture.bytes.replaceSubrange(4 * place..<4 * place + 3, with: [91, 91, 91])
        }
      }
      var options = PNGWritingOptions()
      (options.colorLimit, options.isDithered) = (limit, isDithered)
      let file = try written(picture, options)
      #expect(colors(file.picture).count <= limit)
      var wrong = 0
      for place in 0..<64 * 64 {
        let (old, new) = (picture.bytes[4 * place..<4 * place + 4], file.picture.bytes[4 * place..<4 * place + 4])
        let alphas = (old[4 * place + 3], new[4 * place + 3])
        if alphas.0 == 255, alphas.1 != 255 { wrong += 1 }
        if alphas.0 == 0, alphas.1 != 0 { wrong += 1 }
        if isGray, new[4 * place] != new[4 * place + 1] || new[4 * place] != new[4 * place + 2] { wrong += 1 }
        if limit >= 16, place % 64 >= 40, place / 64 >= 32, old != new { wrong += 1 }
      }
      #expect(wrong == 0, "grey: \(isGray)")
    }
  }
}
