// Unsafe: rows of tiles are read through pointers.
import PaintRaster

/// A set of pixels of a tile: bit x of row y represents pixel (x, y).
struct PixelMask {
  private var rows = [UInt32](repeating: 0, count: Tile.edge)

  /// The pixels of a tile-relative box that differ in any of their four bytes.
  init(from old: Tile, to new: Tile, inside box: PixelBox) {
    let inside = box.width == Tile.edge ? UInt32.max : ((1 << UInt32(box.width)) - 1) << UInt32(box.x)
    old.expanded.withUnsafePixels { old in
      new.expanded.withUnsafePixels { new in
        for y in box.y..<box.maxY {
          rows[y] = Self.difference(old + y * Tile.edge, new + y * Tile.edge) & inside
        }
      }
    }
  }

  /// Whether one of these pixels differs between two tiles.
  func isTouched(from old: Tile, to new: Tile) -> Bool {
    old.expanded.withUnsafePixels { old in
      new.expanded.withUnsafePixels { new in
        rows.indices.contains { y in
          rows[y] != 0 && Self.difference(old + y * Tile.edge, new + y * Tile.edge) & rows[y] != 0
        }
      }
    }
  }

  /// Copies these pixels from `source` to `target`.
  func copy(from source: Tile, to target: inout Tile) {
    var pixels = target.expanded
    source.expanded.withUnsafePixels { source in
      pixels.withUnsafeMutablePixels { target in
        for (y, row) in rows.enumerated() {
          var rest = row
          while rest != 0 {
            let index = y * Tile.edge + rest.trailingZeroBitCount
            target[index] = source[index]
            rest &= rest - 1
          }
        }
      }
    }
    target = .pixels(pixels)
  }

  private static func difference(_ old: UnsafePointer<UInt32>, _ new: UnsafePointer<UInt32>) -> UInt32 {
    var columns: UInt32 = 0
    for x in 0..<Tile.edge { columns |= (old[x] != new[x] ? 1 : 0) << UInt32(x) }
    return columns
  }
}
