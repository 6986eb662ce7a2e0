import PaintFilters
import PaintHistory
import PaintRaster

extension Document {
  /// Swaps left and right, or top and bottom; every pixel stays what it is.
  ///
  /// - Returns: the new revision, or nil when no pixel changed.
  /// - Throws: as `draw`.
  /// - Complexity: O(pixels); memory is that of some rows of tiles.
  public func mirror(_ mirroring: Mirroring, name: String, command: String) throws(HistoryError) -> Revision? {
    let picture = try history.snapshot(at: history.current.number)
    let canvas = BlankCanvas(size: picture.size, background: picture.revision.background)
    return try remake(canvas, name: name, command: command) { (target) throws(HistoryError) in
      let source = try picture.pixels(in: mirroring.sourceBox(for: target.box, of: picture.size))
      mirroring.copy(source.source, to: target)
      withExtendedLifetime(source) {}
    }
  }

  /// Turns the picture; what of the new canvas it does not cover shows the background.
  ///
  /// Quarter turns move pixels and change none. At other angles edges that lie across pixels are laid over the background.
  ///
  /// - Returns: the new revision, or nil when no pixel changed.
  /// - Throws: as `draw`.
  /// - Complexity: O(pixels); memory is that of some rows of tiles, for other angles than quarter turns that of the picture
  ///   up to 128 MiB.
  public func rotate(
    _ rotation: PictureRotation, background: Pixel, name: String, command: String
  ) throws(HistoryError) -> Revision? {
    if rotation.isIdentity { return nil }
    let picture = try history.snapshot(at: history.current.number)
    // A slanted part needs a piece of every tile that it meets; of a larger picture each tile is read two or three times,
    // for parts that are nearly square.
    let isRead = !rotation.isQuarterTurn && picture.size.width * picture.size.height <= 1 << 25
    let isInParts = !rotation.isQuarterTurn && !isRead
    let whole = isRead ? try picture.pixels(in: picture.size.box) : nil
    let canvas = BlankCanvas(size: rotation.newSize, background: background)
    let bandBytes = isInParts ? 32 << 20 : 4 << 20
    return try remake(canvas, name: name, command: command, bandBytes: bandBytes) { (target) throws(HistoryError) in
      for part in target.parts(isInParts ? 256 : target.box.width) {
        let box = rotation.sourceBox(for: part.box)
        guard !box.isEmpty else {
          part.fill(part.box, with: background)
          continue
        }
        let source = if let whole { whole } else { try picture.pixels(in: box) }
        rotation.apply(to: source.source, writing: part, with: .all)
        withExtendedLifetime(source) {}
        if !rotation.isQuarterTurn { part.layOver(background) }
      }
      withExtendedLifetime(whole) {}
    }
  }
}

extension PixelTarget {
  /// The box in pieces side by side, each of at most so many columns.
  fileprivate func parts(_ width: Int) -> [PixelTarget] {
    Swift.stride(from: box.x, to: box.maxX, by: width).map { x in
      let part = PixelBox(x: x, y: box.y, width: min(width, box.maxX - x), height: box.height)
      return PixelTarget(box: part, base: base + (x - box.x), stride: stride)
    }
  }

  /// Lays the pixels over a colour.
  fileprivate func layOver(_ background: Pixel) {
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
