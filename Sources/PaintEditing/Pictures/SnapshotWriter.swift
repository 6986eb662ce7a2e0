import PaintFormats
import PaintPNG
import PaintRaster

/// Writes a picture of a document row by row, in any format.
enum SnapshotWriter {
  /// A PNG, whose layout was planned from its pixels.
  case planned(PlannedWriter)
  /// Any other format, without such a plan.
  case direct(PictureWriter)

  /// What the file lacks so far, as clauses.
  var warnings: [String] {
    switch self {
    case .planned(let writer): writer.warnings
    case .direct(let writer): writer.warnings
    }
  }

  /// Writes the next rows; throws `PNGError` or `PictureError`.
  func writeRows(_ pixels: Span<UInt32>, rows: Int) throws {
    switch self {
    case .planned(let writer): try writer.writeRows(pixels, rows: rows)
    case .direct(let writer): try writer.writeRows(pixels, rows: rows)
    }
  }

  /// Ends the picture; throws `PNGError` or `PictureError`.
  func finish() throws {
    switch self {
    case .planned(let writer): try writer.finish()
    case .direct(let writer): try writer.finish()
    }
  }
}
