/// Composites one source of a paint onto the tiles of a canvas.
///
/// A colour is the same compositor for all tiles; a source with a colour for each pixel has one for each tile.
public struct SourceBlend: Sendable {
  private enum Formula: Sendable {
    case same(any Compositor)
    case normal(TileBlend, ShadedTiles)
    case mode(ModeBlend, ShadedTiles)
  }

  private let formula: Formula

  /// Composites the same everywhere.
  public init(_ compositor: any Compositor) { formula = .same(compositor) }

  /// Composites a source with a colour for each pixel, with an operator or like normal mode without one.
  init(_ tiles: ShadedTiles, _ blend: BlendOperator?, opacity: Double) {
    formula =
      blend.map { .mode(ModeBlend($0, opacity: opacity), tiles) } ?? .normal(TileBlend(opacity: opacity), tiles)
  }

  /// False if it leaves all pixels as they are, whatever covers them.
  public var changesPixels: Bool {
    switch formula {
    case .same(let compositor): compositor.changesPixels
    case .normal(let blend, _): blend.opacity > 0
    case .mode(let blend, _): blend.with(.color(.black)).changesPixels
    }
  }

  /// The compositor for the tile at `index`.
  public func compositor(at index: TileIndex) -> any Compositor {
    switch formula {
    case .same(let compositor): compositor
    case .normal(let blend, let tiles): blend.with(tiles.tile(at: index), isOpaque: tiles.isOpaque)
    case .mode(let blend, let tiles): blend.with(tiles.tile(at: index))
    }
  }

  /// Composites the source onto the covered pixels of a tile.
  ///
  /// - Parameters:
  ///   - coverage: the coverage of the tile's pixels.
  ///   - tile: the tile.
  ///   - index: where the tile is on the canvas.
  ///   - inside: the tile-relative box that is on the canvas.
  /// - Complexity: O(covered groups of four pixels), or less where full coverage makes one colour.
  @inline(__always)
  public func composite(_ coverage: TileCoverage, onto tile: inout Tile, at index: TileIndex, inside: PixelBox) {
    switch formula {
    case .same(let compositor): tile.composite(coverage, compositor, inside: inside)
    case .normal(let blend, let tiles):
      tile.composite(coverage, blend.with(tiles.tile(at: index), isOpaque: tiles.isOpaque), inside: inside)
    case .mode(let blend, let tiles):
      tile.composite(coverage, blend.with(tiles.tile(at: index)), inside: inside)
    }
  }
}
