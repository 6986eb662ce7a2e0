import PaintRaster

extension PictureComparison {
  /// The size of the picture that shows the differences of two pictures: the union of both.
  public static func mapSize(_ first: PictureRows, _ second: PictureRows) -> CanvasSize {
    HeatMap.size(of: first.size, and: second.size)
  }

  /// A box of the picture that `map` writes, scaled as by `PictureRows.scaled`.
  ///
  /// - Parameters:
  ///   - box: a part of a picture of `mapSize`.
  ///   - target: the new size.
  ///   - tolerance: the largest `Pixel.difference(from:)`, 0…255, at which two pixels still count as equal.
  ///   - progress: called with the number of finished rows of tiles and their total number.
  /// - Throws: `.history` if a document's picture cannot be read, `.picture` if a file cannot be read or is damaged.
  /// - Complexity: O(pixels of both).
  public static func scaledMap(
    _ first: PictureRows, _ second: PictureRows, _ box: PixelBox, to target: CanvasSize, tolerance: Int = 0,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) -> [UInt32] {
    let size = mapSize(first, second)
    guard let source = CanvasSize(width: box.width, height: box.height), box.intersection(size.box) == box else {
      preconditionFailure("a part of a picture has a size")
    }
    let (firstSize, secondSize) = (first.size, second.size)
    var scaling = RowScaling(from: source, to: target)
    var rows: [UInt32] = []
    _ = try EditingError.catching {
      try walk(first, second, tolerance: tolerance, nil, progress) { row, first, second in
        let count = HeatMap.draw(
          tileRow: row, of: size, first, of: firstSize, second, of: secondSize, tolerance: tolerance, into: &rows)
        let top = row * Tile.edge
        for y in max(top, box.y)..<max(top, box.y, min(top + count, box.maxY)) {
          let start = (y - top) * size.width + box.x
          scaling.add(rows.span.extracting(start..<start + box.width))
        }
      }
    }
    return scaling.pixels
  }
}
