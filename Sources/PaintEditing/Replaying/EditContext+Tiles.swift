import PaintHistory
import PaintRaster

extension EditContext {
  /// Replaces tiles by those of another picture.
  ///
  /// - Throws: the errors of `edit`.
  mutating func put(_ tiles: some Sequence<TileIndex>, of source: Snapshot) throws(HistoryError) {
    let now = try picture()
    for index in tiles { try put(source.tile(at: index), at: index, insteadOf: now.tile(at: index)) }
  }

  /// Replaces tiles of what the eraser brings back by those of another picture.
  ///
  /// - Throws: the errors of `edit`.
  mutating func putBase(_ tiles: some Sequence<TileIndex>, of source: Snapshot) throws(HistoryError) {
    let now = try history.basePicture()
    for index in tiles { try putBase(source.tile(at: index), at: index, insteadOf: now.tile(at: index)) }
  }
}
