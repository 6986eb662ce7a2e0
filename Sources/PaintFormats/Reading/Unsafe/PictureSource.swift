import CLibraries

// Unsafe: the bytes are in the memory of a C source, which this class owns.

/// The bytes of a picture file: in memory, or what a descriptor delivers.
///
/// A source is read once. The first bytes can be looked at before, so pipes are possible.
@safe public final class PictureSource {
  /// The most bytes that `prefix` lends.
  static let prefixLimit = 4096
  /// The largest file that a format may need in memory as a whole, in bytes.
  static let fileLimit = 1 << 30

  let source: OpaquePointer

  /// The bytes from the current offset of a descriptor on: of a regular file, a pipe or a socket.
  ///
  /// The caller keeps the descriptor, which must stay open until the picture has been read. More than the picture may
  /// be read.
  ///
  /// - Throws: `.io` if there is not enough memory.
  public init(fileDescriptor: CInt) throws(PictureError) {
    guard let source = unsafe cpl_source_create_fd(fileDescriptor) else { throw .outOfMemory }
    unsafe self.source = unsafe source
  }

  /// These bytes, which are copied.
  ///
  /// - Throws: `.io` if there is not enough memory.
  public init(bytes: [UInt8]) throws(PictureError) {
    let created = unsafe bytes.withUnsafeBufferPointer { unsafe cpl_source_create_bytes($0.baseAddress, $0.count) }
    guard let source = unsafe created else { throw .outOfMemory }
    unsafe self.source = unsafe source
  }

  deinit { unsafe cpl_source_destroy(source) }

  /// The first bytes, without taking them; fewer than `count` only if there are no more.
  ///
  /// - Parameter count: at most 4096.
  /// - Throws: `.io` if the bytes cannot be read.
  func prefix(_ count: Int) throws(PictureError) -> [UInt8] {
    var bytes: UnsafePointer<UInt8>?
    let found = unsafe cpl_source_peek(source, count, &bytes)
    try checkErrno()
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: found))
  }

  /// All bytes that were not taken yet; at most 1 GiB.
  ///
  /// - Throws: `.io` if the bytes cannot be read, `.limit` if there are too many or not enough memory.
  func all() throws(PictureError) -> [UInt8] {
    var bytes: UnsafePointer<UInt8>?
    var count = 0
    switch unsafe cpl_source_all(source, Self.fileLimit, &bytes, &count) {
    case CPL_OK: return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    case CPL_TOO_LARGE: throw .limit(message: "the file is larger than 1 GiB")
    case CPL_IO: throw .reading(errno: errno)
    default: throw .outOfMemory
    }
  }

  /// Fills an array with the next bytes; returns how many there were.
  ///
  /// - Throws: `.io` if the bytes cannot be read.
  func read(into target: inout [UInt8]) throws(PictureError) -> Int {
    let size = target.count
    let count = unsafe cpl_source_read(source, &target, size)
    if count < size { try checkErrno() }
    return count
  }

  /// The descriptor, set back to the picture's first byte; nil unless it is that of a regular file.
  func rewoundDescriptor() -> CInt? {
    let descriptor = unsafe cpl_source_rewound(source)
    return descriptor < 0 ? nil : descriptor
  }

  /// The errno of a read that failed; 0 if none did.
  var errno: CInt { unsafe cpl_source_errno(source) }

  /// For tests: the read of the descriptor with this number, from 1 and counted from now on, fails once with EIO.
  ///
  /// Only for formats that a library reads; others read the descriptor themselves.
  func failRead(_ number: Int) { unsafe cpl_source_fail_read(source, UInt64(max(number, 0))) }

  private func checkErrno() throws(PictureError) {
    let errno = errno
    if errno != 0 { throw .reading(errno: errno) }
  }
}
