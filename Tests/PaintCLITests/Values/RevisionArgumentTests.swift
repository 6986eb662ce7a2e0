import PaintRaster
import Testing

@testable import PaintCLI

@Suite("RevisionArgument") struct RevisionArgumentTests {
  @Test("revisions are read in all forms")
  func revisions() throws {
    #expect(try read("12", RevisionArgument.parse) == .number(12))
    #expect(try read("r12", RevisionArgument.parse) == .number(12))
    #expect(try read("r0", RevisionArgument.parse) == .number(0))
    #expect(try read("99999999999999999999", RevisionArgument.parse) == .number(Int.max))
    #expect(try read("start", RevisionArgument.parse) == .start)
    #expect(try read("current", RevisionArgument.parse) == .current)
    #expect(try read("latest", RevisionArgument.parse) == .latest)
    for text in ["sketch", "r", "r-1", "1.0", "rr1", "head", "12a", "feature/x", "ünï", "☃", "#1", "never"] {
      #expect(try read(text, RevisionArgument.parse) == .branch(text), "\(text)")
    }
    for text in ["", "R12", "-1", "--", "Start", "none", "two words", "a\u{1}b", "a..b", "x.PNG", "a\u{200b}b"] {
      #expect(failure(text, RevisionArgument.parse)?.code == .badValue, "\(text)")
    }
  }
}
