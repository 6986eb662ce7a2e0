import PaintRaster
import Testing

@testable import PaintEditing

@Suite("PictureDifference") struct PictureDifferenceTests {
  @Test("the amount is the largest difference of alpha and of the channels times alpha, rounded up")
  func amount() {
    #expect(Pixel(bits: 0).difference(from: Pixel(bits: 0)) == 0)
    #expect(Pixel(bits: 0x00ff_0000).difference(from: Pixel(bits: 0)) == 0)
    #expect(Pixel(bits: 0x0102_0304).difference(from: Pixel(bits: 0x0403_0201)) == 3)
    // 200 of alpha 128 is 100.4, 60 of alpha 128 is 30.1.
    #expect(Pixel(bits: 0x8000_00c8).difference(from: Pixel(bits: 0x8000_003c)) == 71)
    #expect(Pixel(bits: 0xff00_0000).difference(from: Pixel(bits: 0x0100_0000)) == 254)
  }

  @Test("differences of tiles inside the box that exceed the tolerance are counted and bounded")
  func tiles() {
    var other = TilePixels(filledWith: .white)
    other[3, 4] = Pixel(red: 250, green: 255, blue: 255)
    other[7, 9] = .black
    other[31, 31] = .black
    let index = TileIndex(x: 2, y: 1)
    for (tolerance, count, bounds) in [
      (0, 2, PixelBox(x: 67, y: 36, width: 5, height: 6)), (4, 2, PixelBox(x: 67, y: 36, width: 5, height: 6)),
      (5, 1, PixelBox(x: 71, y: 41, width: 1, height: 1)), (255, 0, .empty),
    ] {
      var difference = PictureDifference(tolerance: tolerance)
      difference.add(
        .color(.white), .pixels(other), at: index, in: PixelBox(x: 64, y: 32, width: 31, height: 31))
      #expect(difference.count == count && difference.bounds == bounds && difference.largest == 255)
    }
  }

  @Test("pictures of different sizes differ where only one of them has pixels", arguments: [1, 5, 40])
  func outside(side: Int) throws {
    let first = try #require(CanvasSize(width: 10, height: 20))
    let second = try #require(CanvasSize(width: side, height: 12))
    for (one, other) in [(first, second), (second, first)] {
      var difference = PictureDifference(tolerance: 255)
      difference.add(outsideOf: one, and: other)
      let common = min(10, side) * 12
      #expect(difference.count == 200 + side * 12 - 2 * common && difference.largest == 0)
    }
  }

  @Test("a map is grey where pictures are equal, and otherwise ranges from yellow to red")
  func colors() {
    #expect(HeatMap.color(of: Pixel.black.bits, differingBy: nil) == Pixel(red: 192, green: 192, blue: 192))
    #expect(HeatMap.color(of: Pixel.white.bits, differingBy: nil) == Pixel(red: 255, green: 255, blue: 255))
    #expect(HeatMap.color(of: 0x00ab_cdef, differingBy: nil) == Pixel(red: 255, green: 255, blue: 255))
    #expect(HeatMap.color(of: 0, differingBy: 255) == Pixel(red: 255, green: 0, blue: 0))
    #expect(HeatMap.color(of: 0, differingBy: 1) == Pixel(red: 255, green: 200, blue: 0))
  }
}
