import PaintFilters
import PaintHistory
import PaintPNG
import PaintRaster
import SystemPackage

extension Document {
  /// Lays a picture over the canvas.
  ///
  /// The file's bytes are kept with the document, by content, so that the edit can be done again. Each pixel is laid over
  /// what is there by the formula of `Blend`, fully covered.
  ///
  /// - Parameters:
  ///   - descriptor: delivers a PNG file from where it stands; what follows the file may be read too.
  ///   - file: the picture's name, for messages.
  ///   - command: the canonical command, of the word that names the kept file and of where the picture's corner lies.
  /// - Returns: the new revision, or nil when no pixel changed, and what of the picture could not be kept.
  /// - Throws: `.picture` with `.limit` for a picture that would become larger than a canvas can be. After any error the canvas
  ///   shows what it showed before; whether the transaction goes on is said by `history.isEditing`.
  /// - Complexity: O(pixels of the picture); memory is that of the picture up to 64 MiB, and of some rows of a larger one.
  public func place(
    _ placement: Placement, pictureFrom descriptor: CInt, named file: String,
    command: (_ content: String, _ box: PixelBox) -> String
  ) throws(EditingError) -> (revision: Revision?, warnings: [String]) {
    let incoming = try receive(pictureFrom: descriptor, named: file)
    let source = try EditingError.catching { () throws(HistoryError) in try incoming.reader() }
    return try place(
      placement, pictureIn: source, content: incoming.name, named: file, command: command
    ) { () throws(HistoryError) in try incoming.keep() }
  }

  /// Lays a picture over the canvas that the document keeps already; otherwise as the other `place`.
  ///
  /// - Returns: nil where it keeps no file of that content.
  /// - Throws: as the other `place`; `.history(.damaged)` where the kept file is not a regular file, `.file` where it
  ///   cannot be opened.
  public func place(
    _ placement: Placement, kept content: ContentName, command: (_ content: String, _ box: PixelBox) -> String
  ) throws(EditingError) -> (revision: Revision?, warnings: [String])? {
    let path = try EditingError.catching { () throws(HistoryError) in try history.keptFile(content) }
    guard let path else { return nil }
    let source = try EditingError.catching { () throws(DiskError) in try history.options.disk.open(path, .read) }
    return try place(placement, pictureIn: source, content: content, named: path.string, command: command) {}
  }

  private func place(
    _ placement: Placement, pictureIn source: OpenFile, content: ContentName, named file: String,
    command: (String, PixelBox) -> String, keep: () throws(HistoryError) -> Void
  ) throws(EditingError) -> (revision: Revision?, warnings: [String]) {
    let reader = try EditingError.catching(file) { () throws(PNGError) in
      try PNGReader(fileDescriptor: source.descriptor)
    }
    guard let size = placement.size(of: reader.size) else {
      throw .picture(.limit(message: "so large the picture would have more than 65,536 pixels a side"), file: file)
    }
    let box = placement.box(of: size)
    let visible = box.intersection(self.size.box)
    let rows = try EditingError.catching(file) { () throws(PNGError) in
      try PlacedRows(reader, in: box, visible: visible, method: placement.method, opacity: placement.opacity)
    }
    var revision: Revision?
    if let rows {
      var editor = TileEditor(history, name: placement.name, command: command("content:\(content.digits)", box))
      do throws(PNGBandError<HistoryError>) {
        try lay(rows, with: &editor)
        do throws(HistoryError) { if editor.hasBegun { try keep() } } catch { throw .body(error) }
      } catch {
        // The tiles that differed so far must not become part of what is committed next.
        try EditingError.catching { () throws(HistoryError) in try history.abandonRevision() }
        switch error {
        case .png(let error): throw .picture(error, file: file)
        case .body(let error): throw .history(error)
        }
      }
      revision = try EditingError.catching { () throws(HistoryError) in try editor.finish() }
    }
    // Rows of a large picture are read while they are laid.
    withExtendedLifetime(source) {}
    var warnings = reader.warnings + profileWarning(reader.colorChunks)
    if size.width > self.size.width || size.height > self.size.height {
      warnings.append(
        "the picture, \(size.width)x\(size.height), is larger than the canvas; what lies outside is cut off")
    }
    return (revision, warnings)
  }

  private func lay(_ rows: PlacedRows, with editor: inout TileEditor) throws(PNGBandError<HistoryError>) {
    var rows = rows
    let visible = rows.visible
    for band in rows.tileRows {
      do throws(PNGError) { try rows.make(band) } catch { throw .png(error) }
      do throws(HistoryError) {
        for y in band {
          for x in visible.x / Tile.edge...(visible.maxX - 1) / Tile.edge {
            let index = TileIndex(x: x, y: y)
            try editor.edit(index) { (tile, _) in rows.lay(over: &tile, at: index) }
          }
        }
      } catch { throw .body(error) }
    }
    do throws(PNGError) { try rows.finish() } catch { throw .png(error) }
  }
}
