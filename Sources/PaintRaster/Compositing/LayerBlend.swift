/// Composites layers onto the canvas: a fill with its outline, or the pixels of a placed picture.
public struct LayerBlend: Sendable {
  private enum Formula {
    case normal(TileBlend)
    case other(ModeBlend)
  }

  private let formula: Formula

  /// Composites layers as a paint says: with its opacity and its mode.
  init(_ paint: Paint) {
    formula =
      paint.blendOperator.map { .other(ModeBlend($0, opacity: paint.opacity)) }
      ?? .normal(TileBlend(opacity: paint.opacity))
  }

  /// Composites a layer's pixels, whose alphas contain their coverage, inside a tile-relative box.
  ///
  /// - Complexity: O(pixels in the box).
  public func composite(_ layer: Tile, onto tile: inout Tile, inside: PixelBox) {
    switch formula {
    case .normal(let blend): tile.composite(.full, blend.with(layer), inside: inside)
    case .other(let blend): tile.composite(.full, blend.with(layer), inside: inside)
    }
  }
}
