import PaintRaster

/// The overlaps of a picture's pixels with those of a smaller one, in whole units.
///
/// Lengths are in the units of `AreaAverage`: a pixel of the old picture is as wide as the number of new columns and as
/// high as the number of new rows.
struct AreaScale: Sendable {
  /// The size of the old picture.
  let source: CanvasSize
  /// The size of the new one, at most as large.
  let target: CanvasSize

  /// The overlaps of these sizes.
  init(from source: CanvasSize, to target: CanvasSize) {
    precondition(target.width <= source.width && target.height <= source.height, "pictures are made smaller only")
    self.source = source
    self.target = target
  }

  /// The rows of the new picture that old rows are part of.
  func rows(covering rows: Range<Int>) -> Range<Int> {
    rows.lowerBound * target.height / source.height..<(rows.upperBound * target.height + source.height - 1)
      / source.height
  }

  /// The rows of the new picture that are complete with the old rows before `row`.
  func rows(completedBefore row: Int) -> Int { row * target.height / source.height }

  /// What a tile adds to the pixels of the new picture; nil for nothing.
  ///
  /// - Parameter box: the tile's box, counted from the old picture's corner; it may lie partly outside.
  /// - Complexity: O(pixels of the tile inside); O(new pixels) for a tile of one colour.
  func part(of tile: Tile, at box: PixelBox) -> AreaPart? {
    let inside = box.intersection(source.box)
    if inside.isEmpty { return nil }
    if case .color(let color) = tile, color.alpha == 0 { return nil }
    let columns = Overlaps(of: inside.x..<inside.maxX, source.width, in: target.width)
    let rows = Overlaps(of: inside.y..<inside.maxY, source.height, in: target.height)
    var part = AreaPart(columns: columns.target, rows: rows.target)
    switch tile {
    case .color(let color):
      let value = AreaPart.value(color.bits)
      for y in part.rows {
        let height = rows.length(in: y)
        for x in part.columns { part.add(value &* SIMD4(repeating: height &* columns.length(in: x)), x, y) }
      }
    case .pixels(let pixels):
      part.add(pixels, inside.moved(byX: -box.x, y: -box.y), columns, rows)
    }
    return part
  }

  /// How a range of old pixels on one side overlaps with new pixels.
  struct Overlaps {
    /// The old pixels.
    let range: Range<Int>
    /// The new pixels.
    let target: Range<Int>
    private let sourceLength: Int
    private let targetLength: Int

    init(of range: Range<Int>, _ sourceLength: Int, in targetLength: Int) {
      self.range = range
      self.sourceLength = sourceLength
      self.targetLength = targetLength
      target =
        range.lowerBound * targetLength / sourceLength..<(range.upperBound * targetLength + sourceLength - 1)
        / sourceLength
    }

    /// The length of a new pixel that the range covers.
    func length(in pixel: Int) -> UInt64 {
      let start = max(pixel * sourceLength, range.lowerBound * targetLength)
      let end = min((pixel + 1) * sourceLength, range.upperBound * targetLength)
      return UInt64(max(0, end - start))
    }

    /// The new pixel in which an old one begins, and the lengths that it covers of that one and of the next.
    func split(_ pixel: Int) -> (first: Int, length: UInt64, rest: UInt64) {
      let start = pixel * targetLength
      let first = start / sourceLength
      let length = min(targetLength, (first + 1) * sourceLength - start)
      return (first, UInt64(length), UInt64(targetLength - length))
    }
  }
}
