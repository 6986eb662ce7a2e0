extension SelectionMask {
  /// The selection grown in every direction, including diagonally: each pixel has the largest value within a square of
  /// 2·N + 1 pixels around it.
  ///
  /// - Parameter distance: N, at least 0.
  /// - Complexity: O(pixels of the selection's rows and columns of tiles · log N); memory for a row of tiles.
  public func expanded(by distance: Int) -> SelectionMask { slid(distance, takesLargest: true) }

  /// The selection shrunk from every direction: each pixel has the smallest value within a square of 2·N + 1 pixels
  /// around it, and outside of the canvas nothing is selected.
  ///
  /// - Parameter distance: N, at least 0.
  /// - Complexity: that of `expanded`.
  public func shrunk(by distance: Int) -> SelectionMask { slid(distance, takesLargest: false) }

  /// Slides first along rows, then along columns, as the square is the product of both.
  private func slid(_ distance: Int, takesLargest: Bool) -> SelectionMask {
    if distance == 0 { return self }
    let window = SlidingWindow(distance: distance, takesLargest: takesLargest)
    return slid(window, alongRows: true).slid(window, alongRows: false)
  }

  private func slid(_ window: SlidingWindow, alongRows: Bool) -> SelectionMask {
    var result = SelectionMask(on: canvas)
    let (strips, length) =
      alongRows ? (canvas.tileRows, canvas.tileColumns) : (canvas.tileColumns, canvas.tileRows)
    func index(_ strip: Int, _ place: Int) -> TileIndex {
      alongRows ? TileIndex(x: place, y: strip) : TileIndex(x: strip, y: place)
    }
    for strip in 0..<strips {
      let used = (0..<length).filter { !isNothing(at: index(strip, $0)) }
      guard let first = used.first, let last = used.last else { continue }
      // Only tiles that the window reaches from these can have a value.
      let reach = (window.distance + Tile.edge - 1) / Tile.edge
      let places = max(0, first - reach)..<min(length, last + 1 + reach)
      let tiles = places.map { self[index(strip, $0)] }
      let inside = places.map { index(strip, $0).inside(canvas) }
      for (place, tile) in zip(places, window.slide(tiles, inside, alongRows: alongRows)) {
        result.set(tile, at: index(strip, place))
      }
    }
    return result
  }

  private func isNothing(at index: TileIndex) -> Bool {
    if case .color(.transparent) = self[index] { true } else { false }
  }
}
