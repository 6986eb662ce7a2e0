import Testing

@testable import PaintCLI

@Suite("NumberText") struct NumberTextTests {
  @Test(
    "writes coordinates with the fewest decimals that read back to the same value",
    arguments: [
      ("0", "0"), ("-0", "0"), ("1", "1"), ("-10", "-10"), ("4.5", "4.5"), ("-4.25", "-4.25"), ("0.1", "0.1"),
      ("515.96", "515.96"), ("0.33333333", "0.33333"), ("1e-9", "0"), ("-1e-9", "0"), ("0.00001", "0.00002"),
      ("1e15", "1000000000000000"), ("-1e15", "-1000000000000000"), ("1e12", "1000000000000"),
      ("123456789.015625", "123456789.015625"), ("23456789.015625", "23456789.01563"), ("65535.99999", "65535.99998"),
      ("0.999999", "1"),
    ])
  func coordinate(typed: String, text: String) throws {
    let value = try #require(number(typed))
    let rounded = NumberText.rounded(value)
    #expect(NumberText.coordinate(rounded) == text)
  }

  @Test("coordinates of every size read back unchanged")
  func coordinateRoundTrip() {
    let seed: UInt64 = 43
    var random = Seeded(seed)
    for _ in 0..<30_000 {
      let size = pow10(Int.random(in: -5...15, using: &random))
      let value = NumberText.rounded(Double.random(in: -size...size, using: &random))
      let text = NumberText.coordinate(value)
      #expect(number(text).map(NumberText.rounded) == value, "\(text) for \(value), seed \(seed)")
      #expect(!text.contains("e"), "\(text), seed \(seed)")
    }
  }

  @Test("a number typed with two decimals is written with two decimals")
  func shortest() {
    for hundredths in stride(from: -400_000, through: 400_000, by: 7) {
      let value = Double(hundredths) / 100
      let text = NumberText.coordinate(NumberText.rounded(value))
      #expect(text == NumberText.text(value))
    }
  }

  @Test(
    "writes numbers of usual size without an exponent",
    arguments: [
      (0.1, "0.1"), (1e-5, "0.00001"), (1e-7, "0.0000001"), (1.5e-7, "0.00000015"), (1e-9, "1e-9"),
      (1.25e-12, "1.25e-12"), (1e15, "1000000000000000"), (9007199254740992, "9007199254740992"), (1e17, "1e17"),
      (-2.5, "-2.5"), (-0.0, "0"), (100, "100"), (0.30000000000000004, "0.30000000000000004"), (1.5e300, "1.5e300"),
      (12345.678, "12345.678"),
    ])
  func plain(value: Double, text: String) {
    #expect(NumberText.text(value) == text)
  }

  @Test("every double reads back unchanged")
  func roundTrip() {
    let seed: UInt64 = 44
    var random = Seeded(seed)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      let text = NumberText.text(value)
      #expect(scannedNumber(text) == (value, text.utf8.count), "\(text), seed \(seed)")
    }
  }

  @Test("groups thousands")
  func grouped() {
    for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567"), (12_345, "12,345")] {
      #expect(NumberText.grouped(number) == text)
    }
  }

  private func pow10(_ exponent: Int) -> Double {
    (0..<exponent.magnitude).reduce(1.0) { size, _ in exponent < 0 ? size / 10 : size * 10 }
  }
}
