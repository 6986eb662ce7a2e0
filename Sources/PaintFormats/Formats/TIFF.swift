extension PictureFormat {
  /// TIFF and BigTIFF, with libtiff.
  public static let tiff = PictureFormat(
    "TIFF", endings: ["tif", "tiff"], library: .tiff, pageNoun: "page",
    writing: Writing(
      storesAlpha: true, storesGray: true, usesOpacity: true, options: [.compression],
      defaults: WritingOptions(compression: .deflate),
      places: MetadataPlaces(exif: .max, hasRoomForXMP: { _ in true }, iptc: .max, density: .own, profile: true)
    ) { (request) throws(PictureError) in
      try LibraryEncoder("TIFF", .tiff, request)
    },
    matches: { first in
      ["II*\0", "MM\0*", "II+\0", "MM\0+"].contains { first.has($0) }
    },
    open: { (source, options) throws(PictureError) in
      try LibraryDecoder("TIFF", .tiff, source, options)
    })
}
