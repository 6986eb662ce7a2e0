import Glibc
import Testing

@testable import PaintFilters

/// Our own functions, compared with the C library's.
struct NumbersTests {
  @Test func `exponentials and logarithms are accurate to 1e-15, powers to 1e-14`() {
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
}
