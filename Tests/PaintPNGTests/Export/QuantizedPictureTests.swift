import PaintPNG
import PaintRaster
import Testing

@Suite("QuantizedPicture") struct QuantizedPictureTests {
  @Test("a picture with few enough colours keeps them; invisible colours are one") func exact() {
    var pixels: [UInt32] = (0..<1_000).map { 0xff00_0000 | UInt32($0 * 7 % 255) << 8 }
    pixels[5] = 0x00aa_bbcc
    pixels[9] = 0x0011_2233
    let quantized = QuantizedPicture(pixels, width: 40, limit: 256)
    #expect(quantized.palette.count == Set(quantized.palette).count && quantized.palette.count <= 256)
    for (index, bits) in pixels.enumerated() {
      #expect(quantized.palette[Int(quantized.indices[index])] == (bits >> 24 == 0 ? 0 : bits))
    }
  }

  @Test("a picture with many colours gets at most the limit, near its own", arguments: [2, 16, 256])
  func limited(limit: Int) {
    let side = 96
    let pixels: [UInt32] = (0..<side * side).map { index in
      let (x, y) = (index % side, index / side)
      return Pixel(red: UInt8(x * 2), green: UInt8(y * 2), blue: UInt8((x + y) % 200)).bits
    }
    let quantized = QuantizedPicture(pixels, width: side, limit: limit)
    #expect(quantized.palette.count <= limit && quantized.palette.count > limit / 2)
    #expect(quantized.indices.count == pixels.count)
    #expect(quantized.indices.allSatisfy { Int($0) < quantized.palette.count })
    guard limit == 256 else { return }
    let mean =
      zip(pixels, quantized.indices).reduce(0) {
        $0 + Pixel(bits: $1.0).difference(from: Pixel(bits: quantized.palette[Int($1.1)]))
      } / pixels.count
    #expect(mean < 16)
  }
}
