import PaintFormats
import PaintHistory
import PaintRaster
import SystemPackage

/// Compares two pictures, each a picture file or the picture of a revision.
public enum PictureComparison {
  /// Counts how two pictures differ.
  ///
  /// - Parameters:
  ///   - tolerance: the largest `Pixel.difference(from:)`, 0…255, at which two pixels still count as equal.
  ///   - metric: a number to compute, whatever the tolerance; then both pictures are read whole.
  ///   - progress: called with the number of finished rows of tiles and their total number.
  /// - Throws: `.history` if a document's picture cannot be read, `.picture` if a file cannot be read or is damaged.
  /// - Precondition: with a metric, both pictures have the same size.
  /// - Complexity: for two pictures of one document O(tiles changed between them), otherwise, and with a metric,
  ///   O(pixels); memory for a band of each, and for SSIM 208 bytes per column.
  public static func compare(
    _ first: PictureRows, _ second: PictureRows, tolerance: Int, metric: PictureMetric? = nil,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) -> ComparedPictures {
    if metric == nil, let one = first.snapshot, let other = second.snapshot, one.sharesTiles(with: other) {
      return ComparedPictures(difference: try compareTiles(one, other, tolerance: tolerance), warnings: [])
    }
    return try EditingError.catching { try walk(first, second, tolerance: tolerance, metric, progress) { _, _, _ in } }
  }

  /// Counts how two pictures differ, and writes a picture that shows the differences to an open file.
  ///
  /// - Throws: the errors of `compare`; `.picture` also if the new file cannot be written.
  /// - Precondition: with a metric, both pictures have the same size.
  /// - Complexity: O(pixels of both).
  public static func map(
    _ first: PictureRows, _ second: PictureRows, tolerance: Int, metric: PictureMetric? = nil,
    as encoding: PictureEncoding = .png, to descriptor: CInt, named file: String,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) -> ComparedPictures {
    let (firstSize, secondSize) = (first.size, second.size)
    return try EditingError.catching(file) {
      var map = try HeatMap(of: firstSize, and: secondSize, as: encoding, to: descriptor)
      var compared = try walk(first, second, tolerance: tolerance, metric, progress) { row, first, second in
        try map.add(tileRow: row, first, of: firstSize, second, of: secondSize, tolerance: tolerance)
      }
      try map.finish()
      compared.warnings += map.warnings
      return compared
    }
  }

  /// The same as the other `map`, but writes the file atomically.
  ///
  /// - Throws: the errors of the other `map`; `.file` if the file cannot be created, synced or renamed.
  public static func map(
    _ first: PictureRows, _ second: PictureRows, tolerance: Int, metric: PictureMetric? = nil,
    as encoding: PictureEncoding = .png, to path: FilePath, on disk: any Disk, force: Bool = false,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) -> ComparedPictures {
    var compared: ComparedPictures?
    let warnings = try PictureFile.replace(path, on: disk, force: force) { file in
      compared = try map(
        first, second, tolerance: tolerance, metric: metric, as: encoding, to: file, named: path.string,
        progress: progress)
    }
    guard var compared else { preconditionFailure("a file that was replaced was written") }
    compared.warnings += warnings
    return compared
  }

  private static func compareTiles(
    _ first: Snapshot, _ second: Snapshot, tolerance: Int
  ) throws(EditingError) -> PictureDifference {
    var difference = PictureDifference(tolerance: tolerance)
    do throws(SnapshotError<Never>) {
      try first.forEachChangedTile(to: second) { (index, one, other) throws(Never) in
        difference.add(one, other, at: index, in: index.box(on: first.size))
      }
    } catch {
      throw .history(HistoryError(error))
    }
    return difference
  }

  /// Reads both pictures band by band, compares their common part, and passes each pair of bands to `body`.
  static func walk(
    _ first: PictureRows, _ second: PictureRows, tolerance: Int, _ metric: PictureMetric?,
    _ progress: (Int, Int) -> Void, _ body: (Int, [UInt32], [UInt32]) throws -> Void
  ) throws -> ComparedPictures {
    precondition(metric == nil || first.size == second.size, "a metric compares pictures of one size")
    var difference = PictureDifference(tolerance: tolerance)
    let meter = metric.map { MetricMeter($0, size: first.size) }
    let common = first.size.box.intersection(second.size.box)
    let rows = max(first.size.tileRows, second.size.tileRows)
    for row in 0..<rows {
      if row < first.size.tileRows { try first.read(tileRow: row) }
      if row < second.size.tileRows { try second.read(tileRow: row) }
      let top = row * Tile.edge
      let count = max(0, min(Tile.edge, common.height - top))
      let (firstWidth, secondWidth) = (first.size.width, second.size.width)
      difference.add(
        first.pixels.span, width: firstWidth, second.pixels.span, width: secondWidth, y: top, rows: count,
        width: common.width)
      meter?.add(first.pixels.span, second.pixels.span, rows: count)
      try body(row, first.pixels, second.pixels)
      progress(row + 1, rows)
    }
    difference.add(outsideOf: first.size, and: second.size)
    return ComparedPictures(
      difference: difference, warnings: first.warnings + second.warnings, metric: meter?.value)
  }
}

/// The result of a comparison.
public struct ComparedPictures: Sendable {
  /// How the pictures differ.
  public var difference: PictureDifference
  /// Warnings about the files, as clauses.
  public var warnings: [String]
  /// The value of the metric, not negative; infinite for the PSNR of equal pictures, nil if none was asked for.
  public var metric: Double? = nil
}
