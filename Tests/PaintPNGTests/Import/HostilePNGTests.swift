import CPNG
import PaintPNG
import Testing

@Suite("Hostile PNG files")
struct HostilePNGTests {
  /// A small file of each kind: palette with tRNS, interlaced, several IDAT chunks, colour chunks.
  static let small: [[UInt8]] = {
    var random = PictureRandom(seed: 3)
    var files: [PlainPNG] = []
    for (color, depth) in [(PlainPNG.Color.palette, 2), (.gray, 16), (.rgba, 8), (.rgb, 8)] {
      for interlaced in [false, true] {
        var file = PlainPNG(
          randomWidth: 5, height: 4, depth: depth, color: color, interlaced: interlaced, transparent: true,
          using: &random)
        file.pieceLength = 9
        file.chunks =
          PlainPNG.chunk("gAMA", PlainPNG.number(45455)) + PlainPNG.chunk("pHYs", [0, 0, 1, 0, 0, 0, 1, 0, 1])
        files.append(file)
      }
    }
    return files.map(\.bytes)
  }()

  @Test(
    "a file truncated anywhere is refused as truncated, or without its signature as no PNG", arguments: small.indices)
  func truncations(index: Int) {
    let file = Self.small[index]
    for count in 0..<file.count {
      switch refusal(of: Array(file.prefix(count))) {
      case .truncated(let message)? where count >= PlainPNG.signature.count,
        .format(let message)? where count < PlainPNG.signature.count:
        #expect(!message.contains("libpng"), "\(count): \(message)")
      case let other: Issue.record("cut to \(count) of \(file.count) bytes: \(String(describing: other))")
      }
    }
  }

  @Test("a file with any single flipped bit is read or refused, always with a reason", arguments: small.indices)
  func bitFlips(index: Int) {
    let file = Self.small[index]
    for bit in 0..<8 * file.count {
      var flipped = file
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      guard let error = refusal(of: flipped) else { continue }
      #expect(!error.message.isEmpty && !error.message.contains("libpng"), "bit \(bit): \(error)")
    }
  }

