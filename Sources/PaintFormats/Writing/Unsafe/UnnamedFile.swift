import CLibraries

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Unsafe: the system reads into the memory of an array.

/// A new file without a name, which is deleted with this object.
final class UnnamedFile {
  /// For writing.
  let descriptor: CInt

  /// - Throws: `.io` if it cannot be made.
  init() throws(PictureError) {
    descriptor = cpl_unnamed_file()
    guard descriptor >= 0 else { throw .writing(errno: errno) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Copies the whole file.
  ///
  /// - Throws: `.io` if it cannot be read, or the output not be written.
  func copy(to output: PictureOutput) throws(PictureError) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .reading(errno: errno) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .reading(errno: errno) }
      if count == 0 { return }
      try output.write(buffer.span.extracting(..<count))
    }
  }
}
