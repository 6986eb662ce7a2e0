import Testing

@testable import PaintCLI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("LineReader") struct LineReaderTests {
  @Test(
    "lines end with LF, CRLF or the end of the file", arguments: [1, 2, 3, 7, 65_536])
  func lineEnds(bufferSize: Int) throws {
    let cases: [(String, [String])] = [
      ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]),
      ("\n\n", ["", ""]), ("a\r\r\nb\r", ["a\r", "b"]), ("äö\nlonger line\n\nx", ["äö", "longer line", "", "x"]),
    ]
    for (text, lines) in cases {
      let pipe = try Pipe()
      pipe.write(text)
      pipe.closeWriting()
      var reader = LineReader(descriptor: pipe.reading, bufferSize: bufferSize)
      var read: [String] = []
      while try reader.advance() {
        read.append(reader.withLine { String(copying: $0) })
        #expect(reader.lineNumber == read.count)
      }
      #expect(read == lines, "\(text.debugDescription)")
      #expect(try !reader.advance())
    }
  }

  @Test("says whether a line is there without waiting for it")
  func ready() throws {
    let pipe = try Pipe()
    var reader = LineReader(descriptor: pipe.reading)
    #expect(try !reader.isReady())
    pipe.write("one\ntwo\nthr")
    #expect(try reader.isReady())
    #expect(try reader.advance())
    #expect(try reader.isReady())
    #expect(try reader.advance())
    #expect(reader.withLine { String(copying: $0) } == "two")
    #expect(try !reader.isReady())
    pipe.write("ee\n")
    #expect(try reader.isReady())
    #expect(try reader.advance())
    // Looking for more does not disturb the line at hand.
    #expect(try !reader.isReady())
    #expect(reader.withLine { String(copying: $0) } == "three")
    pipe.closeWriting()
    #expect(try reader.isReady())
    #expect(try !reader.advance())
  }

  @Test("a descriptor that cannot be read is an error")
  func failure() {
    var reader = LineReader(descriptor: -1)
    do {
      _ = try reader.advance()
      Issue.record("it was read")
    } catch {
      #expect(error.code == .readFailed)
      #expect(error.exitCode == .ioFailed)
    }
  }
}

/// A pipe whose ends close with it.
final class Pipe {
  let reading: Int32
  let writing: Int32
  private var isWritingOpen = true

  struct CannotOpen: Error {}

  init() throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw CannotOpen() }
    reading = ends[0]
    writing = ends[1]
  }

  func write(_ text: String) {
    let bytes = Array(text.utf8)
    #if canImport(Glibc)
      let count = Glibc.write(writing, bytes, bytes.count)
    #else
      let count = Darwin.write(writing, bytes, bytes.count)
    #endif
    precondition(count == bytes.count)
  }

  /// What is in the pipe, up to 64 KiB; there must be something, or no writer.
  func read() -> String {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    #if canImport(Glibc)
      let count = Glibc.read(reading, &bytes, bytes.count)
    #else
      let count = Darwin.read(reading, &bytes, bytes.count)
    #endif
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }

  func closeWriting() {
    if isWritingOpen { close(writing) }
    isWritingOpen = false
  }

  deinit {
    closeWriting()
    close(reading)
  }
}
