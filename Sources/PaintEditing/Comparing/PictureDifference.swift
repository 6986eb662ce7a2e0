import PaintRaster

// Unsafe: rows of two pictures are compared through pointers that are valid during the call.

/// How two pictures differ, pixel by pixel.
///
/// Two pixels are compared by their four stored bytes, including hidden colours under alpha 0, as in fingerprints and
/// receipts: their difference is the largest difference of a channel. If the sizes differ, the pictures are aligned at
/// their top left corners, and pixels that only one of them has differ, whatever the tolerance.
public struct PictureDifference: Sendable, Hashable {
  /// The largest difference, 0…255, at which two pixels still count as equal.
  public let tolerance: Int
  /// The number of pixels that differ.
  public private(set) var count = 0
  /// The bounding box of these pixels; `PixelBox.empty` if there are none.
  public private(set) var bounds = PixelBox.empty
  /// The largest difference of two pixels, 0…255, also within the tolerance; 0 if the pictures have no pixels in
  /// common.
  public private(set) var largest = 0

  /// Whether no pixel differs.
  public var isEmpty: Bool { count == 0 }

  /// Creates an empty difference.
  ///
  /// - Parameter tolerance: 0…255.
  public init(tolerance: Int) {
    precondition((0...255).contains(tolerance), "channels differ by 0 to 255")
    self.tolerance = tolerance
  }

  /// Compares `width` pixels of a row that begin at (x, y).
  mutating func add(
    _ first: UnsafePointer<UInt32>, _ second: UnsafePointer<UInt32>, x: Int, y: Int, width: Int
  ) {
    var (left, right, differing, largest) = (width, -1, 0, largest)
    for column in 0..<width where first[column] != second[column] {
      let amount = Pixel(bits: first[column]).difference(from: Pixel(bits: second[column]))
      largest = max(largest, amount)
      guard amount > tolerance else { continue }
      differing &+= 1
      left = min(left, column)
      right = column
    }
    self.largest = largest
    guard differing > 0 else { return }
    count += differing
    bounds = bounds.union(PixelBox(x: x + left, y: y, width: right + 1 - left, height: 1))
  }

  /// Compares two tiles within `box`, which is part of the tiles' box.
  mutating func add(_ first: Tile, _ second: Tile, at index: TileIndex, in box: PixelBox) {
    let (left, top) = (box.x - index.box.x, box.y - index.box.y)
    guard !box.isEmpty else { return }
    first.expanded.withUnsafePixels { first in
      second.expanded.withUnsafePixels { second in
        for row in 0..<box.height {
          let start = (top + row) * Tile.edge + left
          add(first + start, second + start, x: box.x, y: box.y + row, width: box.width)
        }
      }
    }
  }

  /// Counts all pixels of a box that only one picture has.
  mutating func add(unmatched box: PixelBox) {
    guard !box.isEmpty else { return }
    count += box.width * box.height
    bounds = bounds.union(box)
  }

  /// Counts the pixels that only one of two pictures with these sizes has.
  mutating func add(outsideOf first: CanvasSize, and second: CanvasSize) {
    let common = first.box.intersection(second.box)
    for size in [first, second] {
      add(unmatched: PixelBox(x: common.width, y: 0, width: size.width - common.width, height: size.height))
      add(unmatched: PixelBox(x: 0, y: common.height, width: common.width, height: size.height - common.height))
    }
  }
}
