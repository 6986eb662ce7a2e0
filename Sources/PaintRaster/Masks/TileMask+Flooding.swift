/// The spread of a flood fill, within a tile and to its neighbours.
extension TileMask {
  /// The seeds in the left tile's last column for the filled pixels in the first column.
  public var seedsToTheLeft: TileMask { combined(with: self) { eight, _ in eight &<< UInt32(Tile.edge - 1) } }

  /// The seeds in the right tile's first column for the filled pixels in the last column.
  public var seedsToTheRight: TileMask { combined(with: self) { eight, _ in eight &>> UInt32(Tile.edge - 1) } }

  /// The seeds in the upper tile's last row for the filled pixels in the first row.
  public var seedsAbove: TileMask {
    var seeds = TileMask.none
    seeds.rows[Tile.edge - 1] = rows[0]
    return seeds
  }

  /// The seeds in the lower tile's first row for the filled pixels in the last row.
  public var seedsBelow: TileMask {
    var seeds = TileMask.none
    seeds.rows[0] = rows[Tile.edge - 1]
    return seeds
  }

  /// Flood-fills `self` from seeds: the pixels of `self` that are 4-connected to a seed in it.
  ///
  /// Works on whole rows: seeds spread along runs of a row in steps of 1, 2, 4, 8 and 16 pixels, like carries in the
  /// adder of Kogge and Stone (1973), then down and up, until nothing changes.
  public func flooded(from seeds: TileMask) -> TileMask {
    var flood = intersection(seeds)
    if flood.isEmpty { return flood }
    if self == .all { return .all }
    while true {
      let before = flood
      var above: UInt32 = 0
      for y in 0..<Tile.edge {
        above = Self.spread(flood.rows[y] | above & rows[y], along: rows[y])
        flood.rows[y] = above
      }
      var below: UInt32 = 0
      for y in stride(from: Tile.edge - 1, through: 0, by: -1) {
        below = Self.spread(flood.rows[y] | below & rows[y], along: rows[y])
        flood.rows[y] = below
      }
      if flood == before { return flood }
    }
  }

  private static func spread(_ seeds: UInt32, along row: UInt32) -> UInt32 {
    if seeds == 0 || seeds == row { return seeds }
    var (right, left) = (seeds, seeds)
    var (rightOpen, leftOpen) = (row, row)
    var step: UInt32 = 1
    while step < 32 {
      right |= rightOpen & right << step
      rightOpen &= rightOpen << step
      left |= leftOpen & left >> step
      leftOpen &= leftOpen >> step
      step *= 2
    }
    return right | left
  }
}
