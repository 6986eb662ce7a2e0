import PaintHistory
import PaintRaster

/// What of a revision is written to a file.
public enum ExportedContent: Sendable, Hashable {
  /// The picture.
  case picture
  /// The selection's mask: 0, black, where nothing is selected, to 255, white; all of it is opaque.
  case mask
  /// The selected part of the picture: each pixel keeps its colour, and alpha is round(alpha · k / 255) for a mask of k;
  /// where nothing is selected, all four bytes are 0.
  case cutOut
}

extension Document {
  /// The picture that is written; without a selection everything is selected.
  ///
  /// - Throws: the errors of `selectionMask(of:)`.
  func picture(of snapshot: Snapshot, _ content: ExportedContent) throws(HistoryError) -> any TiledPicture {
    if content == .picture { return snapshot }
    let mask = try selectionMask(of: snapshot) ?? SelectionMask(on: snapshot.size, selectingAll: true)
    return content == .mask ? MaskPicture(mask: mask) : CutOutPicture(picture: snapshot, mask: mask)
  }
}

/// A mask as an opaque grey picture.
private struct MaskPicture: TiledPicture {
  let mask: SelectionMask

  /// The approximate nanoseconds in which a tile is made.
  private static let cost = 1_000

  var size: CanvasSize { mask.canvas }

  func forEachTile(
    rows: Range<Int>, columns: Range<Int>, with workers: Workers, _ body: @escaping @Sendable (TileIndex, Tile) -> Void
  ) throws(HistoryError) {
    let mask = mask
    workers.forEachBand(of: rows.count, cost: columns.count * Self.cost) { band in
      for y in rows.lowerBound + band.lowerBound..<rows.lowerBound + band.upperBound {
        for x in columns {
          let index = TileIndex(x: x, y: y)
          body(index, mask[index].alphasAsGrey)
        }
      }
    }
  }
}

/// The selected part of a picture.
private struct CutOutPicture: TiledPicture {
  let picture: Snapshot
  let mask: SelectionMask

  var size: CanvasSize { picture.size }

  func forEachTile(
    rows: Range<Int>, columns: Range<Int>, with workers: Workers, _ body: @escaping @Sendable (TileIndex, Tile) -> Void
  ) throws(HistoryError) {
    let mask = mask
    try picture.forEachTile(rows: rows, columns: columns, with: workers) { index, tile in
      body(index, tile.cutOut(by: mask[index]))
    }
  }
}
