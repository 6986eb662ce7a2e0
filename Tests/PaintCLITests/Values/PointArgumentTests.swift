import PaintRaster
import Testing

@testable import PaintCLI

@Suite("PointArgument") struct PointArgumentTests {
  @Test("points are read with all forms of numbers")
  func points() throws {
    #expect(try read("1,2", PointArgument.parse) == point(1, 2))
    #expect(try read("-10,-4.5", PointArgument.parse) == point(-10, -4.5))
    #expect(try read("1e3,.5", PointArgument.parse) == point(1000, 0.5))
    #expect(try read("1,2,0.25", PointArgument.parseWithPressure) == point(1, 2, 0.25))
    #expect(try read("1,2", PointArgument.parseWithPressure) == point(1, 2))
    let relative = try read("50%,100%-60", PointArgument.parse)
    #expect(relative.x == Length(pixels: 0, percent: 50))
    #expect(relative.y == Length(pixels: -60, percent: 100))
  }

  @Test(
    "what is no point is refused, naming the word",
    arguments: [
      "", "1", "1,", ",1", "1,2,", "1,2,3,4", "1;2", "nan,1", "inf,2", "1,inf", "1e16,0", "0x1,2", "1, 2", "a,b",
      "1,2,0.5",
      "50%%,1", "50%+,1", "50%5,1", "50%+10%,1", "%,1",
    ])
  func badPoints(text: String) {
    let failure = failure(text, PointArgument.parse)
    #expect(failure?.code == .badPoint)
    #expect(failure?.exitCode == .usage)
    #expect(failure?.message.hasPrefix("'\(text)' is not a point") == true)
  }

  @Test("a pressure is from 0 to 1", arguments: ["1,2,-0.1", "1,2,1.0001", "1,2,nan", "1,2,50%", "1,2,1e9"])
  func badPressures(text: String) {
    #expect(failure(text, PointArgument.parseWithPressure)?.code == .badPoint)
  }

  private func point(_ x: Double, _ y: Double, _ pressure: Double? = nil) -> PointArgument {
    PointArgument(x: Length(pixels: x), y: Length(pixels: y), pressure: pressure)
  }
}
