extension PictureReader {
  /// Writes all rows, which were not read before, to a writer of the same size, and ends its picture.
  ///
  /// - Throws: the errors of `readBands`, of `PictureWriter.writeRows` and of `PictureWriter.finish`.
  public func copy(to writer: PictureWriter) throws(PictureError) {
    do {
      try readBands { (_, rows, pixels) throws(PictureError) in try writer.writeRows(pixels, rows: rows) }
    } catch {
      switch error {
      case .picture(let error), .body(let error): throw error
      }
    }
    try writer.finish()
  }
}
