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
    "words mean points of the canvas",
    arguments: [
      ("center", 50.0, 0.0, 50.0, 0.0), ("top-left", 0, 0, 0, 0), ("top", 50, 0, 0, 0), ("top-right", 100, 0, 0, 0),
      ("left", 0, 0, 50, 0), ("right", 100, 0, 50, 0), ("bottom-left", 0, 0, 100, 0), ("bottom", 50, 0, 100, 0),
      ("bottom-right", 100, 0, 100, 0), ("right-20,bottom-20", 100, -20, 100, -20), ("left+1.5,top", 0, 1.5, 0, 0),
      ("center,12", 50, 0, 0, 12), ("7,center+1e1", 0, 7, 50, 10), ("50%-3,bottom", 50, -3, 100, 0),
    ])
  func words(text: String, xPercent: Double, x: Double, yPercent: Double, y: Double) throws {
    let point = try read(text, PointArgument.parse)
    #expect(point.x == Length(pixels: x, percent: xPercent) && point.y == Length(pixels: y, percent: yPercent))
  }

  @Test(
    "invalid points are rejected with the word",
    arguments: [
      "", "1", "1,", ",1", "1,2,", "1,2,3,4", "1;2", "nan,1", "inf,2", "1,inf", "1e16,0", "0x1,2", "1, 2", "a,b",
      "1,2,0.5",
      "middle", "top,left", "bottom,3", "3,right", "right-", "right-,3", "center-20", "right20,1", "center,", "Center",
      "top-left,3", "left-inf,2",
      "50%%,1", "50%+,1", "50%5,1", "50%+10%,1", "%,1",
    ])
  func badPoints(text: String) {
    let failure = failure(text, PointArgument.parse)
    #expect(failure?.code == .badPoint)
    #expect(failure?.exitCode == .usage)
    #expect(failure?.message.hasPrefix("'\(text)' is not a point") == true)
  }

  @Test("a pressure is from 0 to 1", arguments: ["1,2,-0.1", "1,2,1.0001", "1,2,nan", "1,2,150%", "1,2,1e9"])
  func badPressures(text: String) {
    #expect(failure(text, PointArgument.parseWithPressure)?.code == .badPoint)
  }

  private func point(_ x: Double, _ y: Double, _ pressure: Double? = nil) -> PointArgument {
    PointArgument(x: Length(pixels: x), y: Length(pixels: y), pressure: pressure)
  }
}
