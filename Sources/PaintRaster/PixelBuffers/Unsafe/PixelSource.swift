// Unsafe: pixels are read through a pointer into memory that the owner keeps; filters read whole rows of it.

/// Readable pixels of a box of the canvas.
///
/// Unchecked because the memory is not written while it is in use here.
@safe public struct PixelSource: @unchecked Sendable {
  /// The position of the pixels on the canvas.
  public let box: PixelBox
  /// The pixel in the top left corner (`Pixel.bits`).
  public let base: UnsafePointer<UInt32>
  /// The number of pixels from one row to the next.
  public let stride: Int
  /// Keeps the memory; nil if the caller does.
  @usableFromInline let owner: AnyObject?

  /// The pixels of `box`, from `base` on, rows `stride` pixels apart.
  ///
  /// - Parameter owner: keeps the memory; nil if the caller does.
  @inlinable public init(box: PixelBox, base: UnsafePointer<UInt32>, stride: Int, owner: AnyObject? = nil) {
    self.box = box
    unsafe self.base = unsafe base
    self.stride = stride
    self.owner = owner
  }

  /// A part of the pixels, in the same memory.
  ///
  /// - Precondition: the part is in the box.
  public func part(_ part: PixelBox) -> PixelSource {
    precondition(part.intersection(box) == part, "a part is inside its box")
    return unsafe PixelSource(box: part, base: row(part.y, from: part.x), stride: stride, owner: owner)
  }

  /// The same pixels at another position of the canvas.
  public func moved(to x: Int, _ y: Int) -> PixelSource {
    unsafe PixelSource(
      box: PixelBox(x: x, y: y, width: box.width, height: box.height), base: base, stride: stride, owner: owner)
  }

  /// The pixel in column `x` and row `y` of the canvas, both in the box, followed by those to its right.
  @inlinable public func row(_ y: Int, from x: Int) -> UnsafePointer<UInt32> {
    unsafe base + ((y - box.y) * stride + (x - box.x))
  }

  /// The part of the tile at `index` inside the box, as a one-colour tile if possible; pixels outside are blank.
  public func tile(at index: TileIndex) -> Tile {
    let part = index.box.intersection(box)
    let left = part.x - index.box.x
    let top = part.y - index.box.y
    let pixels = unsafe TilePixels { target in
      if part != index.box { unsafe target.initialize(repeating: 0, count: Tile.pixelCount) }
      for y in 0..<part.height {
        unsafe (target + ((top + y) * Tile.edge + left)).update(from: row(part.y + y, from: part.x), count: part.width)
      }
    }
    return Tile.pixels(pixels).compacted(inside: PixelBox(x: left, y: top, width: part.width, height: part.height))
  }
}
