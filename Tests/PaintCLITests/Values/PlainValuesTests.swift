import PaintRaster
import Testing

@testable import PaintCLI

@Suite("PlainValues") struct PlainValuesTests {
  @Test("sizes are whole pixels, 1 to 65,536")
  func sizes() throws {
    #expect(try read("1920x1080", PlainValues.size) == CanvasSize(width: 1920, height: 1080))
    #expect(try read("65536x1", PlainValues.size) == CanvasSize(width: 65_536, height: 1))
    for text in [
      "", "1920", "x", "10x", "x10", "0x10", "10x0", "65537x1", "1.5x2", "-1x5", "10X10", "10x10x10", "1e3x5",
      "99999999999999999999x1", "10 x 10",
    ] {
      #expect(failure(text, PlainValues.size)?.exitCode == .usage, "\(text)")
    }
  }

  @Test("widths are over 0 to 65,536")
  func widths() throws {
    for (text, value) in [("1", 1.0), ("0.25", 0.25), ("65536", 65_536), ("1e-9", 1e-9)] {
      #expect(try read(text, NumberForm.width.value) == value)
    }
    for text in ["0", "-1", "nan", "1e9", "65536.01", "", "5px", "10%"] {
      let message = failure(text, NumberForm.width.value)?.message
      #expect(message == "'\(text)' is not a width: pixels, over 0 to 65,536")
    }
  }

  @Test("steps, counts, lines and seconds are read within their bounds")
  func counts() throws {
    #expect(try read("3", NumberForm.steps.whole) == 3)
    #expect(try read("0", NumberForm.count.whole) == 0)
    #expect(try read("12", NumberForm.lineNumber.whole) == 12)
    #expect(try read("0", PlainValues.wait) == .zero)
    #expect(try read("1.5", PlainValues.wait) == .milliseconds(1500))
    #expect(try read("1e15", PlainValues.wait) == .seconds(1_000_000_000))
    for text in ["0", "-1", "1.5", "", "x"] { #expect(failure(text, NumberForm.steps.whole) != nil, "\(text)") }
    for text in ["-1", "1.5", "", "x"] { #expect(failure(text, NumberForm.count.whole) != nil, "\(text)") }
    for text in ["-1", "", "x", "nan"] { #expect(failure(text, PlainValues.wait) != nil, "\(text)") }
  }
}
