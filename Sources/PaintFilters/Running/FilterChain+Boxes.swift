import PaintRaster

extension FilterChain {
  /// Boxes that cover `region` without overlap, to be filtered one after the other in bounded memory.
  ///
  /// They begin and end at tiles' edges or the region's. The source of each holds at most `limit` pixels if that can be had
  /// with boxes of at least 256 pixels a side: the smaller boxes are beside the filters' reach, the more pixels are read and
  /// filtered again and again.
  public func boxes(covering region: PixelBox, on canvas: CanvasSize, limit: Int) -> [PixelBox] {
    let least = 256
    var (width, height) = (region.width, region.height)
    while true {
      let boxes = Self.starts(region.y, region.maxY, height).flatMap { rows in
        Self.starts(region.x, region.maxX, width).map { columns in
          PixelBox(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
        }
      }
      let isOver = boxes.contains { box in
        let source = sourceBox(for: box, on: canvas)
        return source.width * source.height > limit
      }
      guard isOver, height > least || width > least else { return boxes }
      // Bands of whole rows, until they are four times as wide as high.
      if height > least, height * 4 > width || width <= least {
        height = Self.half(height)
      } else {
        width = Self.half(width)
      }
    }
  }

  /// About half of a length, in whole tiles.
  private static func half(_ length: Int) -> Int { (length / 2 + Tile.edge - 1) / Tile.edge * Tile.edge }

  /// A side in parts that begin at tiles' edges, the first excepted, none longer than `length` rounded up to tiles.
  private static func starts(_ start: Int, _ end: Int, _ length: Int) -> [Range<Int>] {
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
