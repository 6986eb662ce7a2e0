import SystemPackage

// Unsafe: the system reads into the memory of an array.

extension FileDescriptor {
  /// Reads at most as many bytes as the array has; returns their number, 0 at the end.
  func read(into bytes: inout [UInt8]) throws -> Int {
    unsafe try bytes.withUnsafeMutableBytes { unsafe try read(into: $0) }
  }

  /// Reads at most as many bytes as the array has, from an offset.
  func read(from offset: Int64, into bytes: inout [UInt8]) throws -> Int {
    unsafe try bytes.withUnsafeMutableBytes { unsafe try read(fromAbsoluteOffset: offset, into: $0) }
  }

  /// Reads no byte, which fails for a folder.
  func readNothing() throws { _ = unsafe try read(into: UnsafeMutableRawBufferPointer(start: nil, count: 0)) }
}
