extension PNGExtent {
  /// Copies the PNG file at the current offset of `fileDescriptor` unchanged to `body`, 64 KiB at a time.
  ///
  /// Bytes after the file may be read, but are not copied. Whether the file is valid is not checked.
  ///
  /// - Throws: `.png` with `.io` if the file cannot be read, `.body` with the error that `body` threw.
  public static func copy<E: Error>(
    fileDescriptor: CInt, to body: (Span<UInt8>) throws(E) -> Void
  ) throws(PNGBandError<E>) {
    var extent = PNGExtent()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !extent.isEnded {
      let count: Int
      do { count = try DescriptorBytes.read(fileDescriptor, into: &buffer) } catch { throw .png(error) }
      if count == 0 { return }
      let taken = extent.take(buffer.span.extracting(0..<count))
      do { try body(buffer.span.extracting(0..<taken)) } catch { throw .body(error) }
    }
  }
}
