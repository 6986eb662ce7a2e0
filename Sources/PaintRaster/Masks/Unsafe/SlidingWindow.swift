// Unsafe: alphas are copied between tiles and a buffer of bytes through pointers that both lend.

/// Finds the largest or the smallest value within some pixels of each pixel, along a row or a column of tiles.
///
/// Windows of 1, 2, 4 … values are made of two of half the length, and the whole one of two that overlap. So the time grows
/// with the logarithm of the distance.
struct SlidingWindow {
  /// The number of pixels to each side.
  let distance: Int
  let takesLargest: Bool

  /// The tiles after sliding along them.
  ///
  /// - Parameters:
  ///   - tiles: a row of tiles from left to right, or a column from top to bottom.
  ///   - inside: the part of each on the canvas; values outside of it do not count.
  func slide(_ tiles: [Tile], _ inside: [PixelBox], alongRows: Bool) -> [Tile] {
    // Zeros before and after each line of values.
    let length = tiles.count * Tile.edge + 2 * distance
    // A value's neighbour in a row is the next one, and in a column the one a line of 32 values later.
    let (line, unit) = alongRows ? (length, 1) : (Tile.edge, Tile.edge)
    var values = [UInt8](repeating: 0, count: length * Tile.edge)
    func start(_ place: Int) -> Int { (place * Tile.edge + distance) * unit }
    for (place, tile) in tiles.enumerated() {
      let box = inside[place]
      unsafe tile.withUnsafeRows { words, stride in
        for y in 0..<box.height {
          let target = start(place) + y * line
          for x in 0..<box.width {
            values[target + x] = unsafe UInt8(truncatingIfNeeded: words[y * stride + x] &>> 24)
          }
        }
      }
    }
    slide(&values, unit: unit)
    return tiles.indices.map { place in
      let pixels = unsafe TilePixels { target in
        for y in 0..<Tile.edge {
          // The window begins at its first value.
          let source = start(place) - distance * unit + y * line
          for x in 0..<Tile.edge {
            unsafe (target + (y * Tile.edge + x)).initialize(to: UInt32(values[source + x]) &<< 24)
          }
        }
      }
      return .pixels(pixels)
    }
  }

  /// Replaces each value by that of the window that begins with it.
  private func slide(_ values: inout [UInt8], unit: Int) {
    let window = 2 * distance + 1
    var done = 1
    while 2 * done <= window {
      merge(&values, done * unit)
      done *= 2
    }
    if done < window { merge(&values, (window - done) * unit) }
  }

  /// Merges each value with the one at a distance.
  private func merge(_ values: inout [UInt8], _ offset: Int) {
    let count = values.count - offset
    guard count > 0 else { return }
    unsafe values.withUnsafeMutableBufferPointer { values in
      // The buffer is not empty, so it has an address.
      let base = unsafe values.baseAddress.unsafelyUnwrapped
      if takesLargest {
        for index in 0..<count { unsafe base[index] = max(base[index], base[index &+ offset]) }
      } else {
        for index in 0..<count { unsafe base[index] = min(base[index], base[index &+ offset]) }
      }
    }
  }
}
