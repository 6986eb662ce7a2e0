#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads lines from a file descriptor as they arrive, with a buffer in memory.
///
/// Lines end with LF or CRLF, the last one also with the end of the file. A UTF-8 byte order mark at the
/// beginning is skipped. The caller closes the descriptor.
struct LineReader: ~Copyable {
  /// The first bytes of a file, read before.
  struct Beginning: Sendable {
    /// The bytes.
    var bytes: [UInt8] = []
    /// Whether these are all.
    var isWhole = false
  }

  /// The number of the current line, counted from 1; 0 before the first.
  private(set) var lineNumber = 0
  /// The bytes of the lines so far.
  private(set) var position = 0
  private let descriptor: Int32
  private let longestLine: Int
  private static let bufferSize = 65_536
  private static let longestLine = 256 << 20
  private var buffer: [UInt8]
  /// The bytes that were read but not passed on yet.
  private var unread = 0..<0
  /// The number of unread bytes that are known to contain no line end.
  private var searched = 0
  private var line = 0..<0
  private var isAtEnd = false
  /// What was read so far, if it is kept; for another reader.
  private(set) var kept = Beginning()
  private let keepsBytes: Bool

  /// Creates a reader; `bufferSize` is the number of bytes per read, `longestLine` the maximum bytes of a line.
  ///
  /// A pencil of a million points is 30 MB of canonical command.
  init(descriptor: Int32, bufferSize: Int = Self.bufferSize, longestLine: Int = Self.longestLine) {
    precondition(bufferSize > 0, "a buffer holds at least a byte")
    self.descriptor = descriptor
    self.longestLine = longestLine
    keepsBytes = false
    buffer = [UInt8](repeating: 0, count: bufferSize)
  }

  /// Creates a reader of a file of which this was read before.
  ///
  /// - Parameter keepsBytes: whether `kept` is what was read so far.
  init(descriptor: Int32, after beginning: Beginning, keepsBytes: Bool) {
    self.descriptor = descriptor
    longestLine = Self.longestLine
    self.keepsBytes = keepsBytes
    buffer = beginning.bytes + repeatElement(0, count: max(Self.bufferSize - beginning.bytes.count, 0))
    unread = 0..<beginning.bytes.count
    isAtEnd = beginning.isWhole
    if keepsBytes { kept = beginning }
  }

  /// Goes to the next line, waiting for it if necessary; false at the end of the file.
  ///
  /// Throws `bad_script` for a line longer than `longestLine` and `read_failed` if the system cannot read.
  mutating func advance() throws(Failure) -> Bool {
    while true {
      if let end = lineEnd() {
        take(upTo: end, next: end + 1)
        return true
      }
      if isAtEnd {
        guard !unread.isEmpty else { return false }
        take(upTo: unread.upperBound, next: unread.upperBound)
        return true
      }
      try fill()
    }
  }

  /// Whether `advance()` would return immediately: a whole line or the end of the file was read.
  ///
  /// Reads the available input; waits at most this many milliseconds for it, or for as long as it takes if -1.
  ///
  /// - Parameter other: a descriptor that ends the wait when it can be read; -1 for none. So does a signal.
  mutating func isReady(within milliseconds: Int32 = 0, unless other: Int32 = -1) throws(Failure) -> Bool {
    while lineEnd() == nil && !isAtEnd {
      guard Descriptor.canRead(descriptor, unless: other, within: milliseconds) else { return false }
      try fill()
    }
    return true
  }

  /// Passes the current line without its end.
  func withLine<Result: ~Copyable, E: Error>(_ body: (Span<UInt8>) throws(E) -> Result) throws(E) -> Result {
    try body(buffer.span.extracting(line))
  }

  /// The index of the next line end, if it was read.
  private mutating func lineEnd() -> Int? {
    let start = unread.lowerBound + searched
    if let end = buffer[start..<unread.upperBound].firstIndex(of: UInt8(ascii: "\n")) {
      searched = end - unread.lowerBound
      return end
    }
    searched = unread.count
    return nil
  }

  private mutating func take(upTo end: Int, next: Int) {
    line = unread.lowerBound..<end
    if line.count > 0, buffer[end - 1] == UInt8(ascii: "\r") { line = line.lowerBound..<(end - 1) }
    if lineNumber == 0, line.count >= 3, buffer[line.lowerBound] == 0xef, buffer[line.lowerBound + 1] == 0xbb,
      buffer[line.lowerBound + 2] == 0xbf
    {
      line = (line.lowerBound + 3)..<line.upperBound
    }
    position += next - unread.lowerBound
    unread = next..<unread.upperBound
    searched = 0
    lineNumber += 1
  }

  /// Reads once, after making room for it.
  private mutating func fill() throws(Failure) {
    if unread.lowerBound > 0 {
      buffer.replaceSubrange(0..<unread.count, with: Array(buffer[unread]))
      unread = 0..<unread.count
    }
    if unread.count == buffer.count {
      guard buffer.count < longestLine else {
        // It becomes the current line, for messages.
        lineNumber += 1
        throw Failure(.badScript, "the line is longer than \(longestLine >> 20) MiB")
      }
      buffer.append(contentsOf: repeatElement(0, count: buffer.count))
    }
    let start = unread.upperBound
    while true {
      let count = Descriptor.read(descriptor, into: &buffer, from: start)
      if count >= 0 {
        isAtEnd = count == 0
        if keepsBytes {
          kept.bytes += buffer[start..<start + count]
          kept.isWhole = isAtEnd
        }
        unread = unread.lowerBound..<(start + count)
        return
      }
      guard errno == EINTR else { throw Failure(.readFailed, "cannot read: \(SystemError.text(errno))") }
    }
  }
}
