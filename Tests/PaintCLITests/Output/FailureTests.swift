import Testing

@testable import PaintCLI

@Suite("Failure") struct FailureTests {
  @Test("every code is snake case and has an exit code of the contract's table")
  func codes() {
    for code in FailureCode.allCases {
      #expect(code.rawValue.utf8.allSatisfy { ($0 >= 97 && $0 <= 122) || $0 == 95 }, "\(code)")
      #expect(code.exitCode != .done)
    }
    #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 3, 4, 64, 65, 66, 70, 73, 74, 75, 130])
  }

  @Test("is printed as a line and a hint, and as an object in JSON")
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

  @Test("escapes every character that controls the terminal or the direction of text, and no other one")
  func controls() {
    for value in UInt32(0)...0x1_ffff {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let properties = scalar.properties
      let isControl =
        properties.isBidiControl
        || [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
      #expect(Failure.isControl(scalar) == isControl, "U+\(String(value, radix: 16))")
    }
    #expect(Failure.oneLine("r1 \u{5d0}\u{200f}, 28 px") == "r1 \u{5d0}\\u{200f}, 28 px")
  }
}
