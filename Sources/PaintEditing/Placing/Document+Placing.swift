import PaintFilters
import PaintHistory
import PaintPNG
import PaintRaster
import SystemPackage

extension Document {
  /// Composites a picture over the canvas.
  ///
  /// The file's bytes are stored in the document by content, so that the edit can be repeated. Each pixel is blended
  /// onto the canvas by the formula of `Blend`, with full coverage.
  ///
  /// - Parameters:
  ///   - descriptor: a PNG file from its current position; bytes after the picture may be read too.
  ///   - file: the picture's name, for messages.
  ///   - command: makes the canonical command from the word that names the kept file and the picture's box.
  /// - Returns: the new revision, or nil if no pixel changed, and warnings about content that could not be imported.
  /// - Throws: `.picture` with `.limit` if the scaled picture would be larger than the largest canvas. After any error
  ///   the canvas shows the previous picture; `history.isEditing` tells whether the transaction is still open.
  /// - Complexity: O(pixels of the picture); memory for a picture up to 64 MiB, or for some rows of a larger one.
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

  /// Composites a picture that is already stored in the document; otherwise like the other `place`.
  ///
  /// - Returns: nil if the file is not stored.
  /// - Throws: the errors of the other `place`; `.history(.damaged)` if the kept file is not a regular file, `.file` if
  ///   it cannot be opened.
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
        try blend(rows, with: &editor)
        do throws(HistoryError) { if editor.hasBegun { try keep() } } catch { throw .body(error) }
      } catch {
        // The tiles changed so far must not become part of the next commit.
        try EditingError.catching { () throws(HistoryError) in try history.abandonRevision() }
        switch error {
        case .png(let error): throw .picture(error, file: file)
        case .body(let error): throw .history(error)
        }
      }
      revision = try EditingError.catching { () throws(HistoryError) in try editor.finish() }
    }
    // Rows of a large picture are read while they are composited.
    withExtendedLifetime(source) {}
    var warnings = reader.warnings + profileWarning(reader.colorChunks)
    if size.width > self.size.width || size.height > self.size.height {
      warnings.append(
        "the picture, \(size.width)x\(size.height), is larger than the canvas; what lies outside is cut off")
    }
    return (revision, warnings)
  }

  private func blend(_ rows: PlacedRows, with editor: inout TileEditor) throws(PNGBandError<HistoryError>) {
    var rows = rows
    let visible = rows.visible
    for band in rows.tileRows {
      do throws(PNGError) { try rows.make(band) } catch { throw .png(error) }
      do throws(HistoryError) {
        for y in band {
          for x in visible.x / Tile.edge...(visible.maxX - 1) / Tile.edge {
            let index = TileIndex(x: x, y: y)
            try editor.edit(index) { (tile, _) in rows.blend(onto: &tile, at: index) }
          }
        }
      } catch { throw .body(error) }
    }
    do throws(PNGError) { try rows.finish() } catch { throw .png(error) }
  }
}
