import PaintEditing
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
    "every form means a box in pixels, on a canvas of 200x100",
    arguments: [
      ("10,20,30x40", [10, 20, 30, 40]), ("-5,50%,100%-20x50%+1", [-5, 50, 180, 51]),
      ("right-30,bottom-20,30x20", [170, 80, 30, 20]), ("center,center,10x10", [100, 50, 10, 10]),
      ("left,top,1x1", [0, 0, 1, 1]), ("10,10,0x0", [10, 10, 0, 0]), ("1e1,0,1e1x2.5", [10, 0, 10, 2.5]),
      ("10,20 40,60", [10, 20, 30, 40]), ("40,60 10,20", [10, 20, 30, 40]), ("40,20 10,60", [10, 20, 30, 40]),
      ("-10,-5 50%,50%", [-10, -5, 110, 55]), ("10,20   40,60", [10, 20, 30, 40]),
      ("center bottom-right", [100, 50, 100, 50]),
      ("right-20,bottom-20 top-left", [0, 0, 180, 80]), ("5,5 5,5", [5, 5, 0, 0]),
      ("0.5,1 2,3.25", [0.5, 1, 1.5, 2.25]),
      ("top-left,30x20", [0, 0, 30, 20]), ("top,30x20", [85, 0, 30, 20]), ("top-right,30x20", [170, 0, 30, 20]),
      ("left,30x20", [0, 40, 30, 20]), ("center,30x20", [85, 40, 30, 20]), ("right,30x20", [170, 40, 30, 20]),
      ("bottom-left,30x20", [0, 80, 30, 20]), ("bottom,30x20", [85, 80, 30, 20]),
      ("bottom-right,30x20", [170, 80, 30, 20]), ("center,31x21", [84, 39, 31, 21]),
      ("center,50%x50%", [50, 25, 100, 50]),
      ("center,211x111", [-6, -6, 211, 111]), ("bottom-right,211x111", [-11, -11, 211, 111]),
      ("center,0x0", [100, 50, 0, 0]), ("center,100%-60x100%", [30, 0, 140, 100]),
    ])
  func forms(text: String, expected: [Double]) throws {
    let size = try #require(CanvasSize(width: 200, height: 100))
    let box = try read(text, BoxArgument.parse)
    let resolved = try box.resolved(on: size)
    #expect([resolved.x, resolved.y, resolved.width, resolved.height] == expected)
    let isWhole = expected.allSatisfy { $0 == $0.rounded() }
    if isWhole, expected[2] > 0, expected[3] > 0 {
      let pixels = try box.wholePixels(on: size)
      #expect([pixels.x, pixels.y, pixels.width, pixels.height].map(Double.init) == expected)
    } else {
      #expect(throws: Failure.self) { try box.wholePixels(on: size) }
    }
  }

  @Test("a box at an anchor of the canvas is rounded down to whole pixels everywhere")
  func anchoredPixels() throws {
    for width in 1...7 {
      let size = try #require(CanvasSize(width: width, height: 8 - width))
      for (side, other) in [(1, 2), (2, 1), (5, 9), (9, 5)] {
        for anchor in Anchor.allCases {
          let box = try read("\(anchor.rawValue),\(side)x\(other)", BoxArgument.parse)
          let pixels = try box.wholePixels(on: size)
          let resolved = try box.resolved(on: size)
          #expect(Double(pixels.x) == resolved.x && Double(pixels.y) == resolved.y)
          let twice = ((size.width - side) * anchor.halvesRight, (size.height - other) * anchor.halvesDown)
          #expect(2 * pixels.x <= twice.0 && twice.0 < 2 * pixels.x + 2)
          #expect(2 * pixels.y <= twice.1 && twice.1 < 2 * pixels.y + 2)
          #expect(pixels.width == side && pixels.height == other)
        }
      }
    }
  }

  @Test("two corners give the same box as the corner and the sides")
  func corners() throws {
    let line = try parsed("crop 10,20 30%,40")
    let size = try #require(CanvasSize(width: 200, height: 100))
    let typed = try BoxArgument.operands(line).wholePixels(on: size)
    #expect(try typed == read("10,20 30%,40", BoxArgument.parse).wholePixels(on: size))
    #expect(typed == PixelBox(x: 10, y: 20, width: 50, height: 20))
    for text in ["crop 10,20 30", "crop 10 20,30", "crop 1,1,5x5 2,2", "crop 1,1,0.5 2,2"] {
      #expect(throws: Failure.self, "\(text)") { try BoxArgument.operands(parsed(text)) }
    }
  }

  @Test(
    "invalid boxes are rejected",
    arguments: [
      "10,10 20", "10,10  ", " 10,10", "10,10 20,20 30,30", "10,10 20,20,30x30", "10,10,0.5 20,20", "middle,10x10",
      "center,10", "center,10x", "center,-10x10", "center,10x-10", "center", "center,5,10x10x", "top-left,3,5x5",
      "center-5,10x10", "10,10\t20,20",
      "", "1,2", "1,2,3", "1,2,3x", "1,2,x3", "1,2,3X4", "1,2,3,4", "1,2,-3x4", "1,2,3x-4", "1,2,3x4x", "1,2,nanx4",
    ])
  func badBoxes(text: String) {
    #expect(failure(text, BoxArgument.parse)?.code == .badBox)
  }

  @Test("a region must be in whole pixels")
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
