import Testing

@testable import PaintCLI

/// Equal warnings of many lines, which must not flood standard error.
@Suite("Repeated warnings")
struct RepeatedWarningsTests {
  @Test("those that differ only in numbers or in words in quotes are equal; up to 20 keep their own text")
  func variants() throws {
    var warnings = RepeatedWarnings(isDialogue: false)
    for number in 1...30 {
      let isFirst = warnings.count("the layer's name '\(number)x' is too long by \(number * 7) px", at: "\(number)")
      #expect(isFirst == (number == 1))
      #expect(warnings.count("another one", at: "\(number)") == (number == 1))
      if number < 4 { _ = warnings.count("r\(number) is odd", at: "\(number)") }
    }
    let text = "the layer's name '1x' is too long by 7 px"
    #expect(warnings.counted.map(\.count) == [30, 30] && warnings.counted.map(\.text) == [text, "another one"])
    let ending = warnings.ending(of: "lines")
    #expect(
      ending.map(\.text) == [
        "30 times with other numbers or names, first in lines 1, 2, 3, 4, 5: \(text)",
        "30 times, first in lines 1, 2, 3, 4, 5: another one", "r2 is odd", "r3 is odd",
      ])
    #expect(ending.map(\.place) == [nil, nil, "2", "3"])
  }
}
