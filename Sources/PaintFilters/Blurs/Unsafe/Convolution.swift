// Unsafe: sums over the neighbours of each float, at any distance; the caller makes room for them.

/// Convolution of a line of pixels with symmetric weights.
enum Convolution {
  /// Writes `count` pixels, each the weighted sum of those up to `weights.count − 1` steps to each side of `pixels[x]`.
  ///
  /// A `step` of 1 goes along a row, the length of a row along a column. Pairs are added from the centre outwards, for
  /// four pixels at a time so that each weight is loaded once for them.
  @inline(__always)
  static func convolve(
    _ pixels: UnsafePointer<FloatPixel>, step: Int, weights: UnsafeBufferPointer<Float>,
    into result: UnsafeMutablePointer<FloatPixel>, count: Int
  ) {
    let last = weights.count - 1
    var x = 0
    while x + 4 <= count {
      let p = unsafe pixels + x
      let middle = unsafe FloatPixel(repeating: weights[0])
      var a = unsafe middle * p[0]
      var b = unsafe middle * p[1]
      var c = unsafe middle * p[2]
      var d = unsafe middle * p[3]
      var k = 1
      while k <= last {
        let w = unsafe FloatPixel(repeating: weights[k])
        let before = unsafe p - k * step
        let after = unsafe p + k * step
        unsafe a += w * (before[0] + after[0])
        unsafe b += w * (before[1] + after[1])
        unsafe c += w * (before[2] + after[2])
        unsafe d += w * (before[3] + after[3])
        k += 1
      }
      unsafe result[x] = a
      unsafe result[x + 1] = b
      unsafe result[x + 2] = c
      unsafe result[x + 3] = d
      x += 4
    }
    while x < count {
      var sum = unsafe FloatPixel(repeating: weights[0]) * pixels[x]
      var k = 1
      while k <= last {
        unsafe sum += FloatPixel(repeating: weights[k]) * (pixels[x - k * step] + pixels[x + k * step])
        k += 1
      }
      unsafe result[x] = sum
      x += 1
    }
  }
}
