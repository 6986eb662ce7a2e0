import PaintTestSupport

extension SeededGenerator {
  mutating func real(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }
  mutating func whole(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }
}
