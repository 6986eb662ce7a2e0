/// XMP, which JPEG and WebP keep as a packet and PNG as a text with a keyword of its own.
enum XMPText {
  static let name = "XML:com.adobe.xmp"
  private static let keyword = Array(name.utf8) + [0]
  /// The keyword and its end, not compressed, without language and translation.
  private static let prefix = keyword + [0, 0, 0, 0]

  /// The payload of an iTXt chunk.
  static func payload(of packet: [UInt8]) -> [UInt8] { prefix + packet }

  /// The packet in the payload of an iTXt chunk; nil if that is another text, or damaged.
  static func packet(in payload: [UInt8]) -> [UInt8]? {
    guard payload.starts(with: keyword) else { return nil }
    if payload.starts(with: prefix) { return Array(payload[prefix.count...]) }
    return PNGText(.iTXt, payload)?.text
  }
}
