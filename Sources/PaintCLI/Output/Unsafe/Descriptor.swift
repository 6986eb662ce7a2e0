#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Unsafe: system calls take the addresses of arrays and variables.

/// Calls on an open descriptor; as in C, they return a negative number and set `errno` if they fail.
enum Descriptor {
  /// Reads into an array from `start` to its end.
  static func read(_ descriptor: Int32, into bytes: inout [UInt8], from start: Int) -> Int {
    unsafe bytes.withUnsafeMutableBytes {
      #if canImport(Glibc)
        unsafe Glibc.read(descriptor, $0.baseAddress?.advanced(by: start), $0.count - start)
      #elseif canImport(Musl)
        unsafe Musl.read(descriptor, $0.baseAddress?.advanced(by: start), $0.count - start)
      #else
        unsafe Darwin.read(descriptor, $0.baseAddress?.advanced(by: start), $0.count - start)
      #endif
    }
  }

  /// Writes an array from `start` to its end.
  static func write(_ descriptor: Int32, _ bytes: [UInt8], from start: Int) -> Int {
    unsafe bytes.withUnsafeBytes {
      #if canImport(Glibc)
        unsafe Glibc.write(descriptor, $0.baseAddress?.advanced(by: start), $0.count - start)
      #elseif canImport(Musl)
        unsafe Musl.write(descriptor, $0.baseAddress?.advanced(by: start), $0.count - start)
      #else
        unsafe Darwin.write(descriptor, $0.baseAddress?.advanced(by: start), $0.count - start)
      #endif
    }
  }

  /// Waits until a descriptor can be read, at most so many milliseconds, or for as long as it takes if -1.
  ///
  /// False after that time, after a signal, and if `other` can be read, which may be -1.
  static func canRead(_ descriptor: Int32, unless other: Int32, within milliseconds: Int32) -> Bool {
    var pollers = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: other, events: Int16(POLLIN), revents: 0),
    ]
    let count = unsafe poll(&pollers, 2, milliseconds)
    // If the system cannot wait for it, reading does.
    if count < 0 { return errno != EINTR }
    return count > 0 && pollers[1].revents == 0
  }

  /// Waits for an event, at most so many milliseconds, or for as long as it takes if -1; true if there is one.
  @discardableResult
  static func waits(_ descriptor: Int32, for event: Int32, milliseconds: Int32) -> Bool {
    var poller = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return unsafe poll(&poller, 1, milliseconds) > 0
  }
}
