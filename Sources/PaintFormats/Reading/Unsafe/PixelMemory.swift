#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Unsafe: memory that is not initialised row by row, and whose allocation may fail.

/// Memory for pixels that grows; unlike an array's, a failed allocation does not end the program.
@safe final class PixelMemory {
  private var base: UnsafeMutablePointer<UInt32>?
  private var count = 0

  deinit { unsafe free(base) }

  /// Makes room for at least `wanted` pixels, which are transparent when they are new.
  ///
  /// Pixels of a smaller request are not kept. Pages cost memory only when they are written.
  ///
  /// - Throws: `.io` if there is not enough memory.
  func reserve(_ wanted: Int) throws(PictureError) {
    if unsafe base != nil, wanted <= count { return }
    unsafe free(base)
    unsafe base = nil
    count = 0
    let memory = unsafe calloc(max(wanted, 1), MemoryLayout<UInt32>.stride)
    guard let memory = unsafe memory else { throw .outOfMemory }
    unsafe base = memory.bindMemory(to: UInt32.self, capacity: max(wanted, 1))
    count = wanted
  }

  /// Copies rows of `width` pixels to their places in the upright picture, for which there must be room.
  ///
  /// - Parameters:
  ///   - first: the number of the first row, as it is stored.
  ///   - height: all rows of the stored picture.
  func turn(
    _ rows: Span<UInt32>, width: Int, first: Int, height: Int, to orientation: Orientation
  ) {
    let lines = rows.count / width
    precondition(first >= 0 && first + lines <= height && width * height <= count, "turned pixels have a place")
    guard let base = unsafe base else { return }
    unsafe rows.withUnsafeBufferPointer { source in
      guard let source = source.baseAddress else { return }
      let (start, step) = orientation.places(ofRow: first, width: width, height: height)
      guard orientation.swapsSides else {
        for line in 0..<lines {
          let start = orientation.places(ofRow: first + line, width: width, height: height).start
          for x in 0..<width { unsafe base[start + x * step] = unsafe source[line * width + x] }
        }
        return
      }
      // A column of rows becomes a row: its pixels are next to each other, so that few lines of the cache are written.
      let next = orientation.places(ofRow: 1, width: width, height: height).start
      let across = next - orientation.places(ofRow: 0, width: width, height: height).start
      for x in 0..<width {
        for line in 0..<lines { unsafe base[start + x * step + line * across] = unsafe source[line * width + x] }
      }
    }
  }

  /// Makes the first `wanted` pixels transparent; there must be room for them.
  func clear(_ wanted: Int) {
    precondition(wanted <= count, "there is room for the pixels")
    unsafe base?.update(repeating: 0, count: wanted)
  }

  /// Lends a part of the pixels.
  ///
  /// - Throws: the errors of `body`.
  func withPixels<E: Error>(_ part: Range<Int>, _ body: (Span<UInt32>) throws(E) -> Void) throws(E) {
    precondition(part.lowerBound >= 0 && part.upperBound <= count, "there is room for the pixels")
    let pixels = unsafe UnsafeBufferPointer(start: base, count: count)
    unsafe try body(pixels.span.extracting(part))
  }
}
