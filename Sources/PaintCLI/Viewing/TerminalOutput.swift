#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes a picture to the terminal of standard output.
///
/// A signal that ends the process is held back until the sequence that it interrupts is closed, so that the terminal shows
/// the shell's next prompt as usual.
enum TerminalOutput {
  /// Ends an open sequence, and restores the colours.
  private static let restoring = Array("\u{18}\u{1b}\\\u{1b}[0m\r\n".utf8)
  private static let chunk = 4_096
  /// How often a pending signal is looked for while the terminal is busy, in milliseconds.
  private static let interval: Int32 = 50

  /// Writes all bytes; throws `write_failed`.
  static func write(_ bytes: [UInt8]) throws(Failure) {
    let signals = HeldSignals()
    defer { signals.release() }
    var start = 0
    while start < bytes.count {
      if signals.hasReceived {
        _ = Descriptor.write(1, restoring, from: 0)
        // Ends the process.
        return signals.release()
      }
      guard Descriptor.waits(1, for: POLLOUT, milliseconds: interval) else { continue }
      let part = Array(bytes[start..<min(start + chunk, bytes.count)])
      let count = Descriptor.write(1, part, from: 0)
      if count >= 0 {
        start += count
      } else if errno != EINTR, errno != EAGAIN {
        throw Failure(.writeFailed, "cannot write the output: \(SystemError.text(errno))")
      }
    }
  }
}
