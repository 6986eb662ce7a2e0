import PaintPNG

/// ICC profiles of pictures, and the PNG chunk that keeps them in a document.
enum ColorProfile {
  /// The most bytes of a profile; those of a PNG may compress to 1 MiB.
  static let byteLimit = 8 << 20

  /// The chunks that keep what a picture's header says of its colours, and a warning if a profile cannot be kept.
  ///
  /// A profile says more than numbers, and a file that has both means the same with them.
  static func chunks(for header: PictureHeader) -> (PNGColorChunks, warning: String?) {
    let numbers = header.codePoints.flatMap { chunk("cICP", $0.payload) } ?? PNGColorChunks()
    guard let profile = header.colorProfile else { return (numbers, nil) }
    if let reason = rejectionReason(profile, of: header) {
      return (numbers, "the colour profile was dropped: " + reason)
    }
    guard let chunks = chunks(of: profile) else {
      return (numbers, "the colour profile was dropped: it is larger than 1 MiB, or damaged")
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
    guard profile[16..<20].elementsEqual("GRAY".utf8) else { return "it is not for RGB pictures" }
    return header.colorModel == .grey ? nil : "it is for grey pictures, and this one has colours"
  }

  /// The chunk of a profile; nil if it is damaged or too large.
  static func chunks(of profile: [UInt8]) -> PNGColorChunks? {
    guard let compressed = ZlibStream.deflated(profile) else { return nil }
    // A name, its end, and the only method.
    return chunk("iCCP", Array("ICC profile".utf8) + [0, 0] + compressed)
  }

  /// A chunk as `PNGColorChunks.serialized` has it.
  private static func chunk(_ kind: String, _ payload: [UInt8]) -> PNGColorChunks? {
    let length = (0..<4).map { UInt8(truncatingIfNeeded: payload.count >> (24 - 8 * $0)) }
    return try? PNGColorChunks(serialized: Array(kind.utf8) + length + payload)
  }

  /// The profile in a PNG's chunks, which were checked; nil if they have none.
  static func bytes(in chunks: PNGColorChunks) -> [UInt8]? {
    guard let payload = chunks[.iCCP], let end = payload.firstIndex(of: 0), end + 2 < payload.count else { return nil }
    let compressed = Array(payload[(end + 2)...])
    // The length comes first.
    let stated = ZlibStream.inflated(compressed, count: 128).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    guard (128...byteLimit).contains(stated) else { return nil }
    let profile = ZlibStream.inflated(compressed, count: stated)
    return profile.count == stated ? profile : nil
  }
}
