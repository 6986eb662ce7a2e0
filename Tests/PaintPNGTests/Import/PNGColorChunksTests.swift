import PaintPNG
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite("PNGColorChunks")
struct PNGColorChunksTests {
  static let gamma = PlainPNG.number(45455)
  static let chroma = (1...8).flatMap { PlainPNG.number($0 * 1000) }
  /// EXIF without fields.
  static let exif = Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 0, 0, 0, 0, 0]
  static let density: [UInt8] = [0, 0, 0x0B, 0x13, 0, 0, 0x0B, 0x13, 1]

  @Test("chunks of a picture are unchanged after import, a document and export")
  func survive() throws {
    let payloads: [PNGColorChunks.Kind: [UInt8]] = [
      .cICP: [9, 16, 0, 1], .iCCP: Self.profileChunk("RGB "), .sRGB: [2], .gAMA: Self.gamma, .cHRM: Self.chroma,
      .pHYs: Self.density, .eXIf: Self.exif, .tEXt: Array("Title\0A picture".utf8),
      .zTXt: Array("Comment\0\0".utf8) + PlainPNG.deflated(Array("long".utf8)),
      .iTXt: Array("XML:com.adobe.xmp\0\0\0\0\0<x/>".utf8),
    ]
    // The order in the file must not matter.
    let file = picture(payloads.map { ($0.key.name, $0.value) })
    let reader = try PNGReader(bytes: file)
    let read = try readPicture(reader)
    #expect(reader.warnings.isEmpty)
    #expect(reader.colorChunks.ordered.count == PNGColorChunks.Kind.allCases.count)
    for (kind, payload) in payloads { #expect(reader.colorChunks[kind] == payload, "\(kind)") }

    let stored = try PNGColorChunks(serialized: reader.colorChunks.serialized)
    #expect(stored == reader.colorChunks)

    let exported = try write(read, colorChunks: stored)
    #expect(chunkTypes(of: exported) == ["IHDR"] + PNGColorChunks.Kind.allCases.map(\.name) + ["IDAT", "IEND"])
    let again = try PNGReader(bytes: exported)
    #expect(again.colorChunks == reader.colorChunks)
    #expect(try readPicture(again) == read)
  }

  @Test(
    "a malformed chunk is dropped with a warning, and the picture read",
    arguments: [
      ("cICP", [9, 16, 0]), ("cICP", [9, 16, 0, 1, 1]), ("cICP", [9, 16, 1, 1]), ("cICP", [9, 16, 0, 2]),
      ("sRGB", [4]), ("sRGB", []), ("gAMA", [0, 0, 0, 0]), ("gAMA", [0x80, 0, 0, 0]), ("gAMA", [1, 2, 3]),
      ("cHRM", [1, 2, 3]), ("cHRM", [UInt8](repeating: 0x80, count: 32)), ("pHYs", [0, 0, 0, 1, 0, 0, 0, 1, 2]),
      ("pHYs", [0, 0, 0, 1, 0, 0, 0, 1]), ("iCCP", []), ("iCCP", [0]), ("iCCP", Array("name".utf8)),
      ("iCCP", Array("name\0\0".utf8)), ("iCCP", Array("name\0\0garbage".utf8)),
      ("iCCP", Array("name\0\u{1}".utf8) + PlainPNG.deflated(profile("RGB "))),
      ("iCCP", Array("name\0\0".utf8) + PlainPNG.deflated(profile("RGB ") + [0])),
      ("iCCP", Array("name\0\0".utf8) + PlainPNG.deflated(profile("RGB ").dropLast())),
      ("iCCP", Array("name\0\0".utf8) + PlainPNG.deflated(profile("RGB ")).dropLast(2)),
      ("iCCP", Array("\0\0".utf8) + PlainPNG.deflated(profile("RGB "))),
      ("iCCP", [UInt8](repeating: 65, count: 80) + [0, 0] + PlainPNG.deflated(profile("RGB "))),
      ("iCCP", Array("name\0\0".utf8) + PlainPNG.deflated([UInt8](repeating: 0, count: 1 << 22))),
      ("iCCP", profileChunk("CMYK")), ("eXIf", []), ("eXIf", Array("MM\0*".utf8)),
      ("eXIf", Array("Exif\0\0MM\0*".utf8)),
      ("tEXt", []), ("tEXt", Array("\0text".utf8)), ("tEXt", Array("no end".utf8)), ("tEXt", Array("a\0b\0".utf8)),
      ("tEXt", [UInt8](repeating: 65, count: 80) + [0]), ("tEXt", [10, 0]), ("zTXt", Array("a\0".utf8)),
      ("zTXt", Array("a\0\u{1}x".utf8)), ("iTXt", Array("a\0\0\0\0".utf8)), ("iTXt", Array("a\0\u{2}\0\0\0".utf8)),
      ("iTXt", Array("a\0\u{1}\u{1}\0\0".utf8)), ("iTXt", Array("a\0\0\0en".utf8)),
    ] as [(String, [UInt8])])
  func malformed(type: String, payload: [UInt8]) throws {
    let reader = try PNGReader(bytes: picture([(type, payload), ("sRGB", [0])]))
    #expect(try readPicture(reader).bytes == [1, 2, 3, 4])
    #expect(reader.warnings.count == 1, "\(reader.warnings)")
    #expect(reader.warnings.allSatisfy { $0.hasPrefix("the \(type) chunk was dropped") })
    #expect(reader.colorChunks.ordered.map(\.kind) == [.sRGB])
  }

  @Test("a grey profile of a picture with colours is dropped with a warning that says so")
  func greyProfile() throws {
    let reader = try PNGReader(bytes: picture([("iCCP", Self.profileChunk("GRAY"))]))
    #expect(reader.colorChunks.isEmpty)
    #expect(reader.warnings.count == 1 && reader.warnings.allSatisfy { $0.contains("grey") })
  }

  @Test("of two chunks of a kind the first is kept; one with a wrong checksum is not")
  func repeatedAndWrong() throws {
    let twice = try PNGReader(bytes: picture([("gAMA", Self.gamma), ("gAMA", PlainPNG.number(1))]))
    #expect(twice.colorChunks[.gAMA] == Self.gamma)
    #expect(twice.warnings.count == 1)

    var file = picture([("gAMA", Self.gamma)])
    file[8 + 25 + 8] ^= 1
    let wrong = try PNGReader(bytes: file)
    #expect(try readPicture(wrong).bytes == [1, 2, 3, 4])
    #expect(wrong.colorChunks.isEmpty)
    #expect(wrong.warnings == ["the gAMA chunk was dropped: its checksum is wrong"])
  }

  @Test("after the palette only the density counts, after the pixels no colour does")
  func places() throws {
    let header = PlainPNG(width: 1, height: 1, depth: 8, color: .palette, samples: []).header
    let colors = PlainPNG.chunk("gAMA", Self.gamma) + PlainPNG.chunk("pHYs", Self.density)
    let head = PlainPNG.signature + header + PlainPNG.chunk("PLTE", [1, 2, 3])
    let pixels = PlainPNG.chunk("IDAT", PlainPNG.deflated([0, 0]))
    let middle = try PNGReader(bytes: head + colors + pixels + PlainPNG.end)
    #expect(middle.colorChunks.ordered.map(\.kind) == [.pHYs])
    let late = try PNGReader(bytes: head + pixels + colors + PlainPNG.end)
    #expect(try readPicture(late).bytes == [1, 2, 3, 255])
    #expect(late.colorChunks.isEmpty)
    #expect(late.warnings == ["gAMA", "pHYs"].map { "the \($0) chunk was dropped: it is out of place" })
  }

  @Test("texts and EXIF after the pixels are kept from memory and files; from a pipe a warning says that they are not")
  func behind() throws {
    let header = PlainPNG(width: 1, height: 1, depth: 8, color: .gray, samples: []).header
    func text(_ word: String) -> [UInt8] { PlainPNG.chunk("tEXt", Array("Key\0\(word)".utf8)) }
    let head = PlainPNG.signature + header + text("a") + PlainPNG.chunk("IDAT", PlainPNG.deflated([0, 9]))
    var wrong = text("wrong")
    wrong[wrong.count - 1] ^= 1
    let bytes = head + text("b") + PlainPNG.chunk("eXIf", Self.exif) + wrong + text("c") + PlainPNG.end
    let inMemory = try PNGReader(bytes: bytes)
    #expect(inMemory.colorChunks.ordered.map(\.kind) == [.eXIf, .tEXt, .tEXt, .tEXt])
    #expect(inMemory.colorChunks.ordered.dropFirst().map { $0.payload.last } == Array("abc".utf8))
    #expect(inMemory.warnings == ["the tEXt chunk was dropped: its checksum is wrong"])
    #expect(try PNGHeader(bytes: bytes).exif == Self.exif)
    #expect(try readPicture(inMemory).bytes == [9, 9, 9, 255])

    let stream = try #require(tmpfile())
    defer { fclose(stream) }
    // The picture does not begin where the file does.
    let stored = [1, 2, 3] + bytes
    #expect(fwrite(stored, 1, stored.count, stream) == stored.count && fflush(stream) == 0)
    #expect(lseek(fileno(stream), 3, SEEK_SET) == 3)
    let fromFile = try PNGReader(fileDescriptor: fileno(stream))
    #expect(fromFile.colorChunks == inMemory.colorChunks)
    #expect(try readPicture(fromFile).bytes == [9, 9, 9, 255])

    var ends: [CInt] = [0, 0]
    #expect(pipe(&ends) == 0)
    let input = try #require(fdopen(ends[1], "w"))
    #expect(fwrite(bytes, 1, bytes.count, input) == bytes.count && fclose(input) == 0)
    defer { close(ends[0]) }
    let fromPipe = try PNGReader(fileDescriptor: ends[0])
    #expect(try readPicture(fromPipe).bytes == [9, 9, 9, 255])
    #expect(fromPipe.colorChunks.ordered.map(\.kind) == [.tEXt])
    #expect(
      fromPipe.warnings == ["texts and EXIF after the pixels were not kept, because the picture is not in a file"])
  }

  @Test("chunks after the pixels have the same limit of their number, and cut or empty ones do no harm")
  func manyBehind() throws {
    let header = PlainPNG(width: 1, height: 1, depth: 8, color: .gray, samples: []).header
    let head = PlainPNG.signature + header + PlainPNG.chunk("IDAT", PlainPNG.deflated([0, 9]))
    let text = PlainPNG.chunk("tEXt", Array("Key\0text".utf8))
    let many = try PNGReader(bytes: head + (0..<100).flatMap { _ in text } + PlainPNG.end)
    #expect(many.colorChunks.ordered.count == 64)
    #expect(try readPicture(many).bytes == [9, 9, 9, 255])
    #expect(many.warnings == ["the tEXt chunk was dropped: it is too large, or there are too many"])
    for count in 1..<text.count {
      #expect(try PNGHeader(bytes: head + text.prefix(count)).colorChunks.isEmpty)
    }
  }

  @Test("texts are kept in their order, also after the palette, and up to 256 KiB with EXIF")
  func texts() throws {
    let texts = (0..<9).map { Array("Key\0text \($0)".utf8) }
    let header = PlainPNG(width: 1, height: 1, depth: 8, color: .palette, samples: []).header
    let head = PlainPNG.signature + header + PlainPNG.chunk("PLTE", [1, 2, 3])
    let pixels = PlainPNG.chunk("IDAT", PlainPNG.deflated([0, 0]))
    let bytes = head + texts.flatMap { PlainPNG.chunk("tEXt", $0) } + PlainPNG.chunk("eXIf", Self.exif) + pixels
    let reader = try PNGReader(bytes: bytes + PlainPNG.end)
    #expect(reader.colorChunks.ordered.map(\.kind) == [.eXIf] + texts.map { _ in .tEXt })
    #expect(reader.colorChunks.ordered.dropFirst().map(\.payload) == texts)
    #expect(reader.warnings.isEmpty)
    #expect(try PNGColorChunks(serialized: reader.colorChunks.serialized) == reader.colorChunks)
    #expect(reader.colorChunks.withoutMetadata.isEmpty)

    let half = Array("Half\0".utf8) + [UInt8](repeating: 65, count: PNGColorChunks.metadataLimit / 2)
    let large = try PNGReader(bytes: picture([("tEXt", half), ("tEXt", half), ("gAMA", Self.gamma)]))
    #expect(large.colorChunks.ordered.map(\.kind) == [.gAMA, .tEXt])
    #expect(large.warnings == ["the tEXt chunk was dropped: EXIF and texts are larger than 256 KiB"])
  }

  @Test("a profile that is too large to keep is dropped with a warning")
  func tooLarge() throws {
    var random = PictureRandom(seed: 4)
    let noise = (0..<PNGColorChunks.byteLimit + 1000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let file = picture([("iCCP", Self.profileChunk("RGB ", body: noise)), ("gAMA", Self.gamma)])
    let reader = try PNGReader(bytes: file)
    #expect(reader.colorChunks.ordered.map(\.kind) == [.gAMA])
    #expect(reader.warnings.count == 1 && reader.warnings.allSatisfy { $0.contains("1 MiB") })
  }

  @Test("stored bytes that were truncated or changed are refused or still valid, and never trap")
  func storedDamage() throws {
    let sound = try PNGReader(bytes: picture([("gAMA", Self.gamma), ("pHYs", Self.density)])).colorChunks
    let stored = sound.serialized
    #expect(try PNGColorChunks(serialized: []).isEmpty)
    for count in 1..<stored.count where count != 12 {
      #expect(throws: PNGError.self, "\(count)") { try PNGColorChunks(serialized: Array(stored.prefix(count))) }
    }
    for bit in 0..<8 * stored.count {
      var flipped = stored
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      if let chunks = try? PNGColorChunks(serialized: flipped) { #expect(chunks != sound) }
    }
  }

  /// One pixel with these chunks before it.
  private func picture(_ chunks: [(type: String, payload: [UInt8])]) -> [UInt8] {
    var file = PlainPNG(width: 1, height: 1, depth: 8, color: .rgba, samples: [1, 2, 3, 4])
    file.chunks = chunks.flatMap { PlainPNG.chunk($0.type, $0.payload) }
    return file.bytes
  }

  private func chunkTypes(of file: [UInt8]) -> [String] {
    var types: [String] = []
    var at = 8
    while at + 12 <= file.count {
      types.append(String(decoding: file[at + 4..<at + 8], as: UTF8.self))
      at += 12 + file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    return types
  }

  /// The smallest bytes that are accepted as an ICC profile: its header, with the colour space, and a body.
  private static func profile(_ space: String, body: [UInt8] = [0, 0, 0, 0]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 128) + body
    bytes.replaceSubrange(0..<4, with: PlainPNG.number(bytes.count))
    bytes.replaceSubrange(16..<20, with: Array(space.utf8))
    bytes.replaceSubrange(36..<40, with: Array("acsp".utf8))
    return bytes
  }

  private static func profileChunk(_ space: String, body: [UInt8] = [0, 0, 0, 0]) -> [UInt8] {
    Array("name\0\0".utf8) + PlainPNG.deflated(profile(space, body: body))
  }
}
