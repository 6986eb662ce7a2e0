import PaintPNG

/// The most bytes of metadata that can be written in a format.
struct MetadataLimits: Sendable {
  let exif: Int
  let xmp: Int
  let comment: Int

  /// What a picture with these chunks loses, as clauses for the user.
  func warnings(for chunks: PNGColorChunks, in format: String) -> [String] {
    let parts = [
      ("EXIF", chunks[.eXIf]?.count, exif), ("XMP", chunks.xmp?.count, xmp),
      ("comment", CommentText.comment(in: chunks)?.count, comment),
    ]
    return parts.compactMap { name, count, limit in
      guard let count, count > limit else { return nil }
      // A TIFF has the values of EXIF in a directory of its own, which is not written, and no comment.
      guard limit > 0 else { return "the \(name) was dropped: it cannot be written to a \(format)" }
      return "the \(name) was dropped: it has \(count) bytes, and a \(format) has room for \(limit)"
    }
  }
}
