import PaintRaster
import Testing

@testable import PaintCLI

@Suite("Plain values") struct PlainValuesTests {
  @Test("sizes")
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
      #expect(try read(text, PlainValues.width) == value)
    }
    for text in ["0", "-1", "nan", "1e9", "65536.01", "", "5px", "10%"] {
      #expect(
        failure(text, PlainValues.width)?.message == "'\(text)' is not a width: pixels, over 0 to 65,536", "\(text)")
    }
  }

  @Test("opacities are from 0 to 1")
  func opacities() throws {
    for (text, value) in [("0", 0.0), ("1", 1), (".5", 0.5), ("-0", 0)] {
      #expect(try read(text, PlainValues.opacity) == value)
    }
    for text in ["1.01", "-0.1", "50%", "", "nan"] { #expect(failure(text, PlainValues.opacity) != nil, "\(text)") }
  }

  @Test("steps, counts, lines and seconds")
  func counts() throws {
    #expect(try read("3", PlainValues.steps) == 3)
    #expect(try read("0", PlainValues.count) == 0)
    #expect(try read("12", PlainValues.lineNumber) == 12)
    #expect(try read("0", PlainValues.wait) == .zero)
    #expect(try read("1.5", PlainValues.wait) == .milliseconds(1500))
    #expect(try read("1e15", PlainValues.wait) == .seconds(1_000_000_000))
    for text in ["0", "-1", "1.5", "", "x"] { #expect(failure(text, PlainValues.steps) != nil, "\(text)") }
    for text in ["-1", "1.5", "", "x"] { #expect(failure(text, PlainValues.count) != nil, "\(text)") }
    for text in ["-1", "", "x", "nan"] { #expect(failure(text, PlainValues.wait) != nil, "\(text)") }
  }

  @Test("revisions")
  func revisions() throws {
    #expect(try read("12", RevisionArgument.parse) == .number(12))
    #expect(try read("r12", RevisionArgument.parse) == .number(12))
    #expect(try read("r0", RevisionArgument.parse) == .number(0))
    #expect(try read("99999999999999999999", RevisionArgument.parse) == .number(Int.max))
    #expect(try read("start", RevisionArgument.parse) == .start)
    #expect(try read("current", RevisionArgument.parse) == .current)
    #expect(try read("latest", RevisionArgument.parse) == .latest)
    for text in ["", "r", "R12", "-1", "r-1", "1.0", "rr1", "Start", "head"] {
      #expect(failure(text, RevisionArgument.parse)?.code == .badValue, "\(text)")
    }
  }

  @Test("expected states")
  func expectations() throws {
    #expect(try read("r7", ExpectedState.parse) == .revision(7))
    #expect(
      try read("0123456789abcdefFEDCBA9876543210", ExpectedState.parse)
        == .fingerprint(high: 0x0123_4567_89ab_cdef, low: 0xfedc_ba98_7654_3210))
    for text in ["", "7", "r", "0123", "0123456789abcdefFEDCBA987654321g", "rx"] {
      #expect(failure(text, ExpectedState.parse) != nil, "\(text)")
    }
  }

  @Test("dashes")
  func dashes() throws {
    #expect(try read("none", DashArgument.parse) == .none)
    #expect(try read("4,2", DashArgument.parse) == .lengths([4, 2]))
    #expect(try read("0,2.5,1", DashArgument.parse) == .lengths([0, 2.5, 1]))
    for text in ["", "0", "0,0", "-1,2", "4,", ",4", "4;2", "a", "nan", "1e16"] {
      #expect(failure(text, DashArgument.parse) != nil, "\(text)")
    }
  }

  @Test("names say all names, and the nearest")
  func names() throws {
    #expect(try read("butt", CapArgument.parse) == .butt)
    #expect(try read("bevel", JoinArgument.parse) == .bevel)
    let failure = failure("squar", CapArgument.parse)
    #expect(failure?.message == "'squar' is not a cap: round, butt or square")
    #expect(failure?.hint == "did you mean square?")
  }
}
