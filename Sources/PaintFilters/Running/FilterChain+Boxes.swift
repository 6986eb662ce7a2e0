import PaintRaster

extension FilterChain {
  /// Boxes that cover `region` without overlap, to be filtered one after the other in bounded memory.
  ///
  /// They begin and end at tile edges or at the region's. The source of each has at most `limit` pixels if that is
  /// possible with boxes of at least 256 pixels a side: the smaller the boxes compared with the filters' reach, the
  /// more pixels are read and filtered repeatedly.
  public func boxes(covering region: PixelBox, on canvas: CanvasSize, limit: Int) -> [PixelBox] {
    boxes(covering: region) { box in
      let source = sourceBox(for: box, on: canvas)
      return source.width * source.height > limit
    }
  }

  /// The same, but each box needs at most `bytes` bytes of memory, if that is possible.
  public func boxes(covering region: PixelBox, on canvas: CanvasSize, bytes: Int) -> [PixelBox] {
    boxes(covering: region) { self.bytes(for: $0, on: canvas) > bytes }
  }

  /// The approximate number of bytes of memory that a box needs.
  public func bytes(for box: PixelBox, on canvas: CanvasSize) -> Int {
    let active = filters.filter { !$0.isIdentity }
    let between = min(max(active.count - 1, 0), 2)
    let levels = active.compactMap { ($0 as? any PyramidFilter)?.pyramid?.levels }.max() ?? 0
    let source = sourceBox(for: box, on: canvas)
    let (all, made) = (source.width * source.height, box.width * box.height)
    let pixels = 4 * (all + made + between * all)
    // A grid of half the size has a quarter of the pixels, four floats each. A blur with a single one keeps some rows.
    return levels > 1 ? pixels + 4 * max(all, made) : pixels
  }

  /// The average number of times that a pixel of a region is read if it is divided into `boxes`.
  public func readsPerPixel(of boxes: [PixelBox], on canvas: CanvasSize) -> Double {
    var (read, made) = (0, 0)
    for box in boxes {
      let source = sourceBox(for: box, on: canvas)
      read += source.width * source.height
      made += box.width * box.height
    }
    return Double(read) / Double(max(made, 1))
  }

  private func boxes(covering region: PixelBox, _ isOver: (PixelBox) -> Bool) -> [PixelBox] {
    let least = 256
    var (width, height) = (region.width, region.height)
    while true {
      let boxes = Self.split(region.y, region.maxY, height).flatMap { rows in
        Self.split(region.x, region.maxX, width).map { columns in
          PixelBox(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
        }
      }
      guard boxes.contains(where: isOver), height > least || width > least else { return boxes }
      // Bands of whole rows, until they are four times as wide as high.
      if height > least, height * 4 > width || width <= least {
        height = Self.half(height)
      } else {
        width = Self.half(width)
      }
    }
  }

  /// About half of a length, rounded up to whole tiles.
  private static func half(_ length: Int) -> Int { (length / 2 + Tile.edge - 1) / Tile.edge * Tile.edge }

  /// A side in parts that begin at tile edges, except for the first; none is longer than `length` rounded up to tiles.
  private static func split(_ start: Int, _ end: Int, _ length: Int) -> [Range<Int>] {
    guard end - start > length else { return [start..<end] }
    var ranges: [Range<Int>] = []
    var next = start
    while next < end {
      let stop = min(end, (next + length) / Tile.edge * Tile.edge)
      ranges.append(next..<stop)
      next = stop
    }
    return ranges
  }
}
