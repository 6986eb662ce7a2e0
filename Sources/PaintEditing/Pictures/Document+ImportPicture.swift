import PaintHistory
import PaintPNG
import PaintRaster
import SystemPackage

extension Document {
  /// Imports a whole picture as one revision, which only stores the tiles that differ.
  ///
  /// The file's bytes are stored in the document by content, so that the edit can be repeated. Memory is that of a row
  /// of tiles, and the cache.
  ///
  /// - Parameters:
  ///   - descriptor: a PNG file from its current position; bytes after the picture may be read too.
  ///   - file: the picture's name, for messages.
  ///   - progress: called with the number of finished rows and their total number.
  /// - Returns: the new revision, or nil if no pixel changed, and warnings about content that could not be imported.
  /// - Throws: `.picture` with `.parameter` if the picture does not have the canvas' size. After any error the canvas
  ///   shows the previous picture; `history.isEditing` tells whether the transaction is still open.
  public func importPicture(
    from descriptor: CInt, named file: String, name: String, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) -> (revision: Revision?, warnings: [String]) {
    let incoming = try receive(pictureFrom: descriptor, named: file)
    let source = try EditingError.catching { () throws(HistoryError) in try incoming.reader() }
    return try importPicture(
      pictureIn: source, content: incoming.name, named: file, name: name, progress: progress
    ) { () throws(HistoryError) in try incoming.keep() }
  }

  /// Imports a picture that is already stored in the document; otherwise like the other `importPicture`.
  ///
  /// - Returns: nil if the file is not stored.
  /// - Throws: the errors of the other `importPicture`; `.history(.damaged)` if the kept file is not a regular file,
  ///   `.file` if it cannot be opened.
  public func importPicture(
    kept content: ContentName, name: String, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) -> (revision: Revision?, warnings: [String])? {
    let path = try EditingError.catching { () throws(HistoryError) in try history.keptFile(content) }
    guard let path else { return nil }
    let source = try EditingError.catching { () throws(DiskError) in try history.options.disk.open(path, .read) }
    return try importPicture(pictureIn: source, content: content, named: path.string, name: name, progress: progress) {}
  }

  /// Copies a picture's file into the document, without keeping it yet: the edit's command names the content, which
  /// must be known before the first tile.
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

  /// A warning if a picture's colour profile is not the document's.
  func profileWarning(_ chunks: PNGColorChunks) -> [String] {
    guard let profile = chunks[.iCCP] else { return [] }
    let own = try? PNGColorChunks(serialized: history.state.color)
    return own?[.iCCP] == profile ? [] : ["the picture's colour profile is not the drawing's, which stays"]
  }

  /// - Parameter keep: called if pixels change, before the revision ends.
  private func importPicture(
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
      // The tiles changed so far must not become part of the next commit.
      try EditingError.catching { () throws(HistoryError) in try history.abandonRevision() }
      switch error {
      case .png(let error): throw .picture(error, file: file)
      case .body(let error): throw .history(error)
      }
    }
  }
}
