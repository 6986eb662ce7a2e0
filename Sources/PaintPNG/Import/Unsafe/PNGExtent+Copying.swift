// Unsafe: a descriptor's bytes are read into a buffer, and lent from there.

extension PNGExtent {
  /// Copies the PNG file at the current offset of `fileDescriptor` unchanged to `body`, 64 KiB at a time.
  ///
  /// Bytes after the file may be read, but are not copied. Whether the file is valid is not checked.
  ///
  /// - Throws: `.png` with `.io` if the file cannot be read, `.body` with the error that `body` threw.
  public static func copy<E: Error>(
    fileDescriptor: CInt, to body: (UnsafeRawBufferPointer) throws(E) -> Void
  ) throws(PNGBandError<E>) {
    var extent = PNGExtent()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !extent.isEnded {
      let count: Int
      do { count = try DescriptorBytes.read(fileDescriptor, into: &buffer) } catch { throw .png(error) }
      if count == 0 { return }
      let taken = extent.take(buffer.span.extracting(0..<count))
      let result = unsafe buffer.withUnsafeBytes { bytes in
        Result { () throws(E) in unsafe try body(UnsafeRawBufferPointer(rebasing: bytes[..<taken])) }
      }
      do { try result.get() } catch { throw .body(error) }
    }
  }
}
