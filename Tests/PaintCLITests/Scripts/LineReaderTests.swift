import Testing

@testable import PaintCLI

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

  @Test("reports whether a line is available without waiting for it")
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
    // Reading ahead does not change the current line.
    #expect(try !reader.isReady())
    #expect(reader.withLine { String(copying: $0) } == "three")
    pipe.closeWriting()
    #expect(try reader.isReady())
    #expect(try !reader.advance())
  }

  @Test("waits for a line until another descriptor can be read, also one that could be before")
  func interrupted() throws {
    let (pipe, other) = (try Pipe(), try Pipe())
    var reader = LineReader(descriptor: pipe.reading)
    pipe.write("one\ntw")
    other.write("!")
    #expect(try reader.isReady())
    // A line that was read is there, whatever the other one has.
    #expect(try reader.isReady(within: -1, unless: other.reading))
    #expect(try reader.advance())
    // Without the other one, this would wait for ever.
    #expect(try !reader.isReady(within: -1, unless: other.reading))
    pipe.write("o\n")
    #expect(try reader.isReady(within: -1))
  }

  @Test("a line that is too long is an error, and becomes the current line")
  func tooLong() throws {
    let pipe = try Pipe()
    pipe.write("short\n" + String(repeating: "x", count: 64))
    pipe.closeWriting()
    var reader = LineReader(descriptor: pipe.reading, bufferSize: 8, longestLine: 32)
    #expect(try reader.advance() && reader.lineNumber == 1)
    do {
      _ = try reader.advance()
      Issue.record("it was read")
    } catch {
      #expect(error.code == .badScript)
      #expect(reader.lineNumber == 2)
    }
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
