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

  /// Whether the mode must know the coverage that a layer's alphas contain.
  public var needsShape: Bool {
    if case .other(let blend) = formula { blend.blend.needsCoverage } else { false }
  }

  /// Composites a layer's pixels inside a tile-relative box.
  ///
  /// - Parameters:
  ///   - layer: the pixels; their alphas contain the coverage of what was drawn on the layer.
  ///   - shape: for a mode that needs it, a tile whose alphas are that coverage; nil if the layer covers the whole box.
  ///   - coverage: the coverage of the layer, if its alphas do not contain any.
  ///   - tile: the tile below.
  ///   - inside: the box.
  /// - Complexity: O(pixels in the box).
  public func composite(
    _ layer: Tile, shape: Tile? = nil, coverage: TileCoverage = .full, onto tile: inout Tile, inside: PixelBox
  ) {
    switch formula {
    case .normal(let blend): tile.composite(coverage, blend.with(layer), inside: inside)
    case .other(let blend): tile.composite(coverage, blend.with(layer, shape: shape), inside: inside)
    }
  }
}
