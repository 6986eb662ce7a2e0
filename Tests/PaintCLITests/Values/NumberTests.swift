import Testing

@testable import PaintCLI

@Suite("Number") struct NumberTests {
  @Test(
    "reads what the grammar allows",
    arguments: [
      ("0", 0), ("-0", 0), ("7", 7), ("+7", 7), ("-7", -7), ("1.", 1), (".5", 0.5), ("-.5", -0.5), ("+.5", 0.5),
      ("1.25", 1.25), ("1e3", 1000), ("1E3", 1000), ("1e+3", 1000), ("1e-3", 0.001), (".5e1", 5), ("5.e1", 50),
      ("007", 7), ("1e15", 1e15), ("-1e15", -1e15), ("1000000000000000", 1e15), ("0e999999999999999999999", 0),
      ("1e-999999999999999999999", 0), ("0.1", 0.1), ("3.14159265358979323846", 3.14159265358979323846),
      ("0.000000000000000000000000000001", 1e-30), ("123456789012345.678901234567890", 123456789012345.678901234567890),
      ("00000000000000000000000000001.5", 1.5), ("9007199254740993e-3", 9007199254740.993),
    ])
  func good(text: String, value: Double) {
    #expect(number(text) == value)
  }

  @Test(
    "rejects everything else",
    arguments: [
      "", "+", "-", ".", "-.", "e5", ".e5", "1e", "1e+", "1.5.2", "1,5", " 1", "1 ", "0x10", "nan", "inf", "-inf",
      "infinity", "1f", "1_000", "--1", "+-1", "1e15.5", "1e16", "-1e16", "1000000000000001", "1e999", "١", "1\u{0}",
    ])
  func bad(text: String) {
    #expect(number(text) == nil)
  }

  @Test("stops after the longest number")
  func longest() {
    for (text, end) in [("1e5x3", 3), ("12,3", 2), ("1ex", 1), ("1.e+x", 2), ("-.5%", 3), ("x", 0), ("-x", 0)] {
      #expect(scannedNumber(text).end == end, "\(text)")
    }
  }

  @Test("agrees with the standard library bit for bit")
  func oracle() {
    let seed: UInt64 = 41
    var random = Seeded(seed)
    for _ in 0..<20_000 {
      let digits = (0..<Int.random(in: 1...22, using: &random)).map { _ in Int.random(in: 0...9, using: &random) }
      var text = digits.map(String.init).joined()
      if Bool.random(using: &random) {
        let point = text.index(text.startIndex, offsetBy: Int.random(in: 1...text.count, using: &random))
        if point < text.endIndex { text.insert(".", at: point) }
      }
      if Bool.random(using: &random) { text += "e\(Int.random(in: -40...40, using: &random))" }
      if Bool.random(using: &random) { text = "-" + text }
      let (value, end) = scannedNumber(text)
      #expect(value?.bitPattern == Double(text)?.bitPattern, "\(text), seed \(seed)")
      #expect(end == text.utf8.count, "\(text), seed \(seed)")
    }
  }

  @Test("reads back every double from its description")
  func roundTrip() {
    let seed: UInt64 = 42
    var random = Seeded(seed)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      #expect(scannedNumber(value.description).value == value, "\(value), seed \(seed)")
    }
  }

  @Test("whole numbers saturate")
  func saturates() {
    for (text, value) in [("0", 0), ("12", 12), ("9223372036854775807", Int.max), ("99999999999999999999999", Int.max)]
    {
      #expect(whole(text) == value)
    }
    for text in ["", "-1", "+1", "1.0", "1e3", "x"] {
      #expect(whole(text) == nil, "\(text)")
    }
  }
}
