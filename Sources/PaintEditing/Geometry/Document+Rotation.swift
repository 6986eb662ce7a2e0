import PaintFilters
import PaintHistory
import PaintRaster

extension Document {
  /// Mirrors the picture horizontally or vertically, without changing any pixel's colour.
  ///
  /// - Returns: the new revision, or nil if no pixel changed.
  /// - Throws: the errors of `draw`.
  /// - Complexity: O(pixels); memory for some rows of tiles.
  public func mirror(_ mirroring: Mirroring, name: String, command: String) throws(HistoryError) -> Revision? {
    let picture = try history.snapshot(at: history.current.number)
    let canvas = BlankCanvas(size: picture.size, background: picture.revision.background)
    return try redrawCanvas(canvas, name: name, command: command) { (target) throws(HistoryError) in
      let source = try picture.pixels(in: mirroring.sourceBox(for: target.box, of: picture.size))
      mirroring.copy(source.source, to: target)
      withExtendedLifetime(source) {}
    }
  }

  /// Rotates the picture; parts of the new canvas that it does not cover show the background.
  ///
  /// Quarter turns only move pixels. At other angles, partly covered pixels at the edges are blended onto the
  /// background.
  ///
  /// - Returns: the new revision, or nil if no pixel changed.
  /// - Throws: the errors of `draw`.
  /// - Complexity: O(pixels); memory for some rows of tiles, at angles other than quarter turns for the picture up to
  ///   128 MiB.
  public func rotate(
    _ rotation: PictureRotation, background: Pixel, name: String, command: String
  ) throws(HistoryError) -> Revision? {
    if rotation.isIdentity { return nil }
    let picture = try history.snapshot(at: history.current.number)
    // A rotated part needs all tiles that it overlaps. In a larger picture each tile is read two or three times, for
    // parts that are nearly square.
    let isRead = !rotation.isQuarterTurn && picture.size.width * picture.size.height <= 1 << 25
    let isInParts = !rotation.isQuarterTurn && !isRead
    let whole = isRead ? try picture.pixels(in: picture.size.box) : nil
    let canvas = BlankCanvas(size: rotation.newSize, background: background)
    let bandBytes = isInParts ? 32 << 20 : 4 << 20
    return try redrawCanvas(canvas, name: name, command: command, bandBytes: bandBytes) {
      (target) throws(HistoryError) in
      for part in target.parts(isInParts ? 256 : target.box.width) {
        let box = rotation.sourceBox(for: part.box)
        guard !box.isEmpty else {
          part.fill(part.box, with: background)
          continue
        }
        let source = if let whole { whole } else { try picture.pixels(in: box) }
        rotation.apply(to: source.source, writing: part, with: .all)
        withExtendedLifetime(source) {}
        if !rotation.isQuarterTurn { part.blend(onto: background) }
      }
      withExtendedLifetime(whole) {}
    }
  }
}

extension PixelTarget {
  /// Splits the box into parts side by side, each with at most the given width.
  fileprivate func parts(_ width: Int) -> [PixelTarget] {
    Swift.stride(from: box.x, to: box.maxX, by: width).map { x in
      let part = PixelBox(x: x, y: box.y, width: min(width, box.maxX - x), height: box.height)
      return PixelTarget(box: part, base: base + (x - box.x), stride: stride)
    }
  }

  /// Blends the pixels onto a background colour.
  fileprivate func blend(onto background: Pixel) {
    if background.bits == 0 { return }
    for y in box.y..<box.maxY {
      let row = row(y, from: box.x)
      for x in 0..<box.width {
        let color = Pixel(bits: row[x])
        row[x] = Blend.blended(coverage: 255, color: color, strength: color.alpha, onto: background).bits
      }
    }
  }
}
