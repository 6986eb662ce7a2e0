// Unsafe: pixels are written through a pointer that is lent for one call, and read from rows of the picture's memory.

extension Pattern {
  /// The pattern's pixels in the tile at `index`.
  ///
  /// - Complexity: O(pixels).
  func tile(at index: TileIndex) -> Tile {
    let source = picture.source
    guard isRepeating else { return singleTile(at: index) }
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

  /// The tile of a picture that is shown once.
  private func singleTile(at index: TileIndex) -> Tile {
    let part = index.box.intersection(picture.source.box)
    if part.isEmpty { return .color(.transparent) }
    let tile = picture.source.tile(at: index)
    guard part != index.box, case .color(let color) = tile else { return tile }
    // A source gives one colour where its part of the tile has one; the rest is transparent here.
    return .pixels(
      unsafe TilePixels { words in
        unsafe words.initialize(repeating: 0, count: Tile.pixelCount)
        for y in part.y - index.box.y..<part.maxY - index.box.y {
          for x in part.x - index.box.x..<part.maxX - index.box.x { unsafe words[y * Tile.edge + x] = color.bits }
        }
      })
  }
}
