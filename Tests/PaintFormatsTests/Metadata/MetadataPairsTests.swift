import PaintPNG
import PaintRaster
import Testing

@testable import PaintFormats

/// For each kind of metadata and each pair of formats: it is kept, or one warning names it.
@Suite("Metadata from format to format") struct MetadataPairsTests {
  enum Kind: String, CaseIterable {
    case profile, codePoints, exif, xmp, iptc, density, comment, text
  }

  /// What each format has a place for; IPTC and texts as its specification has it.
  private static let places: [String: Set<Kind>] = [
    "PNG": Set(Kind.allCases),
    "JPEG": [.profile, .exif, .xmp, .iptc, .density, .comment],
    "TIFF": [.profile, .exif, .xmp, .iptc, .density],
    // The density is in EXIF.
    "WebP": [.profile, .exif, .xmp, .density],
    "AVIF": [.profile, .codePoints, .exif, .xmp, .density],
  ]
  /// The words of a warning for each kind.
  private static let words: [Kind: String] = [
    .profile: "colour profile", .codePoints: "BT.2020 PQ (CICP 9/16)", .exif: "EXIF", .xmp: "XMP", .iptc: "IPTC",
    .density: "density", .comment: "comment", .text: "Author",
  ]
  private static let packet = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)
  /// A record of IPTC: a data set 2:25 with a keyword.
  private static let iptc: [UInt8] = [0x1c, 2, 25, 0, 2, 107, 119]
  private static let artist = Array("Ann Arbor\0".utf8)

  /// EXIF with an artist and a date within the own directory.
  private static func exif(isLittle: Bool) -> [UInt8] {
    let date = Array("2020:01:02 03:04:05\0".utf8)
    let directory = TIFFDirectory(
      fields: [.init(tag: 0x013b, type: 2, count: artist.count, value: artist)],
      children: [
        TIFFDirectory.details: TIFFDirectory(fields: [.init(tag: 0x9003, type: 2, count: date.count, value: date)])
      ])
    return (isLittle ? Array("II*\0".utf8) + [8, 0, 0, 0] : Array("MM\0*".utf8) + [0, 0, 0, 8])
      + directory.serialized(at: 8, isLittle: isLittle)
  }

  private static func chunks(_ kinds: Set<Kind>, isLittle: Bool = true) throws -> PNGColorChunks {
    var header = PictureHeader("JPEG", width: 6, height: 4)
    if kinds.contains(.exif) { header.exif = exif(isLittle: isLittle) }
    if kinds.contains(.xmp) { header.xmp = packet }
    if kinds.contains(.iptc) { header.iptc = iptc }
    if kinds.contains(.comment) { header.comment = Array("hello".utf8) }
    if kinds.contains(.density) { header.density = PixelDensity(.inch, x: 300, y: 150) }
    if kinds.contains(.codePoints) { header.codePoints = CodePoints(stated: 9, 16) }
    let profile = try #require(ProfileBuilder.profile(of: Colorimetry(name: "x", primaries: .sRGB, curve: .gamma(1.8))))
    if kinds.contains(.profile) { header.colorProfile = profile }
    let colors = ColorProfile.chunks(for: header)
    #expect(colors.warning == nil)
    var chunks = colors.0.takingDensity(of: header).takingMetadata(of: header, isUpright: true).chunks
    if kinds.contains(.text) {
      let texts = chunks.ordered.filter { $0.kind.isMetadata } + [(.tEXt, Array("Author\0me".utf8))]
      chunks = chunks.replacingMetadata(texts).chunks
    }
    return chunks
  }

  private static let pixels = (0..<24).map { UInt32($0) | 0xff00_0000 }
  private static let grays = (0..<24).map { UInt32($0) * 0x0a0a0a | 0xff00_0000 }

  private func written(_ format: String, _ chunks: PNGColorChunks) throws -> (bytes: [UInt8], warnings: [String]) {
    let output = PictureOutput()
    let size = try #require(CanvasSize(width: 6, height: 4))
    let found = try #require(PictureFormat.named(format))
    let writer = try PictureWriter(found, size: size, color: PictureColor(chunks), isOpaque: true, to: output)
    try writer.writeRows(Self.pixels.span, rows: 4)
    try writer.finish()
    return (output.bytes, writer.warnings)
  }

  private func kinds(in chunks: PNGColorChunks) -> Set<Kind> {
    var kinds: Set<Kind> = []
    if chunks[.iCCP] != nil { kinds.insert(.profile) }
    if CodePoints(in: chunks) == CodePoints(stated: 9, 16) { kinds.insert(.codePoints) }
    if let exif = chunks[.eXIf], var reader = TIFFDirectoryReader(exif) {
      let directory = reader.directory(at: reader.start, children: [TIFFDirectory.details: []])
      let hasArtist = directory.fields.contains { $0.tag == 0x013b && $0.value == Self.artist }
      if hasArtist, directory.children[TIFFDirectory.details]?.fields.map(\.tag) == [0x9003] { kinds.insert(.exif) }
    }
    if chunks.xmp == Self.packet { kinds.insert(.xmp) }
    if chunks.iptc?.starts(with: Self.iptc) == true { kinds.insert(.iptc) }
    if chunks[.pHYs].flatMap({ PixelDensity(payload: $0) }) == PixelDensity(.inch, x: 300, y: 150) {
      kinds.insert(.density)
    }
    if CommentText.comment(in: chunks) == Array("hello".utf8) { kinds.insert(.comment) }
    if chunks.ordered.contains(where: { $0.payload == Array("Author\0me".utf8) }) { kinds.insert(.text) }
    return kinds
  }

  @Test("each kind is kept, or one warning names it", arguments: Kind.allCases)
  func alone(kind: Kind) throws {
    for source in Self.places.keys.sorted() where Self.places[source]?.contains(kind) == true {
      for isLittle in [true, false] {
        let first = try PictureReader(
          PictureSource(bytes: written(source, Self.chunks([kind], isLittle: isLittle)).bytes))
        #expect(kinds(in: first.colorChunks) == [kind], "\(kind) of \(source)")
        for target in Self.places.keys.sorted() {
          let result = try written(target, first.colorChunks)
          let second = try PictureReader(PictureSource(bytes: result.bytes))
          let isKept = Self.places[target]?.contains(kind) == true
          #expect(kinds(in: second.colorChunks) == (isKept ? [kind] : []), "\(kind) from \(source) to \(target)")
          let word = try #require(Self.words[kind])
          #expect(
            result.warnings.count == (isKept ? 0 : 1) && result.warnings.allSatisfy { $0.contains(word) },
            "\(kind) from \(source) to \(target): \(result.warnings)")
        }
      }
    }
  }

  @Test("all kinds together are kept, or named in one warning", arguments: ["PNG", "JPEG", "TIFF", "WebP", "AVIF"])
  func together(target: String) throws {
    let all = Set(Kind.allCases).subtracting([.codePoints])
    let result = try written(target, Self.chunks(all))
    let kept = try #require(Self.places[target]).intersection(all)
    #expect(try kinds(in: PictureReader(PictureSource(bytes: result.bytes)).colorChunks) == kept)
    #expect(result.warnings.count == (kept == all ? 0 : 1))
    for kind in all.subtracting(kept) {
      #expect(try result.warnings.first?.contains(#require(Self.words[kind])) == true, "\(kind): \(result.warnings)")
    }
  }

  @Test("colours of AVIF become the same profile elsewhere where there is one")
  func profiles() throws {
    // Red, green and blue of Display P3 and of sRGB, adapted to D50: as in Apple's and in HP's profiles.
    let known: [(CodePoints?, [Double])] = [
      (CodePoints(stated: 12, 13), [0.51512, 0.2412, -0.00105, 0.29198, 0.69225, 0.04189, 0.1571, 0.06657, 0.78407]),
      (CodePoints(stated: 1, 8), [0.43607, 0.22249, 0.01392, 0.38515, 0.71687, 0.09708, 0.14307, 0.06061, 0.7141]),
    ]
    for (points, columns) in known {
      let profile = try #require(points?.colorimetry.flatMap(ProfileBuilder.profile))
      let found = (0..<9).map { index in
        // The first tags after the table are the name and the copyright; the places are in the table.
        let entry = 132 + 12 * (4 + index / 3) + 4
        let place = profile[entry..<entry + 4].reduce(0) { $0 << 8 | Int($1) } + 8 + 4 * (index % 3)
        return Double(Int32(truncatingIfNeeded: profile[place..<place + 4].reduce(0) { $0 << 8 | Int($1) })) / 65_536
      }
      #expect(zip(found, columns).allSatisfy { abs($0 - $1) < 0.0003 }, "\(found)")
      var header = PictureHeader("AVIF", width: 6, height: 4)
      header.codePoints = points
      let chunks = ColorProfile.chunks(for: header).0
      #expect(chunks[.cICP] == [UInt8(points?.primaries ?? 0), UInt8(points?.transfer ?? 0), 0, 1])
      for target in ["JPEG", "TIFF", "WebP"] {
        let result = try written(target, chunks)
        #expect(result.warnings.isEmpty)
        #expect(try PictureReader(PictureSource(bytes: result.bytes)).header.colorProfile == profile)
      }
      let avif = try PictureReader(PictureSource(bytes: written("AVIF", chunks).bytes))
      #expect(avif.colorChunks[.cICP] == chunks[.cICP])
    }
    #expect(CodePoints(stated: 1, 13) == nil && CodePoints(stated: 2, 2) == nil)
  }

  @Test(
    "an orientation that only XMP states is applied, or stays as it is", arguments: ["PNG", "JPEG", "TIFF", "WebP"])
  func orientation(name: String) throws {
    for (turned, upright) in [
      ("<r tiff:Orientation='6'/>", "<r tiff:Orientation='1'/>"),
      ("<r><tiff:Orientation>6</tiff:Orientation></r>", "<r><tiff:Orientation>1</tiff:Orientation></r>"),
    ] {
      // The packet is written as one that says nothing, and changed then: a TIFF would get its own tag.
      let hidden = Array(turned.replacing("tiff:", with: "tift:").utf8)
      let chunks = PNGColorChunks().replacingMetadata([(.iTXt, XMPText.payload(of: hidden))]).chunks
      var bytes = try written(name, chunks).bytes
      let place = try #require(bytes.indices.first { bytes[$0...].starts(with: hidden) })
      bytes.replaceSubrange(place..<place + hidden.count, with: turned.utf8)
      // The checksum of a PNG's chunk, which begins with its length and its type.
      if name == "PNG" {
        bytes = try written(
          name,
          PNGColorChunks().replacingMetadata([
            (.iTXt, XMPText.payload(of: Array(turned.utf8)))
          ]).chunks
        ).bytes
      }
      for applies in [true, false] {
        var options = ReadingOptions()
        options.appliesOrientation = applies
        let reader = try PictureReader(PictureSource(bytes: bytes), options: options)
        #expect(reader.size.width == (applies ? 4 : 6), "\(name)")
        #expect(reader.colorChunks.xmp == Array((applies ? upright : turned).utf8))
      }
    }
  }

  @Test("a long packet of a JPEG is written in parts and read as one")
  func extended() throws {
    let rdf = "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
    let long = "<x>\(rdf)<rdf:Description a='\(String(repeating: "b", count: 100_000))'/></rdf:RDF></x>"
    let chunks = PNGColorChunks().replacingMetadata([(.iTXt, XMPText.payload(of: Array(long.utf8)))]).chunks
    let result = try written("JPEG", chunks)
    #expect(result.warnings.isEmpty)
    let reader = try PictureReader(PictureSource(bytes: result.bytes))
    let packet = try #require(reader.colorChunks.xmp)
    #expect(packet.count > 100_000 && packet.count(where: { $0 == UInt8(ascii: "b") }) > 100_000)
    #expect(!String(decoding: packet, as: UTF8.self).contains("HasExtendedXMP"))
    // Without its second part there is a warning, and no reference to it.
    var cut = result.bytes
    let name = Array("http://ns.adobe.com/xmp/extension/".utf8)
    let place = try #require(cut.indices.last { cut[$0...].starts(with: name) })
    cut[place] = UInt8(ascii: "x")
    let damaged = try PictureReader(PictureSource(bytes: cut))
    #expect(damaged.warnings == ["the extended XMP was dropped: parts of it are missing"])
    #expect(!String(decoding: damaged.colorChunks.xmp ?? [], as: UTF8.self).contains("HasExtendedXMP"))
  }

  @Test("a gain map and a motion photo are dropped with one warning, and nothing refers to them")
  func attachments() throws {
    let text = "<r hdrgm:Version='1.0' GCamera:MotionPhoto='1' a='2'><Container:Directory/></r>"
    let chunks = PNGColorChunks().replacingMetadata([(.iTXt, XMPText.payload(of: Array(text.utf8)))]).chunks
    let reader = try PictureReader(PictureSource(bytes: written("JPEG", chunks).bytes))
    #expect(
      reader.warnings
        == ["the gain map and the video of the motion photo of the file were dropped: only its picture is kept"])
    #expect(reader.colorChunks.xmp == Array("<r a='2'></r>".utf8))
  }

  @Test("metadata in a raw profile of a PNG is read as if it were in a chunk")
  func rawProfiles() throws {
    func text(_ name: String, _ bytes: [UInt8]) -> (kind: PNGColorChunks.Kind, payload: [UInt8]) {
      let digits = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
      let lines = stride(from: 0, to: digits.count, by: 36).map { digits[$0..<min($0 + 36, digits.count)].joined() }
      let count = String(bytes.count)
      return (
        .tEXt,
        Array(
          "Raw profile type \(name)\0\n\(name)\n\(String(repeating: " ", count: 8 - count.count))\(count)\n"
            .utf8) + Array((lines.joined(separator: "\n") + "\n").utf8)
      )
    }
    let turned = EXIFBlock.stating(.right)
    for name in ["exif", "APP1"] {
      let chunks = PNGColorChunks().replacingMetadata([
        text(name, Array("Exif\0\0".utf8) + turned), text("xmp", Self.packet),
        text("iptc", PhotoshopResources.resource(ofIPTC: Self.iptc)),
      ]).chunks
      let reader = try PictureReader(PictureSource(bytes: written("PNG", chunks).bytes))
      #expect(reader.warnings.isEmpty && reader.size.width == 4)
      #expect(reader.colorChunks.xmp == Self.packet && reader.colorChunks.iptc == Self.iptc)
      #expect(reader.colorChunks[.eXIf].map { Orientation(exif: $0) } == .upright)
    }
    // Not the number of bytes that it states.
    let damaged = PNGColorChunks().replacingMetadata([(.tEXt, Array("Raw profile type exif\0\nexif\n 9\n00\n".utf8))])
      .chunks
    let reader = try PictureReader(PictureSource(bytes: written("PNG", damaged).bytes))
    #expect(reader.warnings.count == 1 && reader.colorChunks.isEmpty)
  }

  @Test(
    "a grey picture is stored as grey with its profile, and without it once it has colours",
    arguments: ["JPEG", "TIFF", "AVIF", "WebP"])
  func gray(name: String) throws {
    var profile = try #require(ProfileBuilder.profile(of: Colorimetry(name: "x", primaries: .sRGB, curve: .gamma(2.2))))
    profile.replaceSubrange(16..<20, with: Array("GRAY".utf8))
    let chunks = try #require(ColorProfile.chunks(of: profile))
    let format = try #require(PictureFormat.named(name))
    let size = try #require(CanvasSize(width: 6, height: 4))
    for isGray in [true, false] {
      let output = PictureOutput()
      let writer = try PictureWriter(
        format, size: size, color: PictureColor(chunks), isOpaque: true, isGray: isGray, to: output)
      try writer.writeRows(Self.grays.span, rows: 4)
      try writer.finish()
      let reader = try PictureReader(PictureSource(bytes: output.bytes))
      let isKept = isGray && name != "WebP"
      #expect(reader.header.channels == (isKept ? 1 : 3) && (reader.header.colorModel == .grey) == isKept)
      #expect(reader.header.colorProfile == (isKept ? profile : nil))
      #expect(writer.warnings == (isKept ? [] : [PNGColorChunks.grayProfileWarning]))
      #expect(reader.colorChunks.hasGrayProfile == isKept)
    }
  }
}
