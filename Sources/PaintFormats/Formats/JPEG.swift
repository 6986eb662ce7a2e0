extension PictureFormat {
  /// JPEG, with libjpeg-turbo.
  public static let jpeg = PictureFormat(
    "JPEG", endings: ["jpg", "jpeg", "jpe", "jfif"], library: .jpeg,
    writing: Writing(
      storesAlpha: false, storesGray: true, options: [.quality, .subsampling, .progressive],
      defaults: WritingOptions(quality: 90, subsampling: .both, isProgressive: false), sideLimit: 65_500,
      // A marker has up to 65,533 bytes, in which those of EXIF have a name first.
      places: MetadataPlaces(
        exif: 65_527, hasRoomForXMP: { JPEGSegments.hasRoom(forXMP: $0) }, iptc: .max, comment: 65_533, density: .own,
        profile: true)
    ) { (request) throws(PictureError) in
      try LibraryEncoder("JPEG", .jpeg, request)
    },
    matches: { $0.has([0xff, 0xd8, 0xff]) },
    open: { (source, options) throws(PictureError) in
      try LibraryDecoder("JPEG", .jpeg, source, options)
    })
}