  @Test("a file with a flipped bit and corrected checksums is refused or read", arguments: small.indices)
  func bitFlipsBehindChecksums(index: Int) {
    let file = Self.small[index]
    for bit in 0..<8 * file.count {
      var flipped = file
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      Self.fixChecksums(&flipped)
      if let error = refusal(of: flipped) { #expect(!error.message.isEmpty) }
    }
  }

  @Test("a size beyond the canvas is refused before anything is allocated, and named")
  func sizes() {
    for (width, height) in [(65_537, 1), (1, 65_537), (0x7fff_ffff, 0x7fff_ffff), (100_000, 100_000)] {
      var file = PlainPNG(width: 1, height: 1, depth: 8, color: .rgba, samples: [1, 2, 3, 4])
      file.width = width
      file.height = height
      let bytes = PlainPNG.signature + file.header + PlainPNG.chunk("IDAT", [0]) + PlainPNG.end
      guard case .limit(let message) = refusal(of: bytes) else {
        Issue.record("\(width)x\(height) was not refused for its size")
        continue
      }
      #expect(message.contains("\(width)x\(height)"))
    }
    for (width, height) in [(0, 1), (1, 0), (0x8000_0000, 1)] {
      var file = PlainPNG(width: 1, height: 1, depth: 8, color: .rgba, samples: [1, 2, 3, 4])
      file.width = width
      file.height = height
      guard case .format = refusal(of: PlainPNG.signature + file.header + PlainPNG.end) else {
        Issue.record("\(width)x\(height) was not refused as damaged")
        continue
      }
    }
  }

  @Test("a large size without pixels costs neither time nor memory")
  func emptyClaims() {
    for (side, interlaced) in [(65_536, false), (16_384, true)] {
      let file = PlainPNG(
        width: side, height: side, depth: 16, color: .rgba, isInterlaced: interlaced, samples: [])
      let pixels = PlainPNG.chunk("IDAT", PlainPNG.deflated([0, 1, 2, 3]))
      guard case .format = refusal(of: PlainPNG.signature + file.header + pixels + PlainPNG.end) else {
        Issue.record("\(side) was read")
        continue
      }
    }
  }

  @Test("an interlaced picture over 1 GiB is refused with the reason")
  func interlacedLimit() {
    let file = PlainPNG(width: 16_385, height: 16_384, depth: 1, color: .gray, isInterlaced: true, samples: [])
    let pixels = PlainPNG.chunk("IDAT", PlainPNG.deflated([0, 1, 2, 3]))
    guard case .limit(let message) = refusal(of: PlainPNG.signature + file.header + pixels) else {
      Issue.record("it was not refused for its size")
      return
    }
    #expect(message.contains("interlaced"))
  }

  @Test("a chunk that claims to be longer than the file is refused", arguments: ["IDAT", "gAMA", "tEXt", "paNt"])
  func lengths(type: String) {
    let file = PlainPNG(width: 1, height: 1, depth: 8, color: .rgba, samples: [1, 2, 3, 4])
    for length in [0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 8_000_001, 100] {
      let lie = PlainPNG.number(length) + Array(type.utf8) + [1, 2, 3]
      guard refusal(of: PlainPNG.signature + file.header + lie)?.damage != nil else {
        Issue.record("\(length) was believed")
        continue
      }
    }
  }

  @Test("a little more data than pixels is read; a bomb after the last pixel is refused, not inflated")
  func surplus() throws {
    let header = PlainPNG(width: 1, height: 1, depth: 8, color: .rgba, samples: []).header
    func file(surplus: Int) -> [UInt8] {
      let rows: [UInt8] = [0, 1, 2, 3, 4] + [UInt8](repeating: 0, count: surplus)
      return PlainPNG.signature + header + PlainPNG.chunk("IDAT", PlainPNG.deflated(rows, level: 1)) + PlainPNG.end
    }
    let reader = try PNGReader(bytes: file(surplus: 1000))
    #expect(try readPicture(reader).bytes == [1, 2, 3, 4])
    #expect(reader.warnings.count == 1)
    // Level 1 packs zeros 1:228, so this is a little over the limit.
    guard case .format = refusal(of: file(surplus: 64 << 20)) else {
      Issue.record("the bomb was inflated")
      return
    }
  }

  @Test("unneeded chunks are skipped, however many and however large")
  func skipping() throws {
    var file = PlainPNG(width: 1, height: 1, depth: 8, color: .rgba, samples: [1, 2, 3, 4])
    let bomb = PlainPNG.deflated([UInt8](repeating: 0, count: 1 << 20))
    for type in ["sPLT", "hIST", "tIME", "paNt"] {
      file.chunks += PlainPNG.chunk(type, Array("k\0\0".utf8) + bomb)
    }
    for _ in 0..<2000 { file.chunks += PlainPNG.chunk("tIME", [7, 0xe9, 1, 1, 1, 1, 1]) }
    file.chunks += PlainPNG.chunk("paNt", [UInt8](repeating: 1, count: 9_000_000))
    let reader = try PNGReader(bytes: file.bytes)
    #expect(try readPicture(reader) == file.expected)
    #expect(reader.warnings.isEmpty)
  }

  @Test("of too many texts the first are kept, and none is inflated")
  func texts() throws {
    var file = PlainPNG(width: 1, height: 1, depth: 8, color: .rgba, samples: [1, 2, 3, 4])
    let bomb = PlainPNG.deflated([UInt8](repeating: 0, count: 1 << 24))
    file.chunks = PlainPNG.chunk("gAMA", PlainPNG.number(45455)) + PlainPNG.chunk("zTXt", Array("k\0\0".utf8) + bomb)
    for _ in 0..<2000 { file.chunks += PlainPNG.chunk("tEXt", Array("k\0v".utf8)) }
    let reader = try PNGReader(bytes: file.bytes)
    #expect(try readPicture(reader) == file.expected)
    #expect(reader.colorChunks[.gAMA] != nil && reader.colorChunks[.zTXt] != nil)
    #expect((50...70).contains(reader.colorChunks.ordered.count))
    #expect(reader.warnings == ["the tEXt chunk was dropped: it is too large, or there are too many"])
    file.chunks = PlainPNG.chunk("eXIf", [UInt8](repeating: 1, count: 9_000_000))
    let large = try PNGReader(bytes: file.bytes)
    #expect(try readPicture(large) == file.expected)
    #expect(large.warnings == ["its EXIF is too large, so its orientation is not applied"])
  }

  /// Corrects the checksum of each chunk, as far as the lengths are valid.
  static func fixChecksums(_ bytes: inout [UInt8]) {
    var at = 8
    while at + 12 <= bytes.count {
      let length = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = at + 8 + length
      guard end + 4 <= bytes.count else { return }
      let sum = bytes[at + 4..<end].withContiguousStorageIfAvailable {
        crc32(0, $0.baseAddress, UInt32($0.count))
      }
      bytes.replaceSubrange(end..<end + 4, with: PlainPNG.number(Int(sum ?? 0)))
      at = end + 4
    }
  }
}
