/// Pixels copied as they are.
enum PixelCopy {
  /// Copies the pixels of the target's box, which the source must hold.
  static func copy(_ source: PixelSource, to target: PixelTarget) {
    for y in target.box.y..<target.box.maxY {
      target.row(y, from: target.box.x).update(from: source.row(y, from: target.box.x), count: target.box.width)
    }
  }
}
