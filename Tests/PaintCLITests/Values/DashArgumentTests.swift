import PaintRaster
import Testing

@testable import PaintCLI

@Suite("DashArgument") struct DashArgumentTests {
  @Test("dashes are read in all forms")
  func dashes() throws {
    #expect(try read("none", DashArgument.parse) == .none)
    #expect(try read("4,2", DashArgument.parse) == .lengths([4, 2]))
    #expect(try read("0,2.5,1", DashArgument.parse) == .lengths([0, 2.5, 1]))
    for text in ["", "0", "0,0", "-1,2", "4,", ",4", "4;2", "a", "nan", "1e16"] {
      #expect(failure(text, DashArgument.parse) != nil, "\(text)")
    }
  }
}
