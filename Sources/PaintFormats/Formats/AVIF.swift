extension PictureFormat {
  /// AVIF, with libavif; what that refuses is read with libheif if that can.
  public static let avif = PictureFormat(
    "AVIF", endings: ["avif"], library: .avif, pageNoun: "frame",
    writing: Writing(
      storesAlpha: true, storesGray: true, options: [.quality, .subsampling],
      defaults: WritingOptions(quality: 60, subsampling: .both),
      places: MetadataPlaces(
        exif: .max, hasRoomForXMP: { _ in true }, density: .exif, profile: true, codePoints: true)
    ) { (request) throws(PictureError) in
      try LibraryEncoder("AVIF", .avif, request)
    },
    matches: { $0.brands.contains("avif") || $0.brands.contains("avis") },
    open: { (source, options) throws(PictureError) in
      do throws(PictureError) {
        return try LibraryDecoder("AVIF", .avif, source, options)
      } catch {
        // Damaged pixels are damage for both; the other library may only read other kinds of files.
        guard case .format = error, let other = try? LibraryDecoder("AVIF", .heif, source, options) else { throw error }
        return other
      }
    })
}
