import Glibc
import PaintRaster
import Testing

@testable import PaintFilters

struct PictureRotationTests {
  static func rotation(_ degrees: Double, _ picture: PixelBlock) throws -> PictureRotation {
    try #require(PictureRotation(degrees: degrees, of: picture.canvas))
  }

  static func turned(
    _ picture: PixelBlock, _ degrees: Double, step: Int = 1 << 20, threads: Int = 1
  ) throws -> PixelBlock {
    let rotation = try rotation(degrees, picture)
    let size = rotation.newSize
    let result = PixelBlock(size.box)
    for y in stride(from: 0, to: size.height, by: step) {
      for x in stride(from: 0, to: size.width, by: step) {
        let block = PixelBlock(PixelBox(x: x, y: y, width: step, height: step).intersection(size.box))
        let needed = rotation.sourceBox(for: block.box)
        // If nothing is needed, any source will do.
        let source = picture.part(needed.isEmpty ? PixelBox(x: 0, y: 0, width: 1, height: 1) : needed)
        rotation.apply(to: source.source, writing: block.target, with: Workers(count: threads))
        for y in block.box.y..<block.box.maxY {
          for x in block.box.x..<block.box.maxX { result[x, y] = block[x, y] }
        }
      }
    }
    return result
  }

  @Test func `quarter turns move pixels, clockwise`() throws {
    let picture = Pictures.noise(70, 45, seed: 1)
    let right = try Self.turned(picture, 90)
    #expect(right.box.width == 45 && right.box.height == 70)
    for y in 0..<70 { for x in 0..<45 { #expect(right[x, y] == picture[y, 44 - x]) } }
    #expect(try Self.turned(right, -90).pixels == picture.pixels)
    #expect(try Self.turned(right, 90).pixels == Self.turned(picture, 180).pixels)
    #expect(try Self.turned(picture, 270).pixels == Self.turned(picture, -450).pixels)
    #expect(try Self.turned(picture, 720).pixels == picture.pixels)
    #expect(try Self.rotation(360, picture).isIdentity && !Self.rotation(90, picture).isIdentity)
  }

  @Test(arguments: [90, 180, 270, 45, 12.5, -100, 0.01])
  func `boxes and threads change nothing`(_ degrees: Double) throws {
    let picture = Pictures.noise(80, 50, seed: 2)
    let whole = try Self.turned(picture, degrees)
    #expect(try Self.turned(picture, degrees, step: 17, threads: 3).pixels == whole.pixels)
    #expect(try Self.turned(picture, degrees, step: 64).pixels == whole.pixels)
  }

  @Test(arguments: [45, 12.5, -100, 200.3])
  func `other angles are within one of double-precision sums over four by four pixels`(_ degrees: Double) throws {
    for picture in [Pictures.noise(60, 40, alphas: [255], seed: 3), Pictures.noise(60, 40, seed: 4)] {
      let old = ReferencePicture(picture)
      let found = try Self.turned(picture, degrees)
      let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
      #expect(abs(Double(found.box.width) - (60 * abs(c) + 40 * abs(s))) <= 1)
      #expect(abs(Double(found.box.height) - (60 * abs(s) + 40 * abs(c))) <= 1)
      let expected = ReferencePicture(width: found.box.width, height: found.box.height) { x, y in
        let dx = Double(x) + 0.5 - Double(found.box.width) / 2
        let dy = Double(y) + 0.5 - Double(found.box.height) / 2
        let u = c * dx + s * dy + 30 - 0.5
        let v = c * dy - s * dx + 20 - 0.5
        var sum = SIMD4<Double>.zero
        for row in Int(floor(v)) - 1..<Int(floor(v)) + 3 where (0..<40).contains(row) {
          for column in Int(floor(u)) - 1..<Int(floor(u)) + 3 where (0..<60).contains(column) {
            let weight =
              ResamplingTests.kernel(.bicubic, Double(column) - u) * ResamplingTests.kernel(.bicubic, Double(row) - v)
            sum += weight * old.pixels[row * 60 + column]
          }
        }
        guard sum.w > 0 else { return .zero }
        let alpha = min(sum.w, 255)
        let straight: SIMD4<Double> = sum * 255 / sum.w
        var result = straight.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)) * alpha / 255
        result.w = alpha
        return result
      }
      #expect(expected.largestDifference(from: found) <= 1)
    }
  }

  @Test func `invalid angles and too large results are rejected`() throws {
    let long = try #require(CanvasSize(width: 65_536, height: 65_536))
    #expect(PictureRotation(degrees: 45, of: long) == nil)
    #expect(PictureRotation(degrees: .nan, of: long) == nil && PictureRotation(degrees: .infinity, of: long) == nil)
    #expect(PictureRotation(degrees: 90, of: long) != nil)
  }
}
