import Glibc
import Testing

@testable import PaintFilters

/// Own functions beside the C library's.
struct NumbersTests {
  @Test func `exponentials, logarithms and powers are right to 1e-15 and a little`() {
    var worst = (exponential: 0.0, logarithm: 0.0)
    for step in -7_000...7_000 {
      let x = Double(step) / 10.3
      worst.exponential = max(worst.exponential, abs(Exponential.exp(x) / Glibc.exp(x) - 1))
      let y = Glibc.exp(x)
      worst.logarithm = max(worst.logarithm, abs(Exponential.log(y) - Glibc.log(y)) / max(1, abs(x)))
    }
    #expect(worst.exponential < 1e-15)
    #expect(worst.logarithm < 1e-15)
    for value in 0...255 {
      for power in [0, 0.1, 0.45, 0.5, 1, 2.2, 10] {
        let base = Double(value) / 255
        #expect(abs(Exponential.power(base, power) - pow(base, power)) < 1e-14)
      }
    }
  }

  @Test func `sines and cosines are right to 1e-15, and exact at quarter turns`() {
    for step in -4_000...4_000 {
      let angle = Double(step) / 7
      let (sine, cosine) = Sine.sineAndCosine(degrees: angle)
      #expect(abs(sine - sin(angle * .pi / 180)) < 2e-15 && abs(cosine - cos(angle * .pi / 180)) < 2e-15)
    }
    let quarters: [(Double, Double, Double)] = [(0, 0, 1), (90, 1, 0), (180, 0, -1), (-90, -1, 0), (450, 1, 0)]
    for (angle, sine, cosine) in quarters {
      let found = Sine.sineAndCosine(degrees: angle)
      #expect(found.sine == sine && found.cosine == cosine)
    }
  }
}
