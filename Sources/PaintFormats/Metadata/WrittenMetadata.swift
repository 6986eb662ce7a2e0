import PaintPNG

/// What a format has a place for.
struct MetadataPlaces: Sendable {
  /// Where a density is stated.
  enum Density { case own, exif, none }

  /// The most bytes of EXIF, XMP, IPTC and a comment.
  var exif = 0
  var hasRoomForXMP: @Sendable ([UInt8]) -> Bool = { _ in false }
  var iptc = 0
  var comment = 0
  var density = Density.none
  var profile = false
  var codePoints = false

  /// No metadata.
  static let none = MetadataPlaces()
}

/// What a written picture says besides its pixels: as much of a document's chunks as its format has a place for.
struct WrittenMetadata: Sendable {
  private(set) var profile: [UInt8]?
  private(set) var codePoints: CodePoints?
  private(set) var exif: [UInt8]?
  private(set) var xmp: [UInt8]?
  private(set) var iptc: [UInt8]?
  private(set) var comment: [UInt8]?
  private(set) var density: PixelDensity?
  /// How the picture is turned to be upright, as its EXIF states it; an orientation that only XMP states is only there.
  private(set) var orientation = Orientation.upright
  /// What is left out, for the user.
  private(set) var losses: [String] = []

  init() {}

  init(_ chunks: PNGColorChunks, in places: MetadataPlaces) {
    takeColors(of: chunks, places)
    takeDensity(of: chunks, places)
    if let exif = chunks[.eXIf] {
      if exif.count <= places.exif { self.exif = exif } else { losses.append(Self.name("EXIF", places.exif)) }
    }
    stateDensityInEXIF(places)
    if let xmp = chunks.xmp { if places.hasRoomForXMP(xmp) { self.xmp = xmp } else { losses.append("XMP") } }
    if let iptc = chunks.iptc { if iptc.count <= places.iptc { self.iptc = iptc } else { losses.append("IPTC") } }
    takeTexts(of: chunks, places)
    orientation = chunks[.eXIf].flatMap { Orientation(statedBy: $0) } ?? .upright
  }

  private static func name(_ name: String, _ limit: Int) -> String {
    limit > 0 ? "\(name) of more than \(limit) bytes" : name
  }

  private mutating func takeColors(of chunks: PNGColorChunks, _ places: MetadataPlaces) {
    if let points = CodePoints(in: chunks), points != .sRGB {
      if places.codePoints { codePoints = points }
      // A reader of a PNG looks at them first.
      if !places.codePoints, places.profile { profile = points.colorimetry.flatMap(ProfileBuilder.profile) }
      if codePoints == nil, profile == nil {
        losses.append("the colour space \(points.name) (CICP \(points.primaries)/\(points.transfer))")
      }
    } else if chunks[.iCCP] == nil, let colors = Colorimetry(in: chunks) {
      profile = places.profile ? ProfileBuilder.profile(of: colors) : nil
      if profile == nil { losses.append("the gamma or the primaries") }
    }
    guard profile == nil, let stored = ColorProfile.bytes(in: chunks) else { return }
    if places.profile { profile = stored } else { losses.append("the colour profile") }
  }

  private mutating func takeDensity(of chunks: PNGColorChunks, _ places: MetadataPlaces) {
    guard let density = chunks[.pHYs].flatMap({ PixelDensity(payload: $0) }) else { return }
    if places.density == .none { losses.append("the density") } else { self.density = density }
  }

  private mutating func stateDensityInEXIF(_ places: MetadataPlaces) {
    guard places.density == .exif, let density else { return }
    var block = exif.flatMap { EXIFBlock($0) } ?? EXIFBlock.empty
    guard block.density?.payload != density.payload else { return }
    block.setDensity(density)
    exif = block.bytes
  }

  private mutating func takeTexts(of chunks: PNGColorChunks, _ places: MetadataPlaces) {
    var others: [String] = []
    for (kind, payload) in chunks.ordered where kind.isMetadata && kind != .eXIf {
      let keyword = PNGText.keyword(of: payload)
      if keyword == CommentText.name, comment == nil, let text = CommentText.comment(kind, payload) {
        if text.count <= places.comment {
          comment = text
        } else {
          losses.append(Self.name("the comment", places.comment))
        }
      } else if keyword != XMPText.name, !RawProfile.isOne(payload) {
        others.append(keyword)
      }
    }
    if others.isEmpty { return }
    let shown = others.prefix(4).joined(separator: ", ") + (others.count > 4 ? " and \(others.count - 4) more" : "")
    losses.append(others.count == 1 ? "the text \(shown)" : "the texts \(shown)")
  }

  /// The only warning about what is left out; nil if that is nothing.
  func warning(in format: String) -> String? {
    guard let last = losses.last else { return nil }
    let list = losses.count == 1 ? last : losses.dropLast().joined(separator: ", ") + " and " + last
    let article = ["AVIF"].contains(format) ? "an" : "a"
    return "\(article) \(format) has no place for \(list); this was dropped"
  }
}
