extension PictureFormat {
  /// JPEG, with libjpeg-turbo.
  public static let jpeg = PictureFormat(
    "JPEG", endings: ["jpg", "jpeg", "jpe", "jfif"], library: .jpeg,
    writing: Writing(
      storesAlpha: false, storesProfile: true, options: [.quality, .subsampling, .progressive],
      defaults: WritingOptions(quality: 90, subsampling: .both, isProgressive: false), sideLimit: 65_500,
      // A marker has up to 65,533 bytes, in which those of EXIF and XMP have a name first.
      metadataLimits: MetadataLimits(exif: 65_527, xmp: 65_504, comment: 65_533)
    ) { (request) throws(PictureError) in
      try LibraryEncoder("JPEG", .jpeg, request)
    },
    matches: { $0.has([0xff, 0xd8, 0xff]) },
    open: { (source, options) throws(PictureError) in
      try LibraryDecoder("JPEG", .jpeg, source, options)
    })
}
