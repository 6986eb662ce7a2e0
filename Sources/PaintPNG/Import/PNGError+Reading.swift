/// What libpng reports, for a user.
extension PNGError {
  /// The meaning of libpng's message for a user who does not know the format.
  static func sentence(forLibpngMessage words: String, after warnings: [String]) -> String {
    let damaged = "the PNG is damaged: "
    // "IDAT: CRC error": libpng puts the chunk's type first, and writes unprintable letters as "[1b]".
    var chunk = ""
    var error = Substring(words)
    if let colon = words.firstIndex(of: ":"), words[..<colon].allSatisfy({ $0 != " " }) {
      chunk = String(words[..<colon])
      error = words[words.index(after: colon)...].drop { $0 == " " }
    }
    switch error {
    case "Not a PNG file":
      return "this is not a PNG file"
    case "PNG file corrupted by ASCII conversion":
      return damaged + "it was copied as text, which changed its line ends"
    case "CRC error":
      return damaged + "the checksum of its \(chunk) chunk is wrong"
    case "Invalid IHDR data":
      // The reasons were reported before, as warnings.
      let reasons = warnings.filter { $0.hasSuffix(" in IHDR") }.map { $0.dropLast(8).lowercased() }
      return damaged + "its header is wrong" + (reasons.isEmpty ? "" : " (\(reasons.joined(separator: ", ")))")
    case "missing IHDR", "Missing IHDR before IDAT", "invalid location in png_set_unknown_chunks":
      return damaged + "it does not begin with a header"
    case "Missing PLTE before IDAT":
      return damaged + "it has no palette, but its pixels need one"
    case "Not enough image data", "Not enough compressed data":
      return damaged + "it has fewer pixels than its header states"
    case "surplus image data":
      return damaged + "it has too much data after its last pixel"
    case "bad adaptive filter value":
      return damaged + "a row of pixels has a filter that does not exist"
    case "unhandled critical chunk":
      return "the PNG cannot be shown without its \(chunk) chunk, which is not part of the format"
    case "Invalid palette":
      return damaged + "its palette has an impossible length"
    case "out of place":
      return damaged + "its \(chunk) chunk is out of place"
    case "duplicate":
      return damaged + "it has more than one \(chunk) chunk"
    case "PNG unsigned integer out of range":
      return damaged + "a length or size in it is impossible"
    case "invalid chunk type":
      return damaged + "it has other data where a chunk should begin"
    case "invalid" where !chunk.isEmpty:
      return damaged + "its \(chunk) chunk has an impossible length"
    default:
      // Other messages for an IDAT chunk come from zlib.
      if chunk == "IDAT" {
        let reason = error.hasSuffix(" (libpng)") ? error.dropLast(9) : error
        return damaged + "its compressed pixels cannot be unpacked (\(reason))"
      }
      return damaged + (chunk.isEmpty ? "" : "in its \(chunk) chunk, ") + "libpng says \"\(error)\""
    }
  }
}
