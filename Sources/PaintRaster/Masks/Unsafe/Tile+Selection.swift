// Unsafe: words of tiles are read and written through pointers that the tiles lend.

extension Tile {
  /// A tile of the words that `merge` makes of those of two tiles.
  @inline(__always)
  init(_ first: Tile, _ second: Tile, _ merge: (UInt32, UInt32) -> UInt32) {
    let pixels = unsafe TilePixels { target in
      unsafe first.withUnsafeRows { first, firstStride in
        unsafe second.withUnsafeRows { second, secondStride in
          for y in 0..<Tile.edge {
            let (a, b) = unsafe (first + y * firstStride, second + y * secondStride)
            let row = unsafe target + y * Tile.edge
            for x in 0..<Tile.edge { unsafe (row + x).initialize(to: merge(a[x], b[x])) }
          }
        }
      }
    }
    self = .pixels(pixels)
  }

  /// The tile after an edit through a selection: `old` where nothing is selected, this tile where everything is, and in
  /// between old + k·(new − old)/255 for each premultiplied channel.
  ///
  /// With (d, Cd) the old alpha and colour, (b, Cb) the new ones and Q = (255 − k)·d + k·b: alpha = floor((2Q + 255) / 510),
  /// colour = floor((2((255 − k)·d·Cd + k·b·Cb) + Q) / 2Q). k = 0 leaves all four bytes of the old pixel, k = 255 gives those of
  /// the new one, and an alpha of 0 takes the new colour bytes. That is what an ``Eraser`` does that restores the new tile,
  /// with k as its coverage.
  ///
  /// - Parameters:
  ///   - mask: a tile of a ``SelectionMask``.
  ///   - old: the tile before the edit.
  /// - Complexity: O(1) where the mask is one of nothing or everything; otherwise O(pixels).
  public func limited(by mask: Tile, from old: Tile) -> Tile {
    switch (mask, self, old) {
    case (.color(.transparent), _, _): return old
    case (.color(.black), _, _): return self
    case (_, .color(let new), .color(let before)) where new == before: return old
    case (_, .pixels(let new), .pixels(let before)) where new.isIdentical(to: before): return old
    default: break
    }
    let pixels = unsafe TilePixels { target in
      unsafe withUnsafeRows { new, newStride in
        unsafe old.withUnsafeRows { old, oldStride in
          unsafe mask.withUnsafeRows { mask, maskStride in
            for y in 0..<Tile.edge {
              unsafe Self.limitRow(
                new + y * newStride, old + y * oldStride, mask + y * maskStride, to: target + y * Tile.edge)
            }
          }
        }
      }
    }
    return .pixels(pixels)
  }

  /// Writes a row of 32 pixels of which a mask selects a part.
  private static func limitRow(
    _ new: UnsafePointer<UInt32>, _ old: UnsafePointer<UInt32>, _ mask: UnsafePointer<UInt32>,
    to target: UnsafeMutablePointer<UInt32>
  ) {
    let (new, old) = unsafe (UnsafeRawPointer(new), UnsafeRawPointer(old))
    let (mask, target) = unsafe (UnsafeRawPointer(mask), UnsafeMutableRawPointer(target))
    for offset in stride(from: 0, to: Tile.edge * 4, by: 16) {
      let before = unsafe old.loadUnaligned(fromByteOffset: offset, as: FourWords.self)
      let after = unsafe new.loadUnaligned(fromByteOffset: offset, as: FourWords.self)
      let k = unsafe mask.loadUnaligned(fromByteOffset: offset, as: FourWords.self)
      let result: FourWords
      if BlendKernel.areEmpty(k) || before == after {
        result = before
      } else if BlendKernel.areOpaque(k) {
        result = after
      } else {
        result = BlendKernel.dissolved(after, m: BlendKernel.floats(BlendKernel.samples(k, 24)), from: before)
      }
      unsafe target.storeBytes(of: result, toByteOffset: offset, as: FourWords.self)
    }
  }
}
