import PaintPNG

/// Metadata in a text of a PNG, as hexadecimal digits: from before PNG had chunks for them, and IPTC still.
///
/// ImageMagick, GIMP, darktable and ExifTool write it. The keyword is "Raw profile type" and a name; the text is a line
/// with the name, a line with the number of bytes, and lines of digits.
struct RawProfile {
  /// What the bytes are.
  enum Content {
    case exif, xmp, iptc, colorProfile
  }

  let content: Content
  let bytes: [UInt8]

  private static let keyword = "Raw profile type "

  /// Whether a text is one of a known name.
  static func isOne(_ payload: [UInt8]) -> Bool {
    let name = PNGText.keyword(of: payload)
    return name.hasPrefix(keyword)
      && ["exif", "app1", "xmp", "iptc", "8bim", "icc", "icm"].contains(
        name.dropFirst(keyword.count).lowercased())
  }

  /// Takes the bytes from a text of which `isOne` is true; nil if it is damaged, or has no content that is kept.
  init?(_ kind: PNGColorChunks.Kind, _ payload: [UInt8]) {
    guard let text = PNGText(kind, payload), let bytes = Self.bytes(of: text.text) else { return nil }
    let exif = Array("Exif\0\0".utf8), xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    switch PNGText.keyword(of: payload).dropFirst(Self.keyword.count).lowercased() {
    case "icc", "icm": (content, self.bytes) = (.colorProfile, bytes)
    case "iptc", "8bim":
      // The data set of IPTC, or the resources of Photoshop that it is one of.
      guard let iptc = bytes.first == 0x1c ? bytes : PhotoshopResources.iptc(in: bytes) else { return nil }
      (content, self.bytes) = (.iptc, iptc)
    case "xmp": (content, self.bytes) = (.xmp, bytes.starts(with: xmp) ? Array(bytes[xmp.count...]) : bytes)
    case _ where bytes.starts(with: xmp): (content, self.bytes) = (.xmp, Array(bytes[xmp.count...]))
    case _ where bytes.starts(with: exif): (content, self.bytes) = (.exif, Array(bytes[exif.count...]))
    default: (content, self.bytes) = (.exif, bytes)
    }
  }

  private static func bytes(of text: [UInt8]) -> [UInt8]? {
    let lines = text.split(separator: 10, maxSplits: 2).map { Array($0) }
    guard lines.count == 3, let count = Int(String(decoding: lines[1].filter { $0 != 32 && $0 != 13 }, as: UTF8.self))
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(lines[2].count / 2)
    var high: UInt8?
    for letter in lines[2] where letter > 32 {
      guard let digit = Character(Unicode.Scalar(letter)).hexDigitValue else { return nil }
      if let first = high {
        bytes.append(first << 4 | UInt8(digit))
        high = nil
      } else {
        high = UInt8(digit)
      }
    }
    return high == nil && bytes.count == count ? bytes : nil
  }

  // MARK: IPTC

  /// The chunk with which a document and a PNG keep IPTC, as ExifTool writes it; nil without memory.
  static func chunk(ofIPTC iptc: [UInt8]) -> (kind: PNGColorChunks.Kind, payload: [UInt8])? {
    let bytes = PhotoshopResources.resource(ofIPTC: iptc)
    let digits = Array("0123456789abcdef".utf8)
    let count = String(bytes.count)
    var text = Array("\niptc\n".utf8) + [UInt8](repeating: 32, count: max(0, 8 - count.utf8.count)) + Array(count.utf8)
    for (place, byte) in bytes.enumerated() {
      if place % 36 == 0 { text.append(10) }
      text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    guard let compressed = ZlibStream.deflated(text + [10]) else { return nil }
    return (.zTXt, Array((keyword + "iptc").utf8) + [0, 0] + compressed)
  }
}

extension PNGColorChunks {
  /// The data set of IPTC; nil for none.
  var iptc: [UInt8]? {
    for (kind, payload) in ordered where kind.isMetadata && RawProfile.isOne(payload) {
      if let profile = RawProfile(kind, payload), profile.content == .iptc { return profile.bytes }
    }
    return nil
  }
}
