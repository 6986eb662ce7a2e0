import PaintRaster

// Unsafe: a tile's pixels are read through the pointer that it lends.

extension AreaPart {
  /// Adds the pixels of a box of a tile.
  ///
  /// - Parameters:
  ///   - box: the box, counted from the tile's corner.
  ///   - horizontal: the overlaps of its columns.
  ///   - vertical: the overlaps of its rows.
  mutating func add(
    _ pixels: TilePixels, _ box: PixelBox, _ horizontal: AreaScale.Overlaps, _ vertical: AreaScale.Overlaps
  ) {
    let width = columns.count
    let splits = horizontal.range.map { horizontal.split($0) }
    // One column more, for the rest of the last pixel, which is 0 there.
    var line = [SIMD4<UInt64>](repeating: .zero, count: width + 1)
    unsafe pixels.withUnsafePixels { words in
      for y in 0..<box.height {
        for index in line.indices { line[index] = .zero }
        let row = unsafe words + ((box.y + y) * Tile.edge + box.x)
        for x in 0..<box.width {
          let bits = unsafe row[x]
          if bits < 1 << 24 { continue }
          let value = Self.value(bits)
          let split = splits[x]
          let column = split.first - columns.lowerBound
          line[column] &+= value &* SIMD4(repeating: split.length)
          if split.rest > 0 { line[column + 1] &+= value &* SIMD4(repeating: split.rest) }
        }
        let split = vertical.split(vertical.range.lowerBound + y)
        for x in 0..<width {
          add(line[x] &* SIMD4(repeating: split.length), columns.lowerBound + x, split.first)
          if split.rest > 0 {
            add(line[x] &* SIMD4(repeating: split.rest), columns.lowerBound + x, split.first + 1)
          }
        }
      }
    }
  }
}
