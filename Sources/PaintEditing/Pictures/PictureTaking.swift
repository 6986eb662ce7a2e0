import PaintHistory
import PaintPNG
import PaintRaster
import SystemPackage

extension Document {
  /// Takes a whole picture in as one revision, which has the tiles that differ and no others.
  ///
  /// The file's bytes are kept with the document, by content, so that the edit can be done again. Memory is that of a
  /// row of tiles, and the cache.
  ///
  /// - Parameters:
  ///   - descriptor: delivers a PNG file from where it stands; what follows the file may be read too.
  ///   - file: the picture's name, for messages.
  ///   - progress: told how many of the picture's rows are done, and of how many.
  /// - Returns: the new revision, or nil when no pixel changed, and what of the picture could not be kept.
  /// - Throws: `.picture` with `.parameter` for a picture that has not the canvas' size. After any error the canvas shows
  ///   what it showed before; whether the transaction goes on is said by `history.isEditing`.
  public func takeIn(
    pictureFrom descriptor: CInt, named file: String, name: String, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) -> (revision: Revision?, warnings: [String]) {
    let incoming = try receive(pictureFrom: descriptor, named: file)
    let source = try EditingError.catching { () throws(HistoryError) in try incoming.reader() }
    return try takeIn(
      pictureIn: source, content: incoming.name, named: file, name: name, progress: progress
    ) { () throws(HistoryError) in try incoming.keep() }
  }

  /// Takes in a picture that the document keeps already; otherwise as the other `takeIn`.
  ///
  /// - Returns: nil where it keeps no file of that content.
  /// - Throws: as the other `takeIn`; `.history(.damaged)` where the kept file is not a regular file, `.file` where it
  ///   cannot be opened.
  public func takeIn(
    kept content: ContentName, name: String, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) -> (revision: Revision?, warnings: [String])? {
    let path = try EditingError.catching { () throws(HistoryError) in try history.keptFile(content) }
    guard let path else { return nil }
    let source = try EditingError.catching { () throws(DiskError) in try history.options.disk.open(path, .read) }
    return try takeIn(pictureIn: source, content: content, named: path.string, name: name, progress: progress) {}
  }

  /// Copies a picture's file into the document, where it is not kept yet: an edit's command names the content, so that has
  /// to be known before the first tile.
  func receive(pictureFrom descriptor: CInt, named file: String) throws(EditingError) -> IncomingFile {
    let incoming = try EditingError.catching { () throws(HistoryError) in try history.incomingFile() }
    do throws(PNGBandError<HistoryError>) {
      try PNGExtent.copy(fileDescriptor: descriptor) { (bytes) throws(HistoryError) in try incoming.write(bytes) }
    } catch {
      switch error {
      case .png(let error): throw .picture(error, file: file)
      case .body(let error): throw .history(error)
      }
    }
    return incoming
  }

  /// What to say of a picture whose colours mean something else than the drawing's.
  func profileWarning(_ chunks: PNGColorChunks) -> [String] {
    guard let profile = chunks[.iCCP] else { return [] }
    let own = try? PNGColorChunks(serialized: history.state.color)
    return own?[.iCCP] == profile ? [] : ["the picture's colour profile is not the drawing's, which stays"]
  }

  /// - Parameter keep: called once it is known that pixels change, before the revision ends.
  private func takeIn(
    pictureIn source: OpenFile, content: ContentName, named file: String, name: String, progress: (Int, Int) -> Void,
    keep: () throws(HistoryError) -> Void
  ) throws(EditingError) -> (revision: Revision?, warnings: [String]) {
    let reader = try EditingError.catching(file) { () throws(PNGError) in
      try PNGReader(fileDescriptor: source.descriptor)
    }
    let size = size
    guard reader.size == size else {
      let message =
        "the picture has \(reader.size.width)x\(reader.size.height) pixels, but the canvas \(size.width)x\(size.height)"
      throw .picture(.parameter(message: message), file: file)
    }
    var editor = TileEditor(history, name: name, command: "import content:\(content.digits)")
    do throws(PNGBandError<HistoryError>) {
      try reader.readBands { (first, rows, band) throws(HistoryError) in
        for x in 0..<size.tileColumns {
          let pixels = TilePixels(column: x, ofBand: band, rows: rows, width: size.width)
          try editor.edit(TileIndex(x: x, y: first / Tile.edge)) { (tile, _) in tile = .pixels(pixels) }
        }
        progress(first + rows, size.height)
      }
      do {
        if editor.hasBegun { try keep() }
        return (try editor.finish(), reader.warnings + profileWarning(reader.colorChunks))
      } catch { throw .body(error) }
    } catch {
      // The tiles that differed so far must not become part of what is committed next.
      try EditingError.catching { () throws(HistoryError) in try history.abandonRevision() }
      switch error {
      case .png(let error): throw .picture(error, file: file)
      case .body(let error): throw .history(error)
      }
    }
  }
}
