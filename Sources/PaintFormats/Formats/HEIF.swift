extension PictureFormat {
  /// HEIF, with libheif.
  public static let heif = PictureFormat(
    "HEIF", endings: ["heic", "heif", "hif"], library: .heif, pageNoun: "picture",
    matches: { first in
      ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"].contains { first.brands.contains($0) }
    },
    open: { (source, options) throws(PictureError) in
      try LibraryDecoder("HEIF", .heif, source, options)
    })
}
