import PaintRaster
import Testing

@testable import PaintFilters

struct EdgesTests {
  @Test(arguments: [0.5, 1, 10])
  func `every colour is the magnitude of the Sobel gradient`(_ intensity: Double) {
    let picture = Pictures.noise(40, 30, seed: 1)
    let result = picture.filtered(Edges(intensity: intensity))
    let old = ReferencePicture(picture)
    for y in 0..<30 {
      for x in 0..<40 {
        let pixel = picture[x, y]
        guard pixel.alpha > 0 else {
          #expect(result[x, y] == pixel)
          continue
        }
        func at(_ dx: Int, _ dy: Int) -> SIMD4<Double> { old.clamped(x + dx, y + dy) }
        let right = at(1, -1) + 2 * at(1, 0) + at(1, 1)
        let left = at(-1, -1) + 2 * at(-1, 0) + at(-1, 1)
        let below = at(-1, 1) + 2 * at(0, 1) + at(1, 1)
        let above = at(-1, -1) + 2 * at(0, -1) + at(1, -1)
        let (h, v) = (right - left, below - above)
        let length = (h * h + v * v).squareRoot() * intensity / 4
        let slope = length.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
        let new = result[x, y]
        #expect(new.alpha == pixel.alpha)
        for (lane, found) in [new.red, new.green, new.blue].enumerated() {
          #expect(abs(slope[lane] - Double(found)) <= 0.501)
        }
      }
    }
  }
}
