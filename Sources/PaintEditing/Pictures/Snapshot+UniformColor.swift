import PaintHistory
import PaintRaster

extension Snapshot {
  /// The colour of all pixels of the picture; nil if there are several colours.
  ///
  /// - Throws: `.history` with the errors of `tile`.
  /// - Complexity: O(pixels up to the first tile that differs).
  public func uniformColor() throws(EditingError) -> Pixel? {
    var only: Pixel?
    for row in 0..<size.tileRows {
      do throws(SnapshotError<SeveralColors>) {
        try forEachTile(row: row, columns: 0..<size.tileColumns) { (index, tile) throws(SeveralColors) in
          let box = index.box(on: size)
          let first = only ?? tile[0, 0]
          only = first
          if case .color(let color) = tile, color == first { return }
          for y in 0..<box.height {
            for x in 0..<box.width where tile[x, y] != first { throw SeveralColors() }
          }
        }
      } catch {
        switch error {
        case .history(let error): throw .history(error)
        case .body: return nil
        }
      }
    }
    return only
  }

  private struct SeveralColors: Error {}
}
