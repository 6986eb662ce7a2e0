import PaintRaster

/// How two pictures differ, pixel by pixel.
///
/// With tolerance 0 two pixels are compared by their four stored bytes, including hidden colours under alpha 0, as in
/// fingerprints and receipts; with any other tolerance by `Pixel.difference(from:)`, for which hidden colours do not count.
/// If the sizes differ, the pictures are aligned at their top left corners, and pixels that only one of them has differ,
/// whatever the tolerance.
public struct PictureDifference: Sendable, Hashable {
  /// The largest difference, 0…255, at which two pixels still count as equal.
  public let tolerance: Int
  /// The number of pixels that differ.
  public internal(set) var count = 0
  /// The bounding box of these pixels; `PixelBox.empty` if there are none.
  public internal(set) var bounds = PixelBox.empty
  /// The largest difference of two pixels, 0…255, also within the tolerance; 0 if the pictures have no pixels in
  /// common, or differ in hidden colours only.
  public internal(set) var largest = 0

  /// Whether no pixel differs.
  public var isEmpty: Bool { count == 0 }

  /// Creates an empty difference.
  ///
  /// - Parameter tolerance: 0…255.
  public init(tolerance: Int) {
    precondition((0...255).contains(tolerance), "channels differ by 0 to 255")
    self.tolerance = tolerance
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
