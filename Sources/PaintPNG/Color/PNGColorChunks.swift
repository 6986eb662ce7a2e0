/// The chunks that are kept from import to export: colour space and pixel density, never applied, and the metadata EXIF and
/// texts.
///
/// Each is well-formed. There is at most one of each kind except texts; those of colour and density have at most 1 MiB
/// together, metadata 256 KiB.
public struct PNGColorChunks: Hashable, Sendable {
  /// The kinds of chunk that are kept; the raw value is the type as a big-endian number.
  public enum Kind: UInt32, CaseIterable, Sendable {
    /// Coding-independent code points: primaries, transfer function and range by number.
    case cICP = 0x6349_4350
    /// An ICC profile.
    case iCCP = 0x6943_4350
    /// The picture is sRGB.
    case sRGB = 0x7352_4742
    /// The gamma of the samples.
    case gAMA = 0x6741_4D41
    /// The primaries and the white point.
    case cHRM = 0x6348_524D
    /// Pixels a metre, or their aspect ratio.
    case pHYs = 0x7048_5973
    /// EXIF.
    case eXIf = 0x6558_4966
    /// A text in Latin-1.
    case tEXt = 0x7445_5874
    /// A compressed text in Latin-1.
    case zTXt = 0x7A54_5874
    /// A text in UTF-8, such as XMP.
    case iTXt = 0x6954_5874

    /// Whether a picture can have several.
    var isText: Bool { self == .tEXt || self == .zTXt || self == .iTXt }
    /// Whether it describes the picture and not its pixels.
    public var isMetadata: Bool { self == .eXIf || isText }

    /// The four letters of the type.
    public var name: String { String(decoding: letters, as: UTF8.self) }
    /// The four letters of the type, as bytes.
    var letters: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (24 - 8 * $0)) } }
  }

  /// The most payload bytes of all chunks of colour and density together.
  public static let byteLimit = 1 << 20
  /// The most payload bytes of all metadata.
  ///
  /// A document writes its chunks with every commit.
  public static let metadataLimit = 1 << 18

  private var payloads: [Kind: [[UInt8]]] = [:]

  /// No chunks.
  public init() {}

  /// True when there is no chunk.
  public var isEmpty: Bool { payloads.isEmpty }
  /// Payload bytes of the chunks of colour and density, or of the metadata.
  func byteCount(ofMetadata isMetadata: Bool) -> Int {
    payloads.reduce(0) { sum, part in
      part.key.isMetadata == isMetadata ? part.value.reduce(sum) { $0 + $1.count } : sum
    }
  }
  /// The payload of the first chunk of a kind, or nil if there is none.
  public subscript(kind: Kind) -> [UInt8]? { payloads[kind]?.first }

  /// Adds a chunk that was checked.
  mutating func append(_ kind: Kind, _ payload: [UInt8]) { payloads[kind, default: []].append(payload) }

  /// The chunks in their order in a file: before palette and pixels, those with higher precedence first.
  public var ordered: [(kind: Kind, payload: [UInt8])] {
    Kind.allCases.flatMap { kind in (payloads[kind] ?? []).map { (kind, $0) } }
  }

  /// The chunks of colour and density.
  public var withoutMetadata: PNGColorChunks {
    var chunks = self
    for kind in Kind.allCases where kind.isMetadata { chunks.payloads[kind] = nil }
    return chunks
  }

  /// Whether there is a profile for grey, which is only right for a picture that is stored as grey.
  public var hasGrayProfile: Bool {
    guard let payload = self[.iCCP] else { return false }
    return ColorProfile.colorSpace(of: payload, byteLimit: Collector.profileByteLimit) == Array("GRAY".utf8)
  }

  /// The warning of a file that is written without such a profile.
  public static let grayProfileWarning =
    "the colour profile was dropped: it is for grey, and the picture is stored in colour"

  /// These chunks without a profile.
  public var withoutProfile: PNGColorChunks {
    var chunks = self
    chunks.payloads[.iCCP] = nil
    return chunks
  }

  /// The chunks that fit pixels of three colours: a profile for grey is left out.
  public var forColors: PNGColorChunks { hasGrayProfile ? withoutProfile : self }

  /// These chunks, with a profile if they have none.
  public func addingProfile(of others: PNGColorChunks) -> PNGColorChunks {
    guard self[.iCCP] == nil, let payload = others[.iCCP] else { return self }
    var collector = Collector(chunks: self)
    collector.add(.iCCP, payload: payload)
    return collector.chunks
  }

  /// These chunks, with others instead of all metadata.
  ///
  /// - Returns: the chunks, and why some were dropped, as clauses.
  public func replacingMetadata(
    _ metadata: [(kind: Kind, payload: [UInt8])]
  ) -> (chunks: PNGColorChunks, warnings: [String]) {
    var collector = Collector(chunks: withoutMetadata)
    for (kind, payload) in metadata where kind.isMetadata { collector.add(kind, payload: payload) }
    return (collector.chunks, collector.warnings)
  }

  /// These chunks, with another payload of pHYs; without any if that is malformed.
  public func replacingDensity(_ payload: [UInt8]) -> PNGColorChunks {
    var chunks = self
    chunks.payloads[.pHYs] = nil
    var collector = Collector(chunks: chunks)
    collector.add(.pHYs, payload: payload)
    return collector.chunks
  }

  // MARK: In a document

  /// The chunks as bytes for a document: for each its type, its length (both four bytes, big-endian) and its payload.
  public var serialized: [UInt8] {
    var bytes: [UInt8] = []
    for (kind, payload) in ordered {
      bytes += kind.letters
      bytes += (0..<4).map { UInt8(truncatingIfNeeded: payload.count >> (24 - 8 * $0)) }
      bytes += payload
    }
    return bytes
  }

  /// The chunks from the bytes of `serialized`.
  ///
  /// - Throws: `.format` for bytes that `serialized` cannot have made.
  public init(serialized bytes: [UInt8]) throws(PNGError) {
    var rest = bytes[...]
    var collector = Collector()
    while !rest.isEmpty {
      guard rest.count >= 8 else { throw .format(message: "the stored colour chunks are cut short") }
      let fields = rest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      rest = rest.dropFirst(8)
      guard let kind = Kind(rawValue: UInt32(fields >> 32)), fields & 0xffff_ffff <= UInt64(rest.count) else {
        throw .format(message: "the stored colour chunks are damaged")
      }
      let count = Int(fields & 0xffff_ffff)
      collector.add(kind, payload: Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    if let warning = collector.warnings.first {
      throw .format(message: "the stored colour chunks are damaged: " + warning)
    }
    self = collector.chunks
  }
}
