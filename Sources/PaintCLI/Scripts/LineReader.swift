#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads lines from a file descriptor as they come, holding no more than a buffer of the file.
///
/// Lines end with LF or CRLF, the last one also with the end of the file. A byte order mark of UTF-8 at the beginning is
/// passed over. The descriptor stays the caller's to close.
struct LineReader: ~Copyable {
  /// The number of the line that `advance()` went to, counted from 1; 0 before the first.
  private(set) var lineNumber = 0
  private let descriptor: Int32
  private let longestLine: Int
  private var buffer: [UInt8]
  /// The bytes read and not yet passed.
  private var unread = 0..<0
  /// How many of the unread bytes are known to hold no line end.
  private var searched = 0
  private var line = 0..<0
  private var isAtEnd = false

  /// A reader of that descriptor; `bufferSize` is the bytes asked for at once, `longestLine` those of the longest line.
  ///
  /// A pencil of a million points is 30 MB of canonical command.
  init(descriptor: Int32, bufferSize: Int = 65_536, longestLine: Int = 256 << 20) {
    precondition(bufferSize > 0, "a buffer holds at least a byte")
    self.descriptor = descriptor
    self.longestLine = longestLine
    buffer = [UInt8](repeating: 0, count: bufferSize)
  }

  /// Goes to the next line, waiting for it if need be; false at the end of the file.
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

  /// True if `advance()` would answer at once: a whole line is here, or the end of the file is.
  ///
  /// Reads what is there to be read; with nothing there it waits no longer than so many milliseconds.
  mutating func isReady(within milliseconds: Int32 = 0) throws(Failure) -> Bool {
    while lineEnd() == nil && !isAtEnd {
      guard Descriptor.waits(descriptor, for: POLLIN, milliseconds: milliseconds) else { return false }
      try fill()
    }
    return true
  }

  /// Gives the current line without its end.
  func withLine<Result: ~Copyable, E: Error>(_ body: (Span<UInt8>) throws(E) -> Result) throws(E) -> Result {
    try body(buffer.span.extracting(line))
  }

  /// The place of the next line end, if it has been read.
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
        // It is the current line now, for whoever says where.
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
        unread = unread.lowerBound..<(start + count)
        return
      }
      guard errno == EINTR else { throw Failure(.readFailed, "cannot read: \(SystemError.text(errno))") }
    }
  }
}
