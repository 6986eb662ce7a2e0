import PaintHistory
import PaintRaster

/// Small pictures of successive revisions.
///
/// Only the tiles in which a picture differs from the previous one are read, if both have the same size and base.
public struct Thumbnails {
  private let limit: CanvasSize
  private var shown: (snapshot: Snapshot, sums: AreaSums)?

  /// Creates the maker of pictures that fit into a size.
  public init(within limit: CanvasSize) { self.limit = limit }

  /// The size of a small picture.
  public func size(of picture: CanvasSize) -> CanvasSize { AreaAverage.size(of: picture, within: limit) }

  /// The pixels (`Pixel.bits`) of the next small picture, row by row; its size is `size(of:)`.
  ///
  /// - Throws: `.history` with the errors of `Snapshot.tile`.
  /// - Complexity: O(tiles that differ from the previous picture), otherwise O(tiles), which are read on all processors.
  public mutating func next(_ snapshot: Snapshot) throws(EditingError) -> [UInt32] {
    do throws(HistoryError) {
      let sums: AreaSums
      if let shown, shown.snapshot.sharesTiles(with: snapshot) {
        sums = try Self.sums(after: shown.snapshot, shown.sums, of: snapshot)
      } else {
        sums = try self.sums(of: snapshot)
      }
      shown = (snapshot, sums)
      return sums.pixels()
    } catch {
      throw .history(error)
    }
  }

  private func sums(of snapshot: Snapshot) throws(HistoryError) -> AreaSums {
    let size = snapshot.size
    let scale = AreaScale(from: size, to: self.size(of: size))
    let sums = SharedAreaSums(scale)
    sums.use { $0.extend(to: scale.target.height) }
    try snapshot.forEachTile(rows: 0..<size.tileRows, columns: 0..<size.tileColumns, with: .all) { index, tile in
      guard let part = scale.part(of: tile, at: index.box) else { return }
      sums.use { $0.add(part) }
    }
    return sums.use { $0 }
  }

  private static func sums(
    after before: Snapshot, _ known: AreaSums, of snapshot: Snapshot
  ) throws(HistoryError) -> AreaSums {
    var sums = known
    do throws(SnapshotError<Never>) {
      try before.forEachChangedTile(to: snapshot) { (index, old, new) throws(Never) in
        if let part = sums.scale.part(of: old, at: index.box) { sums.subtract(part) }
        if let part = sums.scale.part(of: new, at: index.box) { sums.add(part) }
      }
    } catch {
      throw HistoryError(error)
    }
    return sums
  }
}
