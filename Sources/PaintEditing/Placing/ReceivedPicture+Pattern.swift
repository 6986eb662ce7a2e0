import PaintFilters
import PaintFormats
import PaintRaster

extension ReceivedPicture {
  /// The most pixels of a pattern or a background, which is in memory as a whole: 1 GiB.
  public static var maximumPatternPixels: Int { 1 << 28 }

  /// The picture as a pattern, repeated from the canvas' corner.
  ///
  /// May be called once, because it reads the file.
  ///
  /// - Throws: `.picture` if the file is damaged, or if it has too many pixels.
  public func pattern() throws(EditingError) -> Pattern {
    let box = size.box
    guard let pixels = try pixels(in: box, visible: box, method: .nearest) else {
      throw .picture(.format(message: "it has no pixels"), file: file)
    }
    return Pattern(repeating: pixels)
  }

  /// The part of the picture at its place that is on a canvas; nil if nothing is, after reading all of the file.
  ///
  /// May be called once, because it reads the file.
  ///
  /// - Throws: `.picture` if the file is damaged, or if it has too many pixels.
  public func placed(_ placement: Placement, on canvas: CanvasSize) throws(EditingError) -> Pattern? {
    guard let size = placement.size(of: size) else {
      throw .picture(
        .limit(message: "at this size the picture would have more than 65,536 pixels per side"), file: file)
    }
    let box = placement.box(of: size)
    let pixels = try pixels(in: box, visible: box.intersection(canvas.box), method: placement.method)
    return pixels.map { Pattern(once: $0) }
  }

  /// The scaled pixels of the visible part of a box.
  private func pixels(
    in box: PixelBox, visible: PixelBox, method: ResamplingMethod
  ) throws(EditingError) -> PixelBlock? {
    guard visible.width * visible.height <= Self.maximumPatternPixels else {
      throw .picture(
        .limit(message: "a pattern or a background has at most \(Self.maximumPatternPixels) pixels"), file: file)
    }
    return try EditingError.catching(file) {
      let placed = try PlacedRows(reader, in: box, visible: visible, method: method, blend: Paint().layerBlend)
      guard var rows = placed else { return nil }
      let block = PixelBlock(unwritten: visible)
      for band in rows.tileRows {
        try rows.make(band)
        guard let made = rows.made?.source else { continue }
        let source = made.moved(to: made.box.x + box.x, made.box.y + box.y)
        block.target.copy(source, in: source.box)
      }
      try rows.finish()
      return block
    }
  }
}
