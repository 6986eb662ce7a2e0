import PaintRaster

// Unsafe: owns its memory, which threads write at the same time in different rows.

/// Memory for a box of ``FloatPixel``s.
///
/// Unchecked because threads share it only for reading or for writing disjoint rows.
@safe final class FloatBlock: @unchecked Sendable {
  /// The position of the pixels on their grid.
  let box: PixelBox
  private let base: UnsafeMutablePointer<FloatPixel>

  /// Memory for the pixels of `box`, uninitialised: all must be written before they are read.
  init(_ box: PixelBox) {
    self.box = box
    unsafe base = PixelAllocation.allocate(box.width * box.height)
  }

  deinit { unsafe PixelAllocation.release(base) }

  /// Copies a part of the block, in the same coordinates.
  func copy(_ part: FloatBlock) {
    precondition(part.box.intersection(box) == part.box, "a part is in its block")
    for y in part.box.y..<part.box.maxY {
      unsafe (row(y) + (part.box.x - box.x)).update(from: part.row(y), count: part.box.width)
    }
  }

  /// The pixels of row `y`, starting at the box's left edge.
  @inline(__always)
  func row(_ y: Int) -> UnsafeMutablePointer<FloatPixel> { unsafe base + (y - box.y) * box.width }

  /// A copy of the pixels of `part`; the block itself if that is all of it.
  func part(_ part: PixelBox) -> FloatBlock {
    if part == box { return self }
    let block = FloatBlock(part)
    for y in part.y..<part.maxY { unsafe block.row(y).update(from: row(y) + (part.x - box.x), count: part.width) }
    return block
  }

  /// Writes `columns` of row `y`, both of which can be outside the box; beyond it the pixels at its edge repeat.
  @inline(__always)
  func read(row y: Int, columns: Range<Int>, into pixels: UnsafeMutablePointer<FloatPixel>) {
    let line = unsafe row(min(max(y, box.y), box.maxY - 1))
    let inside = columns.clamped(to: box.x..<box.maxX)
    guard !inside.isEmpty else {
      let edge = unsafe columns.lowerBound < box.x ? line[0] : line[box.width - 1]
      return unsafe pixels.update(repeating: edge, count: columns.count)
    }
    let left = inside.lowerBound - columns.lowerBound
    unsafe pixels.update(repeating: line[0], count: left)
    unsafe (pixels + left).update(from: line + (inside.lowerBound - box.x), count: inside.count)
    unsafe (pixels + left + inside.count).update(
      repeating: line[box.width - 1], count: columns.upperBound - inside.upperBound)
  }
}
