extension PictureFormat {
  /// PNG.
  public static let png = PictureFormat(
    "PNG", endings: ["png"], pageNoun: "frame",
    writing: Writing(storesAlpha: true) { (request) throws(PictureError) in
      try PNGEncoder(request)
    },
    // Half of the signature: the rest shows how a file was damaged.
    matches: { $0.has([0x89, 0x50, 0x4e, 0x47]) },
    open: { (source, options) throws(PictureError) in
      // The first picture needs no animation.
      guard let page = options.page, page > 0 else { return try PNGDecoder(source, options) }
      return try PNGFrameDecoder(source, page: page, options)
    },
    readHeader: { (source) throws(PictureError) in try PictureHeader(ofPNG: source) })
}
