extension PictureFormat {
  /// PPM; PGM and PBM are read, too.
  public static let ppm = PictureFormat(
    "PPM", endings: ["ppm", "pnm"], readOnly: ReadOnlyEndings(endings: ["pgm", "pbm"], instead: ["ppm", "pam"]),
    writing: Writing(storesAlpha: false, places: MetadataPlaces.none) { (request) throws(PictureError) in
      try PixmapEncoder(request, hasAlpha: false)
    },
    matches: { isPixmap($0, UInt8(ascii: "1")...UInt8(ascii: "6")) },
    open: { (source, options) throws(PictureError) in try PixmapDecoder(source, options) })

  /// PAM, which has transparency.
  public static let pam = PictureFormat(
    "PAM", endings: ["pam"],
    writing: Writing(storesAlpha: true, places: MetadataPlaces.none) { (request) throws(PictureError) in
      try PixmapEncoder(request, hasAlpha: true)
    },
    matches: { isPixmap($0, UInt8(ascii: "7")...UInt8(ascii: "7")) },
    open: { (source, options) throws(PictureError) in try PixmapDecoder(source, options) })

  /// Whether a file begins with one of these formats' letters and then a blank or a comment.
  static func isPixmap(_ first: [UInt8], _ kinds: ClosedRange<UInt8>) -> Bool {
    guard first.count > 2, first[0] == UInt8(ascii: "P"), kinds.contains(first[1]) else { return false }
    return (9...13).contains(first[2]) || first[2] == UInt8(ascii: " ") || first[2] == UInt8(ascii: "#")
  }
}
