import CPNG
import Testing

@testable import PaintPNG

/// The rows of 8-bit pictures are read by own code, which must agree with libpng.
@Suite("Own reading of pixels")
struct OwnPixelReadingTests {
  @Test("each filter and width gives libpng's pixels", arguments: PlainPNG.Color.allCases)
  func filters(color: PlainPNG.Color) {
    var random = PictureRandom(seed: 11)
    for width in Array(1...20) + [31, 32, 33, 64, 65, 257] {
      for filter: UInt8? in [0, 1, 2, 3, 4, nil] {
        let file = FilteredPNG(
          width: width, height: 4, color: color, filter: filter, isTransparent: random.below(2) == 0, using: &random)
        let outcome = agreed(file.bytes, bandRows: 1 + random.below(5), "width \(width), filter \(filter ?? 5)")
        #expect(outcome.isComplete)
      }
    }
  }

  @Test("a colour that is transparent, also one with too many bits, is the one of libpng", arguments: [0, 2])
  func keys(colorType: Int) throws {
    let color = try #require(PlainPNG.Color(rawValue: colorType))
    var random = PictureRandom(seed: 12)
    for high: UInt8 in [0, 1, 255] {
      var file = FilteredPNG(width: 9, height: 3, color: color, filter: 0, isTransparent: true, using: &random)
      for index in file.rows.indices where index % (9 * color.channels + 1) != 0 { file.rows[index] &= 1 }
      file.stream = PlainPNG.deflated(file.rows)
      file.transparency = (0..<color.channels).flatMap { _ in [high, 1] }
      let outcome = agreed(file.bytes, bandRows: 2, "high \(high)")
      #expect(outcome.pixels.contains { $0 >> 24 == 0 } && outcome.pixels.contains { $0 >> 24 == 255 })
    }
  }

  /// Bytes that take each kind of block, long and short matches, near and far ones.
  static func samples(_ kind: Int, count: Int, using random: inout PictureRandom) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      switch kind {
      case 0: bytes.append(UInt8(random.below(256)))
      case 1: bytes.append(0)
      case 2: bytes.append(UInt8(random.below(1 << random.below(8))))
      case 3: bytes += (0..<3).map { UInt8(truncatingIfNeeded: bytes.count / 40 * $0) }
      default:
        let from = bytes.isEmpty ? 0 : random.below(bytes.count)
        let length = random.below(random.below(8) == 0 ? 600 : 12)
        bytes +=
          bytes.isEmpty || random.below(3) == 0 ? [UInt8(random.below(256))] : Array(bytes[from...].prefix(length))
      }
    }
    return Array(bytes.prefix(count))
  }

  @Test("whatever zlib compresses, in whatever way, comes back", arguments: 0..<5)
  func streams(kind: Int) {
    var random = PictureRandom(seed: UInt64(20 + kind))
    let strategies = [Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED]
    let flushes = [Z_NO_FLUSH, Z_PARTIAL_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH]
    for number in 0..<24 {
      // At most as many rows as an outcome reads.
      let size = [300, 5_000, 60_000][number % 3]
      let width = max([1, 7, 100, 1_000, 9_000][random.below(5)], size / 4_000 + 1)
      let count = max(1, size / width) * width
      let samples = Self.samples(kind, count: count, using: &random)
      var file = FilteredPNG(width: width, gray: samples)
      let settings = PlainZlib.Settings(
        level: Int32(random.below(10)), strategy: strategies[number % 5], memory: Int32(1 + random.below(9)),
        windowBits: Int32(9 + random.below(7)))
      let flushed = (0..<random.below(4)).map { _ in (size: random.below(count), flush: flushes[random.below(4)]) }
      file.stream = FilteredPNG.stream(of: file.rows, settings, pieces: flushed)
      file.pieces = (0..<random.below(30)).map { _ in random.below(1 << random.below(14)) }
      let outcome = agreed(file.bytes, bandRows: 32, "\(settings), \(width) wide")
      #expect(outcome.isComplete && outcome.warnings.isEmpty)
      #expect(outcome.pixels.map { UInt8(truncatingIfNeeded: $0) } == samples, "\(settings), \(width) wide")
    }
  }

  @Test("a stream that is split between any two bytes, or between all of them, gives the same pixels")
  func splits() {
    var random = PictureRandom(seed: 31)
    for strategy in [Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY] {
      var file = FilteredPNG(width: 12, gray: Self.samples(4, count: 240, using: &random))
      file.stream = FilteredPNG.stream(of: file.rows, .init(strategy: strategy))
      let whole = agreed(file.bytes, bandRows: 3, "whole")
      for place in 0...file.stream.count {
        file.pieces = [place, 0]
        #expect(agreed(file.bytes, bandRows: 3, "split at \(place)") == whole)
      }
      file.pieces = file.stream.map { _ in 1 }
      #expect(agreed(file.bytes, bandRows: 3, "single bytes") == whole)
    }
  }

  @Test(
    "every file of PngSuite is read alike", .enabled(if: PNGSuiteFile.folder != nil, "PNGSUITE_DIR names no folder"))
  func suite() throws {
    for file in try PNGSuiteFile.all() { agreed(file.bytes, bandRows: 7, file.name) }
  }
}

/// The outcome of reading these bytes, which must be the same with libpng.
@discardableResult
func agreed(
  _ bytes: [UInt8], bandRows: Int, _ comment: @autoclosure () -> String, at location: SourceLocation = #_sourceLocation
) -> ReadingOutcome {
  let theirs = ReadingOutcome(of: bytes, .libpng, bandRows: bandRows)
  for way in [ReadingOutcome.Way.bands, .ahead] {
    let ours = ReadingOutcome(of: bytes, way, bandRows: bandRows)
    guard ours != theirs else { continue }
    func words(_ outcome: ReadingOutcome) -> String {
      "status \(outcome.status) \"\(outcome.message)\" after \(outcome.rows) rows, warnings \(outcome.warnings)"
    }
    let pixels = ours.pixels == theirs.pixels ? "" : ", other pixels"
    Issue.record(
      "\(comment()), \(way): \(words(ours)); libpng has \(words(theirs))\(pixels)", sourceLocation: location)
  }
  return theirs
}
