import Testing

@testable import PaintCLI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("OutputSink") struct OutputSinkTests {
  @Test("hands over what was written at a flush, and earlier when the buffer is full")
  func buffering() throws {
    let pipe = try Pipe()
    let sink = OutputSink(descriptor: pipe.writing, limit: 8)
    sink.write("12345678")
    #expect(pipe.read() == "12345678")
    sink.write("a")
    sink.writeLine("b")
    try sink.flush()
    #expect(pipe.read() == "ab\n")
  }

  @Test("a pipe without reader ends quietly")
  func brokenPipe() throws {
    Terminal.ignoreBrokenPipes()
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    close(ends[0])
    let sink = OutputSink(descriptor: ends[1])
    sink.writeLine("nobody reads this")
    try sink.flush()
    #expect(sink.isClosed)
    sink.writeLine("nor this")
    try sink.flush()
    close(ends[1])
  }

  @Test("any other failure is told, each time")
  func failure() {
    let sink = OutputSink(descriptor: -1)
    sink.write("x")
    for _ in 0..<2 {
      do {
        try sink.flush()
        Issue.record("it was written")
      } catch {
        #expect(error.code == .writeFailed)
      }
    }
  }

  @Test("colour only on a terminal, and never against NO_COLOR")
  func color() throws {
    #expect(Terminal.allowsColor(noColor: nil, term: "xterm"))
    #expect(Terminal.allowsColor(noColor: "", term: "xterm"))
    #expect(!Terminal.allowsColor(noColor: "1", term: "xterm"))
    #expect(!Terminal.allowsColor(noColor: nil, term: "dumb"))
    #expect(!Terminal.allowsColor(noColor: nil, term: nil))
    let pipe = try Pipe()
    #expect(!Terminal.isTerminal(pipe.writing))
    #expect(!Terminal.usesColor(pipe.writing))
  }
}

@Suite("JSONWriter") struct JSONWriterTests {
  @Test("puts commas where they belong")
  func structure() {
    var json = JSONWriter()
    json.beginObject()
    json.field("revision", 42)
    json.field("name", "Pencil")
    json.field("changed", true)
    json.key("bounds")
    json.beginArray()
    for number in [14, 9, 80, 33] { json.value(number) }
    json.endArray()
    json.key("warnings")
    json.beginArray()
    json.endArray()
    json.field("ratio", 0.5)
    json.field("redo_name", nil as String?)
    json.field("limit", nil as Int?)
    json.endObject()
    json.endLine()
    json.beginObject()
    json.endObject()
    let text = String(decoding: json.bytes, as: UTF8.self)
    let expected =
      #"{"revision":42,"name":"Pencil","changed":true,"bounds":[14,9,80,33],"warnings":[],"ratio":0.5,"#
      + #""redo_name":null,"limit":null}"#
    #expect(text == expected + "\n{}")
  }

  @Test("escapes what JSON cannot hold")
  func escapes() {
    var json = JSONWriter()
    json.value("a\"b\\c\n\r\t\u{0}\u{1f}\u{7f}é名😀/")
    let text = String(decoding: json.bytes, as: UTF8.self)
    #expect(text == #""a\"b\\c\n\r\t\u0000\u001f\u007fé名😀/""#)
  }

  @Test("numbers that are not finite are null")
  func notFinite() {
    var json = JSONWriter()
    json.beginArray()
    for number in [Double.nan, .infinity, 1.5, -0.0, 1e300] { json.value(number) }
    json.endArray()
    #expect(String(decoding: json.bytes, as: UTF8.self) == "[null,null,1.5,0,1e300]")
  }
}

@Suite("Failure") struct FailureTests {
  @Test("every code is snake case and has an exit code of the contract's table")
  func codes() {
    for code in FailureCode.allCases {
      #expect(code.rawValue.utf8.allSatisfy { ($0 >= 97 && $0 <= 122) || $0 == 95 }, "\(code)")
      #expect(code.exitCode != .done)
    }
    #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 3, 4, 64, 65, 66, 70, 73, 74, 75])
  }

  @Test("is a line and a hint for people, an object for programs")
  func report() {
    let failure = Failure(.unknownColor, "unknown colour 'bleu'", hint: "did you mean blue?")
    #expect(FailureReport.lines(failure) == "paint: unknown colour 'bleu'\nhint: did you mean blue?\n")
    var json = JSONWriter()
    FailureReport.write(failure, to: &json)
    let expected =
      #"{"error":{"code":"unknown_color","message":"unknown colour 'bleu'","hint":"did you mean blue?"},"exit":64}"#
    #expect(String(decoding: json.bytes, as: UTF8.self) == expected + "\n")
    json.removeAll()
    FailureReport.write(Failure(.busy, "busy"), line: 3, to: &json)
    #expect(
      String(decoding: json.bytes, as: UTF8.self)
        == #"{"line":3,"error":{"code":"busy","message":"busy","hint":null},"exit":75}"# + "\n")
  }

  @Test("stays one line, and keeps escape sequences from the terminal")
  func oneLine() {
    #expect(Failure.quoted("a\nb\u{1b}[2J\u{7f}") == #"'a\nb\u{1b}[2J\u{7f}'"#)
    #expect(Failure.quoted(String(repeating: "x", count: 1000)).count == 75)
    #expect(FailureReport.lines(Failure(.failed, "a\nb")) == "paint: a\\nb\n")
  }
}

@Suite("Timestamp") struct TimestampTests {
  @Test(
    "writes RFC 3339 in UTC",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (951_782_399, "2000-02-28T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
      (951_868_800, "2000-03-01T00:00:00Z"), (1_798_761_600, "2027-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
      (4_107_542_400, "2100-03-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
      (-62_167_219_200, "0000-01-01T00:00:00Z"), (Int64.max, "9999-12-31T23:59:59Z"),
      (Int64.min, "0000-01-01T00:00:00Z"),
    ] as [(Int64, String)])
  func text(seconds: Int64, expected: String) {
    #expect(Timestamp.text(seconds: seconds) == expected)
  }

  @Test("agrees with the system's calendar")
  func oracle() {
    let seed: UInt64 = 47
    var random = Seeded(seed)
    for _ in 0..<5_000 {
      var moment = time_t(Int64.random(in: -62_000_000_000...253_000_000_000, using: &random))
      var parts = tm()
      gmtime_r(&moment, &parts)
      let numbers = [parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec].map { number in
        number < 10 ? "0\(number)" : "\(number)"
      }
      let digits = String(parts.tm_year + 1900)
      let year = String(repeating: "0", count: 4 - digits.count) + digits
      let expected = "\(year)-\(numbers[0])-\(numbers[1])T\(numbers[2]):\(numbers[3]):\(numbers[4])Z"
      #expect(Timestamp.text(seconds: Int64(moment)) == expected, "seed \(seed)")
    }
  }

  @Test("adds milliseconds where there are some")
  func milliseconds() {
    #expect(Timestamp.text(seconds: 1, milliseconds: 7) == "1970-01-01T00:00:01.007Z")
    #expect(Timestamp.text(seconds: 1, milliseconds: 0) == "1970-01-01T00:00:01Z")
  }
}
