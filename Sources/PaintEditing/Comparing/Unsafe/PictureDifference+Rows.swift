import PaintRaster

// Unsafe: rows of two pictures are compared through pointers that are valid during the call.

extension PictureDifference {
  /// Compares the first `width` pixels of rows of two pictures; the first row is row `y`.
  ///
  /// - Parameters:
  ///   - first: rows of `firstWidth` pixels, `rows` of them at least.
  ///   - second: rows of `secondWidth` pixels.
  mutating func add(
    _ first: Span<UInt32>, width firstWidth: Int, _ second: Span<UInt32>, width secondWidth: Int, y: Int, rows: Int,
    width: Int
  ) {
    precondition(width <= firstWidth && rows * firstWidth <= first.count, "the first picture has the rows")
    precondition(width <= secondWidth && rows * secondWidth <= second.count, "the second picture has the rows")
    unsafe first.withUnsafeBufferPointer { first in
      unsafe second.withUnsafeBufferPointer { second in
        guard let first = first.baseAddress, let second = second.baseAddress else { return }
        for row in 0..<rows {
          unsafe add(first + row * firstWidth, second + row * secondWidth, x: 0, y: y + row, width: width)
        }
      }
    }
  }

  /// Compares two tiles within `box`, which is part of the tiles' box.
  mutating func add(_ first: Tile, _ second: Tile, at index: TileIndex, in box: PixelBox) {
    let (left, top) = (box.x - index.box.x, box.y - index.box.y)
    guard !box.isEmpty else { return }
    unsafe first.expanded.withUnsafePixels { first in
      unsafe second.expanded.withUnsafePixels { second in
        for row in 0..<box.height {
          let start = (top + row) * Tile.edge + left
          unsafe add(first + start, second + start, x: box.x, y: box.y + row, width: box.width)
        }
      }
    }
  }

  /// Compares `width` pixels of a row that begin at (x, y).
  private mutating func add(
    _ first: UnsafePointer<UInt32>, _ second: UnsafePointer<UInt32>, x: Int, y: Int, width: Int
  ) {
    var (left, right, differing, largest) = (width, -1, 0, largest)
    for column in 0..<width where unsafe first[column] != second[column] {
      let amount = unsafe Pixel(bits: first[column]).difference(from: Pixel(bits: second[column]))
      largest = max(largest, amount)
      // Without a tolerance hidden colours count, too.
      guard amount > tolerance || tolerance == 0 else { continue }
      differing &+= 1
      left = min(left, column)
      right = column
    }
    self.largest = largest
    guard differing > 0 else { return }
    count += differing
    bounds = bounds.union(PixelBox(x: x + left, y: y, width: right + 1 - left, height: 1))
  }
}
