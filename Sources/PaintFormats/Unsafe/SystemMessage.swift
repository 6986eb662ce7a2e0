#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Unsafe: the system's messages come through C pointers.

extension PictureError {
  /// There is not enough memory for a picture.
  static var outOfMemory: PictureError { .io(errno: ENOMEM, message: "there is not enough memory for the picture") }

  /// The system's message for an errno.
  static func reason(_ errno: CInt) -> String {
    guard let text = unsafe strerror(errno) else { return "error \(errno)" }
    return unsafe String(cString: text)
  }
}
