#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A buffered stream of bytes to a file descriptor, such as standard output.
///
/// After the reader of a pipe has closed it, writing does nothing and is not an error: the work continues and its exit
/// code is unchanged. The caller closes the descriptor, and calls `flush()` at the end.
final class OutputSink {
  /// Whether the reader of the pipe has closed it.
  private(set) var isClosed = false
  private let descriptor: Int32
  private let limit: Int
  private var buffer: [UInt8] = []
  private var failure: Failure?

  /// Creates a sink that writes when `limit` bytes are buffered.
  init(descriptor: Int32, limit: Int = 65_536) {
    self.descriptor = descriptor
    self.limit = limit
  }

  /// Writes bytes; a failure is thrown by the next `flush()`.
  func write(_ bytes: some Collection<UInt8>) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= limit { drain() }
  }

  /// Writes text; a failure is thrown by the next `flush()`.
  func write(_ text: String) { write(text.utf8) }

  /// Writes text and a line end; a failure is thrown by the next `flush()`.
  func writeLine(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    write(CollectionOfOne(UInt8(ascii: "\n")))
  }

  /// Writes everything to the descriptor.
  ///
  /// Throws `write_failed`, also in each later call, if this or an earlier write failed.
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
