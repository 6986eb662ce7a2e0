import PaintRaster
import Testing

@Suite("Pixels on an opaque background")
struct FlatPixelsTests {
  @Test("each sample is the nearest to the exact mixture, for every alpha")
  func nearest() {
    for alpha in UInt8.min ... .max {
      for (color, other) in [(0, 255), (255, 0), (17, 200), (128, 127), (91, 91)] as [(UInt8, UInt8)] {
        let exact = (Double(alpha) * Double(color) + Double(255 - alpha) * Double(other)) / 255
        let mixed = Pixel(red: color, green: color, blue: color, alpha: alpha)
          .on(Pixel(red: other, green: other, blue: other))
        #expect(abs(Double(mixed.red) - exact) <= 0.5, "\(color) on \(other), alpha \(alpha)")
        #expect(mixed.red == mixed.green && mixed.red == mixed.blue && mixed.alpha == 255)
      }
    }
  }

  @Test("opaque pixels stay as they are, and a picture of them is not copied")
  func opaque() {
    var flat = FlatPixels(on: .white)
    let opaque: [UInt32] = [0xff00_0000, 0xff12_3456, 0xffff_ffff]
    let isOpaquePut = flat.put(opaque.span)
    #expect(!isOpaquePut && flat.pixels.isEmpty)
    let mixed = opaque + [0, 0x8000_0000]
    let isMixedPut = flat.put(mixed.span)
    #expect(isMixedPut)
    #expect(Array(flat.pixels.prefix(4)) == opaque + [0xffff_ffff])
    #expect(Pixel(bits: flat.pixels[4]) == Pixel(red: 127, green: 127, blue: 127))
  }
}
