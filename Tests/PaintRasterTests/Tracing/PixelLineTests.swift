import PaintTestSupport
import Testing

@testable import PaintRaster

/// Straight lines pixel by pixel.
@Suite("Pixels of lines")
struct PixelLineTests {
  /// Bresenham's algorithm as it is commonly written, from the upper end.
  private func bresenham(_ a: PixelPosition, _ b: PixelPosition) -> Set<PixelPosition> {
    let (upper, lower) = a.y <= b.y ? (a, b) : (b, a)
    let (dx, dy) = (abs(lower.x - upper.x), lower.y - upper.y)
    let side = lower.x >= upper.x ? 1 : -1
    var result: Set<PixelPosition> = []
    var pixel = upper
    if dx >= dy {
      var error = 2 * dy - dx
      for _ in 0...dx {
        result.insert(pixel)
        if error > 0 {
          pixel.y += 1
          error -= 2 * dx
        }
        error += 2 * dy
        pixel.x += side
      }
    } else {
      var error = 2 * dx - dy
      for _ in 0...dy {
        result.insert(pixel)
        if error > 0 {
          pixel.x += side
          error -= 2 * dy
        }
        error += 2 * dx
        pixel.y += 1
      }
    }
    return result
  }

  /// All lines from the middle of a box of 17x17 pixels.
  private static let ends = (0..<17 * 17).map { PixelPosition(x: $0 % 17 + 20, y: $0 / 17 + 20) }
  private static let middle = PixelPosition(x: 28, y: 28)

  @Test("equal Bresenham's algorithm in all directions, also reversed and mirrored")
  func directions() throws {
    for end in Self.ends {
      let expected = bresenham(Self.middle, end)
      let line = PixelLine(from: Self.middle, to: end)
      var found: [PixelPosition] = []
      line.forEach(0..<line.count) { number, pixel in
        #expect(number == found.count && line[number] == pixel)
        found.append(pixel)
      }
      #expect(Set(found) == expected && found.count == expected.count, "\(end)")
      #expect(found.first == Self.middle && found.last == end)
      let back = PixelLine(from: end, to: Self.middle)
      #expect((0..<back.count).map { back[$0] }.reversed() == found, "\(end)")
      func mirror(_ pixel: PixelPosition) -> PixelPosition { PixelPosition(x: 56 - pixel.x, y: pixel.y) }
      let mirrored = PixelLine(from: mirror(Self.middle), to: mirror(end))
      #expect((0..<mirrored.count).map { mirror(mirrored[$0]) } == found, "\(end)")
      // The same for a stroke between any points of both pixels.
      for (dx, dy) in [(0.5, 0.5), (0, 0), (0.999, 0.001)] {
        let from = Point(x: Double(Self.middle.x) + dx, y: Double(Self.middle.y) + dy)
        let to = Point(x: Double(end.x) + dy, y: Double(end.y) + dx)
        #expect(try TracePicture(.line(from, to)).pixels == expected, "\(end)")
      }
    }
  }

  @Test("each pixel is the nearest to the line in its column or row")
  func nearest() {
    for end in Self.ends where end != Self.middle {
      let line = PixelLine(from: Self.middle, to: end)
      let (dx, dy) = (end.x - Self.middle.x, end.y - Self.middle.y)
      for number in 0..<line.count {
        let pixel = line[number]
        let cross = abs((pixel.x - Self.middle.x) * dy - (pixel.y - Self.middle.y) * dx)
        #expect(2 * cross <= max(abs(dx), abs(dy)))
      }
    }
  }

  @Test("those in a box are found without visiting the others", arguments: [1, 2, .random(in: 3 ... .max)] as [UInt64])
  func clipped(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let box = PixelBox(x: -8, y: -8, width: 48, height: 40)
    for _ in 0..<800 {
      func pixel() -> PixelPosition { PixelPosition(x: random.whole(-90...120), y: random.whole(-90...120)) }
      let line = PixelLine(from: pixel(), to: pixel())
      let inside = (0..<line.count).filter { box.contains(x: line[$0].x, y: line[$0].y) }
      let numbers = line.numbers(in: box)
      #expect(Array(numbers) == inside, "seed \(seed)")
    }
    // So far away that products of distances need 128 bits.
    let far = PixelLine(
      from: PixelPosition(x: -1_000_000_000_000_000, y: -333_333_333_333_333),
      to: PixelPosition(x: 1_000_000_000_000_000, y: 333_333_333_333_333))
    let numbers = far.numbers(in: box)
    #expect(numbers.count == 48)
    far.forEach(numbers) { number, pixel in
      let exact = Int((Double(pixel.x) / 3).rounded())
      #expect(abs(pixel.y - exact) <= 1 && far[number] == pixel)
    }
  }
}
