/// XMP, which JPEG and WebP keep as a packet and PNG as a text with a keyword of its own.
enum XMPText {
  /// The keyword and its end, not compressed, without language and translation.
  private static let prefix = Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0]

  /// The payload of an iTXt chunk.
  static func payload(of packet: [UInt8]) -> [UInt8] { prefix + packet }

  /// The packet in the payload of an iTXt chunk; nil if that is another text, or compressed.
  static func packet(in payload: [UInt8]) -> [UInt8]? {
    payload.starts(with: prefix) ? Array(payload[prefix.count...]) : nil
  }

  /// The payload with an orientation of 1 wherever it states one; the same if it is no XMP.
  static func upright(_ payload: [UInt8]) -> [UInt8] {
    guard payload.starts(with: prefix) else { return payload }
    var payload = payload
    let name = Array("tiff:Orientation".utf8)
    var place = prefix.count
    while place + name.count + 3 <= payload.count {
      guard payload[place] == name[0], payload[place...].starts(with: name) else {
        place += 1
        continue
      }
      place += name.count
      // An attribute, as in tiff:Orientation="6", or the beginning of an element, which ends as in <.
      let isElement = payload[place] == UInt8(ascii: ">")
      let isAttribute =
        payload[place] == UInt8(ascii: "=") && [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(payload[place + 1])
      let digit = place + (isElement ? 1 : 2)
      if isElement || isAttribute, (UInt8(ascii: "1")...UInt8(ascii: "8")).contains(payload[digit]) {
        payload[digit] = UInt8(ascii: "1")
      }
    }
    return payload
  }
}
