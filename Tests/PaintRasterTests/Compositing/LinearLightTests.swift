import Testing

@testable import PaintRaster

@Suite("LinearLight")
struct LinearLightTests {
  @Test("samples are decoded by sRGB's formula")
  func decoded() {
    for sample in 0...510 {
      let expected = 255 * BlendReference.decoded(Double(sample) / 510)
      #expect(abs(LinearLight.decoded(Double(sample) / 2) - expected) <= 1e-14 * expected, "\(sample)")
    }
    #expect(LinearLight.decoded[0] == 0 && LinearLight.decoded[255] == 255)
  }

  @Test("light is stored as the nearest sample, and every sample as itself")
  func encoded() {
    for sample in 0...255 {
      #expect(LinearLight.encoded(LinearLight.decoded[sample]) == UInt32(sample))
      #expect(LinearLight.encoded(LinearLight.decoded(Double(sample) + 0.4999)) == UInt32(sample))
      #expect(LinearLight.encoded(LinearLight.decoded(Double(sample) - 0.4999)) == UInt32(sample))
    }
    #expect(LinearLight.encoded(-1) == 0 && LinearLight.encoded(1e9) == 255 && LinearLight.encoded(.nan) == 0)
  }

  @Test("a colour over itself stays, and half of white over black is light of a half")
  func over() {
    func full(_ color: Pixel, _ opacity: Double, _ old: Pixel) -> Pixel {
      Tile.color(old).covered(
        by: Paint(opacity: opacity, isLinear: true).sourceBlend(of: .color(color)).compositor(at: TileIndex(x: 0, y: 0))
      )[0, 0]
    }
    for sample in UInt8.min...UInt8.max {
      let color = Pixel(red: sample, green: 255 - sample, blue: sample ^ 0x55)
      #expect(full(color, 0.3, color) == color)
    }
    #expect(full(.white, 0.5, .black) == Pixel(red: 188, green: 188, blue: 188))
  }
}
