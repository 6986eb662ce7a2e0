import PaintRaster
import Testing

@testable import PaintCLI

@Suite("Length, points and boxes") struct LengthTests {
  @Test(
    "a percentage takes that part of the side, exactly",
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

  @Test("boxes are read and resolved")
  func boxes() throws {
    let size = try #require(CanvasSize(width: 200, height: 100))
    let box = try read("10,20,30x40", BoxArgument.parse)
    #expect(try box.resolved(on: size) == (10, 20, 30, 40))
    let relative = try read("-5,50%,100%-20x50%+1", BoxArgument.parse)
    #expect(try relative.resolved(on: size) == (-5, 50, 180, 51))
    #expect(try read("1e1,0,1e1x2.5", BoxArgument.parse).resolved(on: size) == (10, 0, 10, 2.5))
    #expect(try read("10,10,0x0", BoxArgument.parse).resolved(on: size) == (10, 10, 0, 0))
    let negative = try read("0,0,10%-50x5", BoxArgument.parse)
    #expect(throws: Failure.self) { try negative.resolved(on: size) }
  }

  @Test(
    "what is no box is refused",
    arguments: [
      "", "1,2", "1,2,3", "1,2,3x", "1,2,x3", "1,2,3X4", "1,2,3,4", "1,2,-3x4", "1,2,3x-4", "1,2,3x4x", "1,2,nanx4",
    ])
  func badBoxes(text: String) {
    #expect(failure(text, BoxArgument.parse)?.code == .badBox)
  }

  @Test("a region is in whole pixels")
  func regions() throws {
    let size = try #require(CanvasSize(width: 33, height: 100))
    #expect(
      try read("50%,0,50%x10", BoxArgument.parse).wholePixels(on: size) == PixelBox(x: 17, y: 0, width: 17, height: 10))
    #expect(
      try read("-5,1e1,5x5", BoxArgument.parse).wholePixels(on: size) == PixelBox(x: -5, y: 10, width: 5, height: 5))
    for text in ["0.5,0,5x5", "0,0,5.5x5", "0,0,0x5"] {
      let box = try read(text, BoxArgument.parse)
      #expect(throws: Failure.self) { try box.wholePixels(on: size) }
    }
  }

  private func point(_ x: Double, _ y: Double, _ pressure: Double? = nil) -> PointArgument {
    PointArgument(x: Length(pixels: x), y: Length(pixels: y), pressure: pressure)
  }
}
