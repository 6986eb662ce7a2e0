import PaintHistory
import PaintPNG
import PaintRaster

/// A picture to compare, read in bands of 32 rows from top to bottom, whether a PNG file or a picture of a document.
public final class PictureRows {
  private enum Source {
    case file(PNGReader, name: String)
    case snapshot(Snapshot, PixelBand)
  }

  /// The picture's size.
  public let size: CanvasSize
  /// What a file has lost or wrong, as clauses; complete once all of it was read.
  public var warnings: [String] {
    if case .file(let reader, _) = source { reader.warnings } else { [] }
  }
  /// The picture of a document, where it is one.
  var snapshot: Snapshot? {
    if case .snapshot(let snapshot, _) = source { snapshot } else { nil }
  }

  private var source: Source
  /// The band read last, row by row without gaps.
  private(set) var pixels: [UInt32] = []

  /// The picture of a document.
  public init(_ snapshot: Snapshot) {
    size = snapshot.size
    source = .snapshot(snapshot, PixelBand(box: snapshot.size.box))
  }

  /// The PNG picture that an open file delivers; the descriptor stays the caller's, and open until all is read.
  ///
  /// - Parameter file: its name, for messages.
  /// - Throws: `.picture` where the file cannot be read, is no PNG or is damaged, or where its picture is too large.
  ///   What comes behind its header is read later.
  public init(descriptor: CInt, named file: String) throws(EditingError) {
    let reader = try EditingError.catching(file) { () throws(PNGError) in try PNGReader(fileDescriptor: descriptor) }
    size = reader.size
    source = .file(reader, name: file)
  }

  /// Reads the band that begins at a row of tiles; bands are read in order, each once.
  func read(tileRow row: Int) throws(EditingError) {
    pixels.removeAll(keepingCapacity: true)
    switch source {
    case .file(let reader, let name):
      try read(from: reader, named: name)
      // The picture counts once its end was found good.
      if row == size.tileRows - 1 { try read(from: reader, named: name) }
    case .snapshot(let snapshot, var band):
      // Given up for the time, so that the band's memory has one owner.
      source = .snapshot(snapshot, PixelBand(box: .empty))
      do throws(SnapshotError<Never>) {
        try snapshot.forEachTile(row: row, columns: 0..<size.tileColumns) { (index, tile) throws(Never) in
          band.take(tile, at: index)
        }
      } catch {
        switch error {
        case .history(let error): throw .history(error)
        }
      }
      band.withRows(ofTileRow: row) { (words, rows) throws(Never) in
        pixels.append(contentsOf: UnsafeBufferPointer(start: words, count: rows * size.width))
      }
      source = .snapshot(snapshot, band)
    }
  }

  private func read(from reader: PNGReader, named name: String) throws(EditingError) {
    do throws(PNGBandError<Never>) {
      _ = try reader.lendNextBand { (_, rows, words) throws(Never) in
        pixels.append(contentsOf: UnsafeBufferPointer(start: words, count: rows * size.width))
      }
    } catch {
      switch error {
      case .png(let error): throw .picture(error, file: name)
      }
    }
  }
}
