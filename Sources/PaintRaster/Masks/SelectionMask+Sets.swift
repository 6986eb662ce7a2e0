/// Selections as sets.
extension SelectionMask {
  /// How an area is combined with what is selected already.
  public enum Combination: Sendable, Hashable, CaseIterable {
    /// The area replaces it.
    case replace
    /// The larger value of each pixel.
    case add
    /// The smaller one of the old value and 255 − the area's.
    case subtract
    /// The smaller value of each pixel.
    case intersect

    /// The value of a pixel: the plain formula, which the faster version must equal.
    public func value(_ old: UInt8, _ area: UInt8) -> UInt8 {
      switch self {
      case .replace: area
      case .add: max(old, area)
      case .subtract: min(old, 255 - area)
      case .intersect: min(old, area)
      }
    }
  }

  /// Combines this selection with an area of the same canvas.
  ///
  /// - Complexity: O(tiles), and O(pixels) for tiles that are partly selected.
  public func combined(with area: SelectionMask, _ combination: Combination) -> SelectionMask {
    precondition(area.canvas == canvas, "a selection and an area have the same canvas")
    switch combination {
    case .replace: return area
    case .add: return merging(area) { Self.larger($0, $1) }
    case .subtract: return merging(area) { Self.smaller($0, Self.complement(of: $1)) }
    case .intersect: return merging(area) { Self.smaller($0, $1) }
    }
  }

  private func merging(_ other: SelectionMask, _ merge: (Tile, Tile) -> Tile) -> SelectionMask {
    var result = SelectionMask(on: canvas)
    for y in 0..<canvas.tileRows {
      for x in 0..<canvas.tileColumns {
        let index = TileIndex(x: x, y: y)
        let tile = merge(self[index], other[index])
        if case .color(.transparent) = tile { continue }
        result.set(tile, at: index)
      }
    }
    return result
  }

  private static func larger(_ a: Tile, _ b: Tile) -> Tile {
    switch (a, b) {
    case (.color(.transparent), let other), (let other, .color(.transparent)): other
    case (.color(.black), _), (_, .color(.black)): all
    default: Tile(a, b) { $0 > $1 ? $0 : $1 }
    }
  }

  private static func smaller(_ a: Tile, _ b: Tile) -> Tile {
    switch (a, b) {
    case (.color(.transparent), _), (_, .color(.transparent)): none
    case (.color(.black), let other), (let other, .color(.black)): other
    default: Tile(a, b) { $0 < $1 ? $0 : $1 }
    }
  }

  private static func complement(of tile: Tile) -> Tile {
    switch tile {
    case .color(let color): .color(Pixel(bits: 0xFF00_0000 - color.bits & 0xFF00_0000))
    case .pixels: Tile(tile, tile) { word, _ in 0xFF00_0000 &- word }
    }
  }
}
