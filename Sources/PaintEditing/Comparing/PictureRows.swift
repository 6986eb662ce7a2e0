import PaintFormats
import PaintHistory
import PaintRaster

/// A picture to compare, a picture file or a picture of a document, read in bands of 32 rows from top to bottom.
public final class PictureRows {
  private enum Source {
    case file(PictureReader, name: String)
    case snapshot(Snapshot, PixelBand)
  }

  /// The picture's size.
  public let size: CanvasSize
  /// Warnings about a file, as clauses; complete after all of it was read.
  public var warnings: [String] {
    if case .file(let reader, _) = source { reader.warnings } else { [] }
  }
  /// The snapshot, if it is the picture of a document.
  var snapshot: Snapshot? {
    if case .snapshot(let snapshot, _) = source { snapshot } else { nil }
  }

  private var source: Source
  /// The last band that was read, row by row without gaps.
  private(set) var pixels: [UInt32] = []

  /// Creates the rows of a document's picture.
  public init(_ snapshot: Snapshot) {
    size = snapshot.size
    source = .snapshot(snapshot, PixelBand(box: snapshot.size.box))
  }

  /// Creates the rows of a picture file.
  ///
  /// - Parameters:
  ///   - reader: the picture, of which no rows were read yet; its source stays open until everything is read.
  ///   - file: the file's name, for messages.
  public init(_ reader: PictureReader, named file: String) {
    size = reader.size
    source = .file(reader, name: file)
  }

  /// Reads the band that begins at a row of tiles; bands are read in order, each once.
  func read(tileRow row: Int) throws(EditingError) {
    pixels.removeAll(keepingCapacity: true)
    switch source {
    case .file(let reader, let name):
      try read(from: reader, named: name)
      // The picture is only valid if its end is valid.
      if row == size.tileRows - 1 { try read(from: reader, named: name) }
    case .snapshot(let snapshot, var band):
      // Replaced temporarily, so that the band's memory has one owner.
      source = .snapshot(snapshot, PixelBand(box: .empty))
      do throws(SnapshotError<Never>) {
        try snapshot.forEachTile(row: row, columns: 0..<size.tileColumns) { (index, tile) throws(Never) in
          band.copy(tile, at: index)
        }
      } catch {
        throw .history(HistoryError(error))
      }
      band.withRows(ofTileRow: row) { (words, _) throws(Never) in pixels.append(copying: words) }
      source = .snapshot(snapshot, band)
    }
  }

  private func read(from reader: PictureReader, named name: String) throws(EditingError) {
    do throws(PictureBandError<Never>) {
      _ = try reader.lendNextBand { (_, _, words) throws(Never) in pixels.append(copying: words) }
    } catch {
      switch error {
      case .picture(let error): throw .picture(error, file: name)
      }
    }
  }
}
