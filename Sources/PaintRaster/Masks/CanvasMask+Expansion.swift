extension CanvasMask {
  /// The set expanded by some pixels in every direction, including diagonally, within the canvas: the dilation by a
  /// square of 2·N + 1 pixels.
  ///
  /// Expands first along rows, then along columns, by at most 32 pixels at a time, so that only adjacent tiles are
  /// needed.
  ///
  /// - Complexity: O(tiles of the canvas · N / 32); memory for two sets.
  public consuming func expanded(by distance: Int) -> CanvasMask {
    var mask = self
    for isHorizontal in [true, false] {
      var rest = distance
      while rest > 0 {
        let step = min(rest, Tile.edge)
        mask = mask.grown(by: step, isHorizontal)
        rest -= step
      }
    }
    return mask
  }

  /// The set expanded by at most 32 pixels along rows or columns.
  private func grown(by distance: Int, _ isHorizontal: Bool) -> CanvasMask {
    let (dx, dy) = isHorizontal ? (1, 0) : (0, 1)
    func parts(_ mask: TileMask) -> TileMask.Expanded {
      isHorizontal ? mask.expandedAlongRows(by: distance) : mask.expandedAlongColumns(by: distance)
    }
    var grown = CanvasMask(on: canvas)
    for y in 0..<canvas.tileRows {
      for x in 0..<canvas.tileColumns {
        let codes = (code(x - dx, y - dy), code(x, y), code(x + dx, y + dy))
        if codes.1 == Self.whole {
          grown.addWhole(x: x, y: y)
          continue
        }
        if codes == (Self.none, Self.none, Self.none) { continue }
        var mask = parts(self[x, y]).middle
        if codes.0 != Self.none { mask = mask.union(parts(self[x - dx, y - dy]).after) }
        if codes.2 != Self.none { mask = mask.union(parts(self[x + dx, y + dy]).before) }
        grown.add(mask, x: x, y: y)
      }
    }
    return grown
  }
}
