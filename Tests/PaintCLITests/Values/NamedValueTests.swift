import PaintRaster
import Testing

@testable import PaintCLI

@Suite("NamedValue") struct NamedValueTests {
  @Test("an error lists all names, and the hint the nearest")
  func names() throws {
    #expect(try read("butt", LineCap.parse) == .butt)
    #expect(try read("bevel", LineJoin.parse) == .bevel)
    let failure = failure("squar", LineCap.parse)
    #expect(failure?.message == "'squar' is not a cap: round, butt or square")
    #expect(failure?.hint == "did you mean square?")
  }
}
