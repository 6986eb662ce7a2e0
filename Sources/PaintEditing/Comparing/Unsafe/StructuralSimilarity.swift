import PaintFilters
import PaintRaster

// Unsafe: rows of samples are read and summed through pointers into arrays that live during the call.

/// The mean structural similarity of two pictures (`PictureMetric.ssim`), added row by row.
///
/// The last 11 rows are kept as samples of 16 bits, 255 times as large as those of the definition: colours times alpha, and
/// alpha times 255. When a row of windows is complete, each channel is weighted down the columns, then along the row.
struct StructuralSimilarity {
  private static let longestWindow = 11
  // (K · L)² for the samples' scale.
  private static let c1 = (0.01 * 65_025) * (0.01 * 65_025)
  private static let c2 = (0.03 * 65_025) * (0.03 * 65_025)

  private let width: Int
  private let down: [Double]
  private let along: [Double]
  /// The samples of the last rows: channel by channel, row by row, the slot of a row is its number modulo the window.
  private var first: [UInt16]
  private var second: [UInt16]
  /// How many rows up to the last one are equal, for each channel.
  private var equalRows = [0, 0, 0, 0]
  private var rows = 0
  /// The weighted sums of columns: of both samples, of their squares and of their product.
  private var moments: [Double]
  private var sums = [0.0, 0, 0, 0]
  private var windows = 0
  private var common = UInt32.max

  /// Begins with two pictures of this size.
  init(size: CanvasSize) {
    width = size.width
    down = Self.weights(count: min(Self.longestWindow, size.height))
    along = Self.weights(count: min(Self.longestWindow, size.width))
    first = [UInt16](repeating: 0, count: 4 * down.count * width)
    second = first
    moments = [Double](repeating: 0, count: 4 * width)
  }

  /// A Gaussian of sigma 1.5 around the middle of `count` pixels; the sum is 1.
  static func weights(count: Int) -> [Double] {
    let weights = (0..<count).map { (index) -> Double in
      let distance = Double(index) - Double(count - 1) / 2
      return Exponential.exp(-distance * distance / 4.5)
    }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  /// The mean over all windows, and over the channels: alpha counts if any pixel is not opaque.
  var mean: Double {
    let colors = sums[0] + sums[1] + sums[2]
    if common >> 24 == 255 { return colors / (3 * Double(windows)) }
    return (colors + sums[3]) / (4 * Double(windows))
  }

  /// Adds the next row of both pictures.
  mutating func add(_ one: Span<UInt32>, _ other: Span<UInt32>) {
    precondition(one.count == width && other.count == width, "a row has the picture's width")
    split(one, other)
    rows += 1
    guard rows >= down.count else { return }
    let columns = width - along.count + 1
    windows += columns
    for channel in 0..<4 {
      // The formula gives exactly 1 for equal windows, too.
      if equalRows[channel] >= down.count {
        sums[channel] += Double(columns)
      } else {
        sumColumns(channel)
        sums[channel] += rowOfWindows(columns)
      }
    }
  }

  /// Stores the samples of a row.
  private mutating func split(_ one: Span<UInt32>, _ other: Span<UInt32>) {
    let (width, slot, plane) = (width, rows % down.count, down.count * width)
    var (different, common) = (SIMD4<UInt16>(), common)
    unsafe first.withUnsafeMutableBufferPointer { first in
      unsafe second.withUnsafeMutableBufferPointer { second in
        for x in 0..<width {
          let (a, b) = (Pixel(bits: one[x]), Pixel(bits: other[x]))
          common &= a.bits & b.bits
          let (mine, theirs) = (Self.samples(a), Self.samples(b))
          different |= mine ^ theirs
          for channel in 0..<4 {
            unsafe first[channel * plane + slot * width + x] = mine[channel]
            unsafe second[channel * plane + slot * width + x] = theirs[channel]
          }
        }
      }
    }
    self.common = common
    for channel in 0..<4 { equalRows[channel] = different[channel] == 0 ? equalRows[channel] + 1 : 0 }
  }

  @inline(__always) private static func samples(_ pixel: Pixel) -> SIMD4<UInt16> {
    SIMD4(UInt16(pixel.red), UInt16(pixel.green), UInt16(pixel.blue), 255) &* UInt16(pixel.alpha)
  }

  /// Weights the columns of the kept rows.
  private mutating func sumColumns(_ channel: Int) {
    let (width, count, top) = (width, down.count, rows % down.count)
    unsafe moments.withUnsafeMutableBufferPointer { moments in
      guard let ones = moments.baseAddress else { return }
      let (others, squares, products) = unsafe (ones + width, ones + 2 * width, ones + 3 * width)
      unsafe moments.update(repeating: 0)
      for index in 0..<count {
        // The oldest row is in the slot that the next row will take.
        let start = (channel * count + (top + index) % count) * width
        let weight = down[index]
        unsafe first.withUnsafeBufferPointer { first in
          unsafe second.withUnsafeBufferPointer { second in
            guard let first = first.baseAddress, let second = second.baseAddress else { return }
            for x in 0..<width {
              let a = unsafe Double(first[start + x])
              let b = unsafe Double(second[start + x])
              unsafe ones[x] += weight * a
              unsafe others[x] += weight * b
              unsafe squares[x] += weight * (a * a + b * b)
              unsafe products[x] += weight * (a * b)
            }
          }
        }
      }
    }
  }

  /// The sum of the similarities of a row of windows.
  private func rowOfWindows(_ columns: Int) -> Double {
    var sum = 0.0
    unsafe moments.withUnsafeBufferPointer { moments in
      unsafe along.withUnsafeBufferPointer { weights in
        for left in 0..<columns {
          var (a, b, squares, products) = (0.0, 0.0, 0.0, 0.0)
          for index in 0..<weights.count {
            let (weight, x) = unsafe (weights[index], left + index)
            unsafe a += weight * moments[x]
            unsafe b += weight * moments[width + x]
            unsafe squares += weight * moments[2 * width + x]
            unsafe products += weight * moments[3 * width + x]
          }
          let (means, product) = (a * a + b * b, a * b)
          sum +=
            (2 * product + Self.c1) * (2 * (products - product) + Self.c2)
            / ((means + Self.c1) * (squares - means + Self.c2))
        }
      }
    }
    return sum
  }
}
