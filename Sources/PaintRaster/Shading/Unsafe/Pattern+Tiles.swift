// Unsafe: pixels are written through a pointer that is lent for one call, and read from rows of the picture's memory.

extension Pattern {
  /// The pattern's pixels in the tile at `index`.
  ///
  /// - Complexity: O(pixels).
  func tile(at index: TileIndex) -> Tile {
    let source = picture.source
    guard isRepeating else {
      return index.box.intersection(source.box).isEmpty ? .color(.transparent) : source.tile(at: index)
    }
    let (width, height) = (source.box.width, source.box.height)
    let first = index.box.x % width
    let pixels = unsafe TilePixels { words in
      for y in 0..<Tile.edge {
        let row = unsafe source.row(source.box.y + (index.box.y + y) % height, from: source.box.x)
        var column = first
        for x in 0..<Tile.edge {
          unsafe words[y &* Tile.edge &+ x] = unsafe row[column]
          column &+= 1
          if column == width { column = 0 }
        }
      }
    }
    return Tile.pixels(pixels).compacted(inside: .tile)
  }
}
