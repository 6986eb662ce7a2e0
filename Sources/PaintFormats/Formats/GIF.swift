extension PictureFormat {
  /// GIF, with giflib.
  ///
  /// A frame is the whole picture as it is then visible.
  public static let gif = PictureFormat(
    "GIF", endings: ["gif"], library: .gif, pageNoun: "frame",
    matches: { $0.has("GIF87a") || $0.has("GIF89a") },
    open: { (source, options) throws(PictureError) in
      try LibraryDecoder("GIF", .gif, source, options)
    })
}
