import Glibc
import Testing

@testable import PaintRaster

struct RotationTests {
  @Test func `sines and cosines are right to 1e-15, and exact at quarter turns`() {
    for step in -4_000...4_000 {
      let angle = Double(step) / 7
      let rotation = Rotation(degrees: angle)
      #expect(abs(rotation.sine - sin(angle * .pi / 180)) < 2e-15, "\(angle) degrees")
      #expect(abs(rotation.cosine - cos(angle * .pi / 180)) < 2e-15, "\(angle) degrees")
    }
    let quarters: [(Double, Double, Double)] = [(0, 0, 1), (90, 1, 0), (180, 0, -1), (-90, -1, 0), (450, 1, 0)]
    for (angle, sine, cosine) in quarters {
      let rotation = Rotation(degrees: angle)
      #expect(rotation.sine == sine && rotation.cosine == cosine, "\(angle) degrees")
    }
  }

  @Test func `a point turns from the x axis towards the y axis, and back`() {
    #expect(Rotation(degrees: 90).turned(Point(x: 3, y: 4)) == Point(x: -4, y: 3))
    #expect(Rotation(degrees: -90).turned(Point(x: 3, y: 4)) == Point(x: 4, y: -3))
    #expect(Rotation(degrees: 180).turned(Point(x: 3, y: 4)) == Point(x: -3, y: -4))
    let there = Rotation(degrees: 31).turned(Point(x: 3, y: 4))
    let back = Rotation(degrees: 31).turnedBack(there)
    #expect(hypot(back.x - 3, back.y - 4) < 1e-14)
  }
}
