import PaintRaster

/// A coordinate or side as typed: pixels, a part of the canvas, or both (`12.5`, `50%`, `100%-60`).
struct Length: Equatable, Sendable {
  /// The part of the canvas's width or height, in percent.
  var percent: Double
  /// Pixels to add to that part.
  var pixels: Double

  /// Creates a length of pixels and a percentage of a side.
  init(pixels: Double, percent: Double = 0) {
    self.percent = percent
    self.pixels = pixels
  }

  /// Reads a length that begins at `index` and moves `index` after it; nil if there is none.
  ///
  /// Nil also for a number beyond the limit.
  @inline(__always) static func scan(_ bytes: Span<UInt8>, _ index: inout Int) -> Length? {
    guard let number = Number.scan(bytes, &index), number.magnitude <= Number.limit else { return nil }
    guard index < bytes.count, bytes[index] == UInt8(ascii: "%") else { return Length(pixels: number) }
    index += 1
    guard index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") else {
      return Length(pixels: 0, percent: number)
    }
    guard let pixels = Number.scan(bytes, &index), pixels.magnitude <= Number.limit else { return nil }
    return Length(pixels: pixels, percent: number)
  }

  /// The coordinate on a side of this length, rounded to 1/65,536 px and clamped to the limit of numbers.
  @inline(__always) func resolved(on side: Int) -> Double {
    let exact = percent == 0 ? pixels : percent * Double(side) / 100 + pixels
    return NumberText.rounded(min(max(exact, -Number.limit), Number.limit))
  }

  /// The same in whole pixels: a percentage is rounded to the nearest; nil if the pixels themselves are not whole.
  func wholePixels(on side: Int) -> Int? {
    guard pixels == pixels.rounded() else { return nil }
    return Int(resolved(on: side).rounded())
  }
}
