import PaintRaster
import Testing

@testable import PaintCLI

@Suite("BoxArgument") struct BoxArgumentTests {
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
}
