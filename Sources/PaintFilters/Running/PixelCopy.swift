/// Copying pixels unchanged.
enum PixelCopy {
  /// Copies the pixels of the target's box, which must be in the source.
  static func copy(_ source: PixelSource, to target: PixelTarget) {
    for y in target.box.y..<target.box.maxY {
      target.row(y, from: target.box.x).update(from: source.row(y, from: target.box.x), count: target.box.width)
    }
  }
}
