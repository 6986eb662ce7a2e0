import PaintRaster
import Testing

@testable import PaintCLI

@Suite("Length") struct LengthTests {
  @Test(
    "a percentage is exactly that part of the side",
    arguments: [
      ("50%", 33, 16.5), ("10%", 30, 3), ("100%-60", 1920, 1860), ("50%+8", 100, 58), ("50%-.5", 100, 49.5),
      ("-5%", 100, -5), ("0%+3", 7, 3), ("12.5", 100, 12.5), ("1e2%", 7, 7), ("33.3%", 1000, 333),
    ])
  func resolves(text: String, side: Int, value: Double) {
    let bytes = Array(text.utf8)
    var index = 0
    let length = Length.scan(bytes.span, &index)
    #expect(index == bytes.count)
    #expect(length?.resolved(on: side) == value)
  }
}
