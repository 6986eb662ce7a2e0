import PaintPNG

/// ICC profiles of pictures, and the PNG chunk that keeps them in a document.
enum ColorProfile {
  /// The most bytes of a profile; those of a PNG may compress to 1 MiB.
  static let byteLimit = 8 << 20

  /// The chunks that keep a picture's profile, and a warning if it has one that cannot be kept.
  static func chunks(for header: PictureHeader) -> (PNGColorChunks, warning: String?) {
    guard let profile = header.colorProfile else { return (PNGColorChunks(), nil) }
    if let reason = rejectionReason(profile, of: header) {
      return (PNGColorChunks(), "the colour profile was dropped: " + reason)
    }
    guard let payload = payload(of: profile), let chunks = try? PNGColorChunks(serialized: payload) else {
      return (PNGColorChunks(), "the colour profile was dropped: it is larger than 1 MiB, or damaged")
    }
    return (chunks, nil)
  }

  /// Why a profile does not describe the pixels as they are read.
  private static func rejectionReason(_ profile: [UInt8], of header: PictureHeader) -> String? {
    guard profile.count >= 128, profile[36..<40].elementsEqual("acsp".utf8) else { return "it is damaged" }
    if profile.count > byteLimit { return "it is larger than 8 MiB" }
    // The length that it states.
    if profile[..<4].reduce(0, { $0 << 8 | Int($1) }) != profile.count { return "it is damaged" }
    if header.colorModel == .cmyk { return "it is for inks, and the pixels became red, green and blue" }
    if profile[16..<20].elementsEqual("RGB ".utf8) { return nil }
    if profile[16..<20].elementsEqual("GRAY".utf8) { return "it is for grey pictures, and the canvas is RGB" }
    return "it is not for RGB pictures"
  }

  /// An iCCP chunk as `PNGColorChunks.serialized` has it; nil if it cannot be compressed.
  private static func payload(of profile: [UInt8]) -> [UInt8]? {
    guard let compressed = deflated(profile) else { return nil }
    // A name, its end, and the only method.
    let payload = Array("ICC profile".utf8) + [0, 0] + compressed
    return Array("iCCP".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: payload.count >> (24 - 8 * $0)) } + payload
  }

  /// The profile in a PNG's chunks, which were checked; nil if they have none.
  static func bytes(in chunks: PNGColorChunks) -> [UInt8]? {
    guard let payload = chunks[.iCCP], let end = payload.firstIndex(of: 0), end + 2 < payload.count else { return nil }
    let compressed = Array(payload[(end + 2)...])
    // The length comes first.
    let stated = inflated(compressed, count: 128).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    guard (128...byteLimit).contains(stated) else { return nil }
    let profile = inflated(compressed, count: stated)
    return profile.count == stated ? profile : nil
  }
}
