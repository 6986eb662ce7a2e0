import CPNG
import Testing

@testable import PaintPNG

/// A damaged picture has the same verdict, the same words, and as many readable rows as with libpng.
@Suite("Own reading of damaged pixels")
struct OwnPixelDamageTests {
  /// Small files with each kind of block.
  static let small: [[UInt8]] = {
    var random = PictureRandom(seed: 41)
    let strategies = [Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE]
    return PlainPNG.Color.allCases.enumerated().map { number, color in
      var file = FilteredPNG(width: 6, height: 7, color: color, isTransparent: true, using: &random)
      // Few values, so that there are codes and matches.
      for index in file.rows.indices where index % (6 * color.channels + 1) != 0 { file.rows[index] &= 3 }
      let level: Int32 = number == 4 ? 0 : 6
      file.stream = FilteredPNG.stream(
        of: file.rows, .init(level: level, strategy: strategies[number % 4]),
        pieces: [(size: file.rows.count / 2, flush: Z_SYNC_FLUSH)], statedWindow: number == 3 ? 8 : nil)
      file.pieces = (0..<3).map { _ in random.below(30) }
      return file.bytes
    }
  }()

  @Test("truncated anywhere", arguments: small.indices)
  func truncations(index: Int) {
    let file = Self.small[index]
    for count in 0..<file.count { agreed(Array(file.prefix(count)), bandRows: 1, "cut to \(count)") }
  }

  @Test("with a changed byte, the checksums of the chunks wrong or corrected", arguments: small.indices)
  func changes(index: Int) {
    var random = PictureRandom(seed: UInt64(50 + index))
    let file = Self.small[index]
    for place in 8..<file.count {
      for isCorrected in [false, true, true, true] {
        var changed = file
        changed[place] ^= random.below(2) == 0 ? 1 << UInt8(random.below(8)) : UInt8(1 + random.below(255))
        if isCorrected { HostilePNGTests.fixChecksums(&changed) }
        agreed(changed, bandRows: 1 + random.below(4), "byte \(place) is \(changed[place])")
      }
    }
  }

  @Test("with bytes removed or inserted, the checksums corrected", arguments: small.indices)
  func shifts(index: Int) {
    var random = PictureRandom(seed: UInt64(60 + index))
    let file = Self.small[index]
    for number in 0..<300 {
      var changed = file
      let place = 8 + random.below(file.count - 8)
      if random.below(2) == 0 {
        changed.removeSubrange(place..<min(file.count, place + 1 + random.below(20)))
      } else {
        changed.insert(contentsOf: (0...random.below(20)).map { _ in UInt8(random.below(256)) }, at: place)
      }
      HostilePNGTests.fixChecksums(&changed)
      agreed(changed, bandRows: 1 + random.below(4), "change \(number) at \(place)")
    }
  }

  /// A grey picture of 20 x 10 whose stream is made of its rows.
  private func outcome(_ comment: String, stream: ([UInt8]) -> [UInt8]) -> ReadingOutcome {
    var random = PictureRandom(seed: 70)
    var file = FilteredPNG(width: 20, gray: OwnPixelReadingTests.samples(4, count: 200, using: &random))
    file.stream = stream(file.rows)
    file.pieces = [10, 0, 20]
    return agreed(file.bytes, bandRows: 1, comment)
  }

  @Test("a stream without its checksum, or with a wrong one, lacks the last row; surplus is read with a warning")
  func streams() {
    let short = outcome("without a checksum") { PlainPNG.deflated($0).dropLast(4) }
    #expect(short.rows == 9 && short.message == "Not enough image data")
    let wrong = outcome("a wrong checksum") { PlainPNG.deflated($0).dropLast() + [77] }
    #expect(wrong.rows == 9 && wrong.message == "IDAT: incorrect data check")
    let extra = outcome("bytes behind it") { PlainPNG.deflated($0) + [1, 2, 3] }
    #expect(extra.isComplete && extra.warnings == ["libpng says \"IDAT: Extra compressed data\""])
    let more = outcome("more rows") { PlainPNG.deflated($0 + [UInt8](repeating: 7, count: 3_000)) }
    #expect(more.isComplete && more.warnings == ["libpng says \"IDAT: Too much image data\""])
    let fewer = outcome("fewer rows") { PlainPNG.deflated(Array($0.prefix(21 * 6))) }
    #expect(fewer.rows == 6 && fewer.message == "Not enough image data")
    let noFilter = outcome("a filter that does not exist") { PlainPNG.deflated($0.prefix(63) + [5] + $0.dropFirst(64)) }
    #expect(noFilter.rows == 3 && noFilter.message == "bad adaptive filter value")
    for (header, words): ([UInt8], String) in [
      ([0x88, 0x1C], "invalid window size (libpng)"), ([0x78, 0x02], "incorrect header check"),
      ([0x77, 0x09], "unknown compression method"), ([0x78, 0x20], "missing LZ dictionary"),
    ] {
      let refused = outcome(words) { header + PlainPNG.deflated($0).dropFirst(2) }
      #expect(refused.rows == 0 && refused.message == "IDAT: " + words)
    }
  }

  @Test("a distance beyond the window that the header states is refused where zlib refuses it")
  func windows() {
    var random = PictureRandom(seed: 80)
    for number in 0..<40 {
      let width = [3, 50, 300, 2_000][number % 4]
      let samples = OwnPixelReadingTests.samples(4, count: max(4, 6_000 / width) * width, using: &random)
      var file = FilteredPNG(width: width, gray: samples)
      file.stream = FilteredPNG.stream(of: file.rows, .init(), statedWindow: Int32(8 + random.below(5)))
      file.pieces = number % 2 == 0 ? [] : (0..<200).map { _ in random.below(50) }
      agreed(file.bytes, bandRows: 1, "\(number)")
    }
  }

  @Test("a later chunk with an impossible type or length has libpng's words")
  func headers() {
    var random = PictureRandom(seed: 90)
    var file = FilteredPNG(width: 20, gray: OwnPixelReadingTests.samples(0, count: 200, using: &random))
    file.pieces = [40]
    let whole = file.bytes
    // The signature, the header, the first IDAT.
    let second = 8 + 25 + 12 + 40
    for header: [UInt8] in [
      [0, 0, 0, 9, 0x49, 0x44, 0x41, 0], [0x80, 0, 0, 0, 0x49, 0x44, 0x41, 0x54],
      [0x70, 0, 0, 0, 0x49, 0x44, 0x41, 0x54],
      [0x70, 0, 0, 0, 0x74, 0x45, 0x58, 0x74], [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44], [0, 0, 0, 0, 1, 200, 91, 96],
      [0x70, 0, 0, 0, 0x50, 0x4C, 0x54, 0x45],
    ] {
      let changed = whole.prefix(second) + header + whole.dropFirst(second + 8)
      #expect(!agreed(Array(changed), bandRows: 1, "\(header)").isComplete)
    }
  }

  @Test("what follows the last row is inflated up to the same limit")
  func surplus() {
    for count in [1_000, 40_000_000, 80_000_000] {
      var file = FilteredPNG(width: 4, gray: [1, 2, 3, 4])
      file.stream = PlainPNG.deflated(file.rows + [UInt8](repeating: 0, count: count), level: 1)
      agreed(file.bytes, bandRows: 1, "\(count) bytes")
    }
  }
}
