import PaintRaster

// Unsafe: pixels are looked up in tables of 256 words without a check for each.

/// Lookup tables for red, green and blue.
public struct ColorCurves: Sendable {
  /// 3 x 256 words: the new red, green and blue, each already shifted to its position in the pixel.
  private let words: [UInt32]

  /// The tables of a filter that computes each channel separately.
  init(_ filter: some ColorFilter) {
    let grays = (0..<256).map { filter.pixel(of: Pixel(red: UInt8($0), green: UInt8($0), blue: UInt8($0))) }
    words = grays.map { UInt32($0.red) } + grays.map { UInt32($0.green) << 8 } + grays.map { UInt32($0.blue) << 16 }
  }

  /// Writes `count` pixels.
  func apply(to source: UnsafePointer<UInt32>, writing target: UnsafeMutablePointer<UInt32>, count: Int) {
    unsafe words.withUnsafeBufferPointer { words in
      guard let red = words.baseAddress else { return }
      let green = unsafe red + 256
      let blue = unsafe red + 512
      for x in 0..<count {
        let old = unsafe source[x]
        let alpha = old & 0xFF00_0000
        let new = unsafe red[Int(old & 255)] | green[Int(old >> 8 & 255)] | blue[Int(old >> 16 & 255)] | alpha
        unsafe target[x] = alpha == 0 ? old : new
      }
    }
  }
}
