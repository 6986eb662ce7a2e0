/// What a selection is, without its pixels.
public struct SelectionSummary: Sendable, Hashable {
  /// The smallest box that contains all pixels that are selected at least in part; empty if there are none.
  public var bounds: PixelBox
  /// The number of these pixels.
  public var area: Int
  /// The fingerprint of the mask, as that of a picture whose alphas are its values and whose colours are black.
  public var fingerprint: Fingerprint

  /// Creates a summary.
  public init(bounds: PixelBox, area: Int, fingerprint: Fingerprint) {
    self.bounds = bounds
    self.area = area
    self.fingerprint = fingerprint
  }

  /// Whether no pixel is selected.
  public var isEmpty: Bool { area == 0 }
}

extension SelectionMask {
  /// The summary of the selection.
  ///
  /// - Complexity: O(tiles), and O(pixels) for tiles that are partly selected.
  public var summary: SelectionSummary {
    var (bounds, area) = (PixelBox.empty, 0)
    var fingerprint = Fingerprint(size: canvas)
    // The hashes of whole tiles of nothing and of everything, which are most.
    let known = [Self.none, Self.all].map { BlockHash(of: $0, width: Tile.edge, height: Tile.edge) }
    for y in 0..<canvas.tileRows {
      for x in 0..<canvas.tileColumns {
        let index = TileIndex(x: x, y: y)
        let (tile, inside) = (self[index], index.inside(canvas))
        switch tile {
        case .color(.transparent) where inside == .tile: fingerprint.add(known[0], at: index)
        case .color(.black) where inside == .tile: fingerprint.add(known[1], at: index)
        default: fingerprint.add(tile, at: index, canvas: canvas)
        }
        let selected = TileDifference(from: Self.none, to: tile, inside: inside)
        if selected.isEmpty { continue }
        area += selected.count
        bounds = bounds.union(selected.bounds.moved(byX: index.box.x, y: index.box.y))
      }
    }
    return SelectionSummary(bounds: bounds, area: area, fingerprint: fingerprint)
  }
}
