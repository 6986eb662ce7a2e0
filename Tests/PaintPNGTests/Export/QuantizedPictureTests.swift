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

  @Test("edges take no colour that opaque areas need", arguments: [4, 5, 6, 8])
  func edges(limit: Int) {
    // As many opaque areas of about the same size as there are colours but the transparent one, each with an edge.
    let areas: [(UInt8, UInt8, UInt8)] = [
      (200, 30, 30), (30, 60, 210), (40, 180, 60), (240, 220, 40), (20, 20, 20), (240, 240, 240), (180, 40, 190),
    ]
    var pixels: [UInt32] = []
    for (red, green, blue) in areas.prefix(limit - 1) {
      pixels += (0..<120).map { _ in Pixel(red: red, green: green, blue: blue).bits }
      pixels += (1..<8).map { Pixel(red: red, green: green, blue: blue, alpha: UInt8($0 * 32)).bits }
      pixels += [0]
    }
    let quantized = QuantizedPicture(pixels, width: 128, limit: limit)
    for (bits, index) in zip(pixels, quantized.indices) {
      let (old, new) = (Pixel(bits: bits), Pixel(bits: quantized.palette[Int(index)]))
      if old.alpha == 0 { #expect(new.alpha == 0) }
      if old.alpha == 255 { #expect(old.difference(from: new) <= 2, "\(old) became \(new) of \(limit) colours") }
    }
  }

  @Test("with colours left, a soft edge has translucent ones", arguments: [4, 8])
  func softEdges(limit: Int) {
    let edge = (1..<255).map { Pixel(red: 255, green: 0, blue: 0, alpha: UInt8($0)).bits }
    let pixels = edge + [UInt32](repeating: Pixel(red: 255, green: 0, blue: 0).bits, count: 2_000) + [0, 0]
    let quantized = QuantizedPicture(pixels, width: 8, limit: limit)
    let translucent = quantized.palette.filter { (1..<255).contains($0 >> 24) }
    #expect(translucent.count == limit - 2)
  }

  @Test("of a photograph with a small translucent area some transparency is left", arguments: [8, 16])
  func smallTranslucentArea(limit: Int) {
    var pixels: [UInt32] = []
    for place in 0..<4_000 {
      let (red, green, blue) = (UInt8(place * 7 % 256), UInt8(place * 13 % 256), UInt8(place / 16))
      pixels.append(Pixel(red: red, green: green, blue: blue).bits)
    }
    for alpha in UInt8(180)..<212 { pixels.append(Pixel(red: 90, green: 90, blue: 90, alpha: alpha).bits) }
    let quantized = QuantizedPicture(pixels, width: 64, limit: limit)
    #expect(quantized.palette.contains { $0 >> 24 < 255 })
  }
}
