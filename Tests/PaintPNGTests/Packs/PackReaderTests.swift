import CPNG
import PaintRaster
import Testing

@testable import PaintPNG

@Suite("PackReader")
struct PackReaderTests {
  private func pack(_ kinds: [SampleTiles], records: String) -> [UInt8] {
    var builder = PackBuilder()
    for kind in kinds { builder.append(kind.tile(seed: 4)) }
    return builder.finish(records: records)
  }

  @Test("slots, tiles and records are restored")
  func roundTrip() throws {
    var builder = PackBuilder()
    var slots: [PackSlot] = []
    for kind in SampleTiles.allCases { slots.append(builder.append(kind.tile(seed: 4))) }
    let reader = try PackReader(builder.finish(records: "{\"name\":\"Bleistift äöü 🖍\"}\n"))
    #expect(reader.slots == slots)
    #expect(reader.records == "{\"name\":\"Bleistift äöü 🖍\"}\n")
    var decoder = TileDecoder()
    var copy = PackBuilder()
    for (index, kind) in SampleTiles.allCases.enumerated() {
      #expect(try reader.tile(index, with: &decoder).sampleWords == kind.tile(seed: 4).sampleWords, "\(kind)")
      #expect(copy.append(encoded: reader.encodedTile(index)) == slots[index])
    }
  }

  @Test(
    "records of every length around the limit of a chunk are restored, with any character at the limit",
    arguments: ["a", "ä", "€", "🖍"])
  func longRecords(character: String) throws {
    for length in 999_996...1_000_001 {
      let text = String(repeating: "x", count: length) + String(repeating: character, count: 3) + "\n"
      let bytes = pack([.oneColor], records: text)
      #expect(try PackReader(bytes).records == text, "\(length) \(character)")
    }
    let text = String(repeating: character, count: 1_500_001)
    #expect(try PackReader(pack([.oneColor], records: text)).records == text)
  }

  @Test("no record chunk is longer than 1,000,000 bytes, and each is valid text")
  func recordChunks() throws {
    let text = String(repeating: "🖍", count: 600_000)
    let bytes = pack([.oneColor], records: text)
    var position = try #require(PackReader(bytes).slots.first.map { Int($0.offset + $0.length) }) + 4 + 12 + 6
    var parts: [String] = []
    while true {
      let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      let type = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
      if type == "IEND" { break }
      #expect(type == "paNT")
      #expect(length <= 1_000_000)
      #expect(bytes[(position + 8)...].starts(with: Array("4 ".utf8)))
      parts.append(try #require(String(validating: bytes[position + 10..<position + 8 + length], as: UTF8.self)))
      position += 12 + length
    }
    #expect(parts.count == 3)
    #expect(parts.joined() == text)
  }

  @Test("without records there is no record chunk")
  func noRecords() throws {
    #expect(try PackReader(pack([.oneColor], records: "")).records == "")
  }

  @Test("every flipped bit is detected")
  func flippedBits() throws {
    var bytes = pack([.strokes, .oneColor], records: "{\"n\":1}\n")
    for index in bytes.indices {
      for bit in 0..<8 {
        bytes[index] ^= 1 << UInt8(bit)
        #expect(throws: PackError.self, "byte \(index), bit \(bit)") { try PackReader(bytes) }
        bytes[index] ^= 1 << UInt8(bit)
      }
    }
    #expect(try PackReader(bytes).slots.count == 2)
  }

  @Test("every truncation, and any byte after the end, is detected")
  func cuts() {
    let bytes = pack([.strokes, .oneColor], records: "{\"n\":1}\n")
    for length in bytes.indices {
      #expect(throws: PackError.self, "\(length) bytes") { try PackReader(Array(bytes.prefix(length))) }
    }
    #expect(throws: PackError.malformed(offset: bytes.count, reason: "bytes after the end")) {
      try PackReader(bytes + [0])
    }
  }

  /// The pack of one tile with its chunks changed by `change`, and with correct CRCs.
  private func altered(_ change: (inout [(type: String, content: [UInt8])]) -> Void) -> [UInt8] {
    let bytes = pack([.oneColor], records: "{}\n")
    var chunks: [(type: String, content: [UInt8])] = []
    var position = 8
    while position < bytes.count {
      let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      let type = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
      chunks.append((type, Array(bytes[position + 8..<position + 8 + length])))
      position += 12 + length
    }
    change(&chunks)
    var result = Array(bytes[..<8])
    for chunk in chunks { PackFormat.appendChunk(Array(chunk.type.utf8), chunk.content, to: &result) }
    return result
  }

  @Test("a PNG that is not a pack is refused although its checksums are right")
  func otherPictures() throws {
    #expect(try PackReader(altered { _ in }).records == "{}\n")
    let changes: [(String, (inout [(type: String, content: [UInt8])]) -> Void)] = [
      ("width", { $0[0].content[3] = 33 }), ("no height", { $0[0].content[6...7] = [0, 0] }),
      ("1,025 tiles", { $0[0].content[6...7] = [0x80, 0x20] }), ("half a tile", { $0[0].content[7] = 48 }),
      ("16 bits", { $0[0].content[8] = 16 }), ("no alpha", { $0[0].content[9] = 2 }),
      ("interlaced", { $0[0].content[12] = 1 }), ("short header", { $0[0].content.removeLast() }),
      ("zlib header", { $0[1].content = [0x78, 0x9C] }), ("two tiles, one there", { $0[0].content[7] = 64 }),
      ("tile missing", { $0.remove(at: 2) }), ("tile empty", { $0[2].content = [] }),
      ("tile twice", { $0.insert($0[2], at: 2) }), ("Adler-32", { $0[3].content[5] ^= 1 }),
      ("no end of pixels", { $0.remove(at: 3) }), ("another chunk", { $0.insert(("tEXt", [65, 0, 65]), at: 1) }),
      ("record empty", { $0[4].content = [] }), ("record not UTF-8", { $0[4].content[2] = 0xFF }),
      ("record without a version", { $0[4].content.removeFirst(2) }),
      ("record too long", { $0[4].content += [UInt8](repeating: 65, count: 1_000_000) }),
      ("end with content", { $0[5].content = [0] }), ("no end", { $0.removeLast() }),
    ]
    for (name, change) in changes {
      #expect(throws: PackError.self, "\(name)") { try PackReader(altered(change)) }
    }
  }

  @Test(
    "a record of another version is reported as such",
    arguments: ["1", "2", "5 ", "5", "999 ", "18446744073709551616 "])
  func otherVersion(start: String) throws {
    let bytes = altered {
      $0[4].content.removeFirst(2)
      $0[4].content = Array(start.utf8) + $0[4].content
    }
    // It is in the record chunk of a pack, so it can have any number of digits.
    let version = Int(start.prefix { $0 != " " }) ?? .max
    #expect(throws: PackError.otherVersion(version)) { try PackReader(bytes) }
    #expect(throws: PackError.otherVersion(version)) { try PackOutline(bytes) }
    #expect(PackSalvage(bytes).otherVersion == version && PackOutline.version(statedBy: bytes) == version)
    let whole = altered { _ in }
    #expect(PackSalvage(whole).otherVersion == nil && PackOutline.version(statedBy: whole) == DocumentVersion.current)
  }
}
