import PaintRaster
import Testing

@testable import PaintCLI

@Suite("ExpectedState") struct ExpectedStateTests {
  @Test("expected states are fingerprints or revisions")
  func expectations() throws {
    #expect(try read("r7", ExpectedState.parse) == .revision(7))
    #expect(
      try read("0123456789abcdefFEDCBA9876543210", ExpectedState.parse)
        == .fingerprint(high: 0x0123_4567_89ab_cdef, low: 0xfedc_ba98_7654_3210))
    for text in ["", "7", "r", "0123", "0123456789abcdefFEDCBA987654321g", "rx"] {
      #expect(failure(text, ExpectedState.parse) != nil, "\(text)")
    }
  }
}
