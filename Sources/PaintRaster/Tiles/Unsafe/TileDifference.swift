// Unsafe: rows of two tiles are compared through the pointers that they lend.

/// The pixels of two tiles that differ: their number, and their exact bounding box.
public struct TileDifference: Hashable, Sendable {
  /// Pixels that differ in at least one of their four bytes, hidden colours included.
  public let count: Int
  /// The smallest tile-relative box that contains them; `PixelBox.empty` if there are none.
  public let bounds: PixelBox

  /// True when no pixel differs.
  public var isEmpty: Bool { count == 0 }

  /// Compares two tiles inside a tile-relative box, the part on the canvas.
  ///
  /// - Complexity: O(1) for the same memory and for two one-colour tiles, else O(pixels inside).
  public init(from old: Tile, to new: Tile, inside: PixelBox) {
    let box = inside.intersection(.tile)
    if case .color(let oldColor) = old, case .color(let newColor) = new {
      let isSame = oldColor == newColor || box.isEmpty
      self.init(count: isSame ? 0 : box.width * box.height, bounds: isSame ? .empty : box)
      return
    }
    if case .pixels(let oldPixels) = old, case .pixels(let newPixels) = new, oldPixels.isIdentical(to: newPixels) {
      self.init(count: 0, bounds: .empty)
      return
    }
    self = unsafe old.withUnsafeRows { oldRows, oldStride in
      unsafe new.withUnsafeRows { newRows, newStride in
        unsafe Self(oldRows, stride: oldStride, newRows, stride: newStride, inside: box)
      }
    }
  }

  /// Compares the pixels of two tiles inside a tile-relative box.
  public init(from old: TilePixels, to new: TilePixels, inside: PixelBox) {
    self.init(from: .pixels(old), to: .pixels(new), inside: inside)
  }

  private init(count: Int, bounds: PixelBox) {
    self.count = count
    self.bounds = bounds
  }

  /// Compares the rows of `box`, which must be inside the tile; a row differs in the columns whose bits are set.
  private init(
    _ old: UnsafePointer<UInt32>, stride oldStride: Int, _ new: UnsafePointer<UInt32>, stride newStride: Int,
    inside box: PixelBox
  ) {
    guard !box.isEmpty else {
      self.init(count: 0, bounds: .empty)
      return
    }
    let inside = (UInt32.max >> UInt32(Tile.edge - box.width)) << UInt32(box.x)
    var count = 0
    var columns: UInt32 = 0
    var top = box.maxY
    var bottom = box.y
    for y in box.y..<box.maxY {
      let differing = unsafe TileMask.differingColumns(old + y * oldStride, new + y * newStride) & inside
      if differing == 0 { continue }
      count &+= differing.nonzeroBitCount
      columns |= differing
      top = min(top, y)
      bottom = y + 1
    }
    guard count > 0 else {
      self.init(count: 0, bounds: .empty)
      return
    }
    let left = columns.trailingZeroBitCount
    let right = Tile.edge - columns.leadingZeroBitCount
    self.init(count: count, bounds: PixelBox(x: left, y: top, width: right - left, height: bottom - top))
  }
}
