/// Composites one source of a paint onto the tiles of a canvas.
///
/// A colour is the same compositor for all tiles; a source with a colour for each pixel has one for each tile.
public struct SourceBlend: Sendable {
  private let same: any Compositor

  /// Composites the same everywhere.
  public init(_ compositor: any Compositor) { same = compositor }

  /// False if it leaves all pixels as they are, whatever covers them.
  public var changesPixels: Bool { same.changesPixels }

  /// The compositor for the tile at `index`.
  public func compositor(at index: TileIndex) -> any Compositor { same }

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
    tile.composite(coverage, same, inside: inside)
  }
}
