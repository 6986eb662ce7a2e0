import PaintFormats
import PaintHistory
import PaintRaster
import SystemPackage

/// The import of a whole picture, as an edit.
public struct ImportEdit {
  /// The picture, which must have the canvas' size, unless it replaces the canvas.
  public var picture: ReceivedPicture
  /// Whether pixels that are not selected are replaced, too.
  public var ignoresSelection: Bool
  /// Whether the canvas gets the picture's size, and the eraser brings the picture back.
  public var replacesCanvas: Bool

  /// Creates an import.
  public init(
    _ picture: ReceivedPicture, ignoringSelection ignoresSelection: Bool = false,
    replacingCanvas replacesCanvas: Bool = false
  ) {
    self.picture = picture
    self.ignoresSelection = ignoresSelection
    self.replacesCanvas = replacesCanvas
  }

  /// The canonical command.
  public var command: String {
    "import content:\(picture.content.digits)"
      + (replacesCanvas ? " --replace" : ignoresSelection ? " --everywhere" : "")
  }
}

extension ImportEdit: Edit {
  /// Replaces the canvas' pixels by the picture's; the revision only stores the tiles that differ.
  ///
  /// - Throws: `.picture` with `.parameter` if the picture does not have the canvas' size, or if it is damaged; the errors
  ///   of `EditContext.edit`.
  /// - Complexity: O(pixels); memory for a row of tiles, and the cache.
  public func apply(to canvas: inout EditContext) throws(EditingError) {
    let (size, reader) = (canvas.size, picture.reader)
    if replacesCanvas { return try replace(&canvas) }
    guard reader.size == size else {
      let message =
        "the picture has \(reader.size.width)x\(reader.size.height) pixels, but the canvas \(size.width)x\(size.height)"
      throw .picture(.parameter(message: message), file: picture.file)
    }
    try EditingError.catching(picture.file) {
      try reader.readBands { (first, rows, band) throws(HistoryError) in
        for x in 0..<size.tileColumns {
          let pixels = TilePixels(column: x, ofBand: band, rows: rows, width: size.width)
          try canvas.edit(TileIndex(x: x, y: first / Tile.edge)) { (tile, _) in tile = .pixels(pixels) }
        }
        canvas.report(first + rows, of: size.height)
      }
      if canvas.hasBegun || canvas.document.keepsUnchanged { try picture.keep() }
    }
  }

  /// Makes the picture the canvas.
  private func replace(_ canvas: inout EditContext) throws(EditingError) {
    let (size, reader, options) = (picture.size, picture.reader, canvas.history.options)
    try EditingError.catching(picture.file) {
      let builder = try MemoryHistoryBuilder(
        DocumentBuilder.Start(size: size, background: .transparent, name: "", command: ""),
        named: FilePath(picture.file),
        options: options)
      try reader.readBands { (first, rows, band) throws(HistoryError) in
        for x in 0..<size.tileColumns {
          let pixels = TilePixels(column: x, ofBand: band, rows: rows, width: size.width)
          try builder.add(.pixels(pixels), at: TileIndex(x: x, y: first / Tile.edge))
        }
      }
      let all = try builder.finish().snapshot(at: 0)
      try canvas.replace(with: all, erasingTo: nil, differingIn: [], selecting: nil)
      if canvas.hasBegun || canvas.document.keepsUnchanged { try picture.keep() }
    }
  }
}
