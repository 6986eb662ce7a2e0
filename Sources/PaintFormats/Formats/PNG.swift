extension PictureFormat {
  /// PNG.
  public static let png = PictureFormat(
    "PNG", endings: ["png"], pageNoun: "frame",
    writing: Writing(storesAlpha: true, storesProfile: true) { (request) throws(PictureError) in
      try PNGEncoder(request)
    },
    // Half of the signature: the rest shows how a file was damaged.
    matches: { $0.has([0x89, 0x50, 0x4e, 0x47]) },
    open: { (source, options) throws(PictureError) in try PNGDecoder(source, options) },
    readHeader: { (source) throws(PictureError) in try PictureHeader(ofPNG: source) })
}
