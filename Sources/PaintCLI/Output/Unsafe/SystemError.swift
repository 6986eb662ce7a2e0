#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Unsafe: C's message is copied.

/// The texts of system errors.
enum SystemError {
  /// The text of an error number, in English, since the program never sets a locale.
  static func text(_ number: Int32) -> String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
  }
}
