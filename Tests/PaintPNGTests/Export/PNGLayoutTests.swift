import PaintPNG
import PaintRaster
import Testing

@Suite("PNGLayout")
struct PNGLayoutTests {
  /// The layout of a picture, by definition: of all that can store each of its pixels, the one with the fewest bytes.
  private struct Expected {
    var colorType: Int
    var depth: Int

    init(_ picture: Picture, allowsGray: Bool) {
      let pixels = stride(from: 0, to: picture.bytes.count, by: 4).map { Array(picture.bytes[$0..<$0 + 4]) }
      let isOpaque = pixels.allSatisfy { $0[3] == 255 }
      let isGray = pixels.allSatisfy { $0[0] == $0[1] && $0[1] == $0[2] }
      let colors = Set(pixels)
      func bytes(_ bits: Int) -> Int { (1 + (picture.width * bits + 7) / 8) * picture.height }
      // In the order in which equal ones are preferred.
      var candidates: [(colorType: Int, depth: Int, bytes: Int)] = []
      if isGray, isOpaque, allowsGray {
        for depth in [1, 2, 4, 8] where pixels.allSatisfy({ Int($0[0]) % (255 / ((1 << depth) - 1)) == 0 }) {
          candidates.append((0, depth, bytes(depth)))
        }
      }
      if isGray, allowsGray { candidates.append((4, 8, bytes(16))) }
      if isOpaque { candidates.append((2, 8, bytes(24))) }
      candidates.append((6, 8, bytes(32)))
      for depth in [1, 2, 4, 8] where colors.count <= 1 << depth {
        let translucent = colors.count { $0[3] < 255 }
        let chunks = 12 + 3 * colors.count + (translucent > 0 ? 12 + translucent : 0)
        candidates.append((3, depth, bytes(depth) + chunks))
      }
      let least = candidates.map(\.bytes).min() ?? 0
      let best = candidates.first { $0.bytes == least } ?? (6, 8, 0)
      (colorType, depth) = (best.colorType, best.depth)
    }
  }

  private func check(_ picture: Picture, allowsGray: Bool = true, _ comment: Comment) throws {
    let expected = Expected(picture, allowsGray: allowsGray)
    let layout = try survey(of: picture).layout(of: size(of: picture), allowsGray: allowsGray)
    #expect(
      Int(layout.colorType.rawValue) == expected.colorType && layout.depth == expected.depth,
      "\(comment): \(layout) instead of \(expected)")
    let file = try DecodedPNG(write(picture, layout: layout))
    #expect(file.picture == picture, comment)
    #expect(file.colorType == expected.colorType && file.depth == expected.depth, comment)
  }

  @Test("all pictures of one, two and three pixels of colours that matter have the smallest layout")
  func exhaustive() throws {
    // Greys of each depth, colours, alphas, and hidden colours under alpha 0.
    let colors: [[UInt8]] = [
      [0, 0, 0, 255], [255, 255, 255, 255], [85, 85, 85, 255], [17, 17, 17, 255], [1, 1, 1, 255], [255, 0, 0, 255],
      [0, 0, 0, 0], [9, 9, 9, 0], [9, 8, 9, 0], [0, 0, 0, 128], [0, 255, 0, 254],
    ]
    for first in colors {
      try check(Picture(width: 1, height: 1, bytes: first), "\(first)")
      for second in colors {
        try check(Picture(width: 2, height: 1, bytes: first + second), "\(first), \(second)")
        for third in colors {
          try check(Picture(width: 1, height: 3, bytes: first + second + third), "\(first), \(second), \(third)")
        }
      }
    }
  }

  @Test("every number of colours up to 257, grey or not, opaque or not, has the smallest layout", arguments: 1...257)
  func counts(count: Int) throws {
    for (isGray, isOpaque) in [(false, false), (false, true), (true, false), (true, true)] {
      var bytes: [UInt8] = []
      for index in 0..<2 * 300 {
        let color = index % count
        let value = UInt8(truncatingIfNeeded: color)
        let alpha = isOpaque ? 255 : UInt8(color / 2 % 256)
        bytes += isGray ? [value, value, value, alpha] : [value, UInt8(color / 256), 7, alpha]
      }
      try check(Picture(width: 20, height: 30, bytes: bytes), "\(count), grey \(isGray), opaque \(isOpaque)")
      try check(
        Picture(width: 20, height: 30, bytes: bytes), allowsGray: false, "\(count), grey \(isGray), opaque \(isOpaque)")
    }
  }

  @Test("the order of pixels, their parts and whole tiles give the same survey", arguments: 0..<12)
  func parts(seed: Int) throws {
    var random = PictureRandom(seed: UInt64(seed))
    let values = [2, 3, 40, 256][seed % 4]
    let words = (0..<Tile.pixelCount).map { _ in UInt32(random.below(values)) &* (seed < 4 ? 0x0101_0101 : 0x9E37_79B1)
    }
    let size = try #require(CanvasSize(width: 32, height: 32))
    let whole = try PixelSurvey()
    whole.add(words.span)
    let reversed = try PixelSurvey()
    for word in words.reversed() { reversed.add([word].span) }
    let tile = try PixelSurvey()
    let pixels = TilePixels { memory in
      for (place, word) in words.enumerated() { (memory + place).initialize(to: word) }
    }
    for x in [0, 7] {
      let part = PixelBox(x: x, y: 0, width: x == 0 ? 7 : 25, height: 32)
      tile.add(.pixels(pixels), inside: part)
    }
    let expected = whole.layout(of: size)
    #expect(reversed.layout(of: size) == expected, "seed \(seed)")
    #expect(tile.layout(of: size) == expected, "seed \(seed)")
  }

  @Test("a survey is settled only when nothing can change")
  func settled() throws {
    let survey = try PixelSurvey()
    for index in 0..<256 { survey.add(.color(Pixel(red: UInt8(index), green: 0, blue: 0)), inside: .canvasTile) }
    #expect(!survey.isSettledExceptAlpha)
    survey.add(.color(Pixel(red: 0, green: 1, blue: 0)), inside: .canvasTile)
    #expect(survey.isSettledExceptAlpha && !survey.isSettled)
    survey.add(.color(.transparent), inside: PixelBox(x: 0, y: 0, width: 0, height: 0))
    #expect(!survey.isSettled)
    survey.add(.color(.transparent), inside: .canvasTile)
    #expect(survey.isSettled)
  }
}

extension PixelBox {
  fileprivate static let canvasTile = PixelBox(x: 0, y: 0, width: Tile.edge, height: Tile.edge)
}

/// The size of a picture.
func size(of picture: Picture) throws -> CanvasSize {
  try #require(CanvasSize(width: picture.width, height: picture.height))
}

/// A survey of all pixels.
func survey(of picture: Picture) throws -> PixelSurvey {
  let survey = try PixelSurvey()
  picture.bytes.withUnsafeBytes { bytes in
    let words = UnsafeBufferPointer(rebasing: bytes.assumingMemoryBound(to: UInt32.self)[...])
    survey.add(words.span)
  }
  return survey
}
