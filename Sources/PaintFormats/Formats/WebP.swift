extension PictureFormat {
  /// WebP, with libwebp.
  public static let webp = PictureFormat(
    "WebP", endings: ["webp"], library: .webp, pageNoun: "frame",
    writing: Writing(
      storesAlpha: true, options: [.quality, .lossless],
      defaults: WritingOptions(quality: 80, isLossless: false), sideLimit: 16_383,
      places: MetadataPlaces(exif: .max, hasRoomForXMP: { _ in true }, density: .exif, profile: true)
    ) { (request) throws(PictureError) in
      try LibraryEncoder("WebP", .webp, request)
    },
    matches: { $0.has("RIFF") && $0.has("WEBP", at: 8) },
    open: { (source, options) throws(PictureError) in
      try LibraryDecoder("WebP", .webp, source, options)
    })
}
