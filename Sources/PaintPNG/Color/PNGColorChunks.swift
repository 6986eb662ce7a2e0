/// The chunks that define a picture's colour space and pixel density: kept from import to export, never applied.
///
/// At most one of each kind, each well-formed, all together at most 1 MiB.
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

    /// The four letters of the type.
    public var name: String { String(decoding: letters, as: UTF8.self) }
    /// The four letters of the type, as bytes.
    var letters: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (24 - 8 * $0)) } }
  }

  /// The most payload bytes of all chunks together.
  public static let byteLimit = 1 << 20

  private var payloads: [Kind: [UInt8]] = [:]

  /// No chunks.
  public init() {}

  /// True when there is no chunk.
  public var isEmpty: Bool { payloads.isEmpty }
  /// Payload bytes of all chunks.
  public var byteCount: Int { payloads.values.reduce(0) { $0 + $1.count } }
  /// The payload of a kind, or nil if there is none; set only after a check.
  public internal(set) subscript(kind: Kind) -> [UInt8]? {
    get { payloads[kind] }
    set { payloads[kind] = newValue }
  }

  /// The chunks in their order in a file: before palette and pixels, those with higher precedence first.
  public var ordered: [(kind: Kind, payload: [UInt8])] {
    Kind.allCases.compactMap { kind in payloads[kind].map { (kind, $0) } }
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
