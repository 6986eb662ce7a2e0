import PaintHistory

// Unsafe: the file takes a pointer to bytes, which is lent for one call.

extension IncomingFile {
  /// Appends bytes.
  ///
  /// - Throws: `.disk` if they cannot be written.
  func write(_ bytes: Span<UInt8>) throws(HistoryError) {
    try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(HistoryError) in
      try unsafe write(UnsafeRawBufferPointer(bytes))
    }
  }
}
