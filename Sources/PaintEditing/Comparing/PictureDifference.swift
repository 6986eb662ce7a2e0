import PaintRaster

// Unsafe: rows of two pictures are compared through pointers that their owners lend for the call.

/// How two pictures differ, pixel by pixel.
///
/// Two pixels are compared by their four stored bytes, hidden colours under alpha 0 included, as fingerprints and
/// receipts have it: their difference is that of the channel where it is largest. Where the sizes differ the pictures
/// lie corner on corner, and what lies in one of them alone differs whatever the tolerance.
public struct PictureDifference: Sendable, Hashable {
  /// The largest difference, 0…255, at which two pixels still count as equal.
  public let tolerance: Int
  /// How many pixels differ.
  public private(set) var count = 0
  /// The smallest box that holds them; `PixelBox.empty` if there are none.
  public private(set) var bounds = PixelBox.empty
  /// The largest difference of two pixels, 0…255, also within the tolerance; 0 where the pictures have none in common.
  public private(set) var largest = 0

  /// True when no pixel differs.
  public var isEmpty: Bool { count == 0 }

  /// No difference yet.
  ///
  /// - Parameter tolerance: 0…255.
  public init(tolerance: Int) {
    precondition((0...255).contains(tolerance), "channels differ by 0 to 255")
    self.tolerance = tolerance
  }

  /// The largest difference of a channel of two pixels, 0…255.
  @inline(__always) static func amount(_ first: UInt32, _ second: UInt32) -> Int {
    let (first, second) = (Pixel(bits: first), Pixel(bits: second))
    let color = max(distance(first.red, second.red), distance(first.green, second.green))
    return max(color, max(distance(first.blue, second.blue), distance(first.alpha, second.alpha)))
  }

  @inline(__always) private static func distance(_ first: UInt8, _ second: UInt8) -> Int {
    Int(first > second ? first &- second : second &- first)
  }

  /// Compares `width` pixels of a row that begin at (x, y).
  mutating func add(
    _ first: UnsafePointer<UInt32>, _ second: UnsafePointer<UInt32>, x: Int, y: Int, width: Int
  ) {
    var (left, right, differing, largest) = (width, -1, 0, largest)
    for column in 0..<width where first[column] != second[column] {
      let amount = Self.amount(first[column], second[column])
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

  /// Compares two tiles where they lie in `box`, which is part of the tile's own.
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

  /// Counts all pixels of a box, which lies in one picture alone.
  mutating func add(unmatched box: PixelBox) {
    guard !box.isEmpty else { return }
    count += box.width * box.height
    bounds = bounds.union(box)
  }

  /// Counts what lies in one of two pictures of these sizes alone.
  mutating func add(outsideOf first: CanvasSize, and second: CanvasSize) {
    let common = first.box.intersection(second.box)
    for size in [first, second] {
      add(unmatched: PixelBox(x: common.width, y: 0, width: size.width - common.width, height: size.height))
      add(unmatched: PixelBox(x: 0, y: common.height, width: common.width, height: size.height - common.height))
    }
  }
}
