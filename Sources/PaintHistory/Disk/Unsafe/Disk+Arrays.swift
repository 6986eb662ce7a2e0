// Unsafe: a disk reads and writes memory by its address; here it is that of arrays, for the duration of a call.

extension Disk {
  /// Reads bytes from `offset` on into an array, from `start` to its end; returns their number, 0 at the file's end.
  func read(
    _ file: OpenFile, at offset: Int64, into bytes: inout [UInt8], from start: Int = 0
  ) throws(DiskError) -> Int {
    let result = unsafe bytes.withUnsafeMutableBytes { bytes in
      Result { () throws(DiskError) in
        unsafe try read(file, at: offset, into: UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
      }
    }
    return try result.get()
  }

  /// Appends bytes to those written before.
  ///
  /// - Throws: as the other `write`.
  public func write(_ file: OpenFile, _ bytes: Span<UInt8>) throws(DiskError) {
    unsafe try bytes.withUnsafeBufferPointer { (bytes) throws(DiskError) in
      unsafe try write(file, UnsafeRawBufferPointer(bytes))
    }
  }

  /// Appends an array's bytes to those written before.
  ///
  /// - Throws: as the other `write`.
  public func write(_ file: OpenFile, _ bytes: [UInt8]) throws(DiskError) { try write(file, bytes.span) }
}
