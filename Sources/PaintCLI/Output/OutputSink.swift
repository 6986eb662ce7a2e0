#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A buffered stream of bytes to a file descriptor, such as standard output.
///
/// When the reader of a pipe has gone, all further writing does nothing and is no error: the work goes on and its exit
/// code stands. The descriptor stays the caller's to close. Nothing is written behind the caller's back at the end: call
/// `flush()`.
final class OutputSink {
  /// True once the reader of the pipe has gone.
  private(set) var isClosed = false
  private let descriptor: Int32
  private let limit: Int
  private var buffer: [UInt8] = []
  private var failure: Failure?

  /// A sink for that descriptor that writes when `limit` bytes are waiting.
  init(descriptor: Int32, limit: Int = 65_536) {
    self.descriptor = descriptor
    self.limit = limit
  }

  /// Writes bytes; a failure shows at the next `flush()`.
  func write(_ bytes: some Collection<UInt8>) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= limit { drain() }
  }

  /// Writes text; a failure shows at the next `flush()`.
  func write(_ text: String) { write(text.utf8) }

  /// Writes text and a line end; a failure shows at the next `flush()`.
  func writeLine(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    write(CollectionOfOne(UInt8(ascii: "\n")))
  }

  /// Hands everything to the system.
  ///
  /// Throws `write_failed`, and again at each further call, if this or an earlier write did not succeed.
  func flush() throws(Failure) {
    drain()
    if let failure { throw failure }
  }

  private func drain() {
    var written = 0
    while written < buffer.count, !isClosed, failure == nil {
      let count = Descriptor.write(descriptor, buffer, from: written)
      if count >= 0 {
        written += count
      } else if errno == EPIPE {
        isClosed = true
      } else if errno == EAGAIN {
        // A shared terminal or pipe may have been set non-blocking by its other user.
        Descriptor.waits(descriptor, for: POLLOUT, milliseconds: -1)
      } else if errno != EINTR {
        failure = Failure(.writeFailed, "cannot write the output: \(SystemError.text(errno))")
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
