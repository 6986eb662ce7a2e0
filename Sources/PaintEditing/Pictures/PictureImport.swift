import PaintFormats
import PaintHistory
import PaintRaster
import SystemPackage

extension Document {
  /// Creates a document with a blank canvas.
  ///
  /// - Parameters:
  ///   - author: who creates it; empty if nobody is named.
  ///   - typed: the command as it was typed; empty if that is the same.
  /// - Returns: the fingerprint of the canvas.
  /// - Throws: `.history` with the errors of `DocumentBuilder.init` and `DocumentBuilder.finish`.
  public static func create(
    at path: FilePath, size: CanvasSize, background: Pixel, author: String = "", command: String, typed: String = "",
    replacing: Bool, options: History.Options
  ) throws(EditingError) -> Fingerprint {
    try EditingError.catching {
      let builder = try DocumentBuilder(
        at: path,
        start: .init(
          size: size, background: background, name: "New", author: author, command: command, typed: typed),
        replacing: replacing, options: options)
      return try builder.finish(replacing: replacing)
    }
  }

  /// Creates a document from a picture.
  ///
  /// - Parameters:
  ///   - reader: the picture, of which no rows were read yet; its source stays open.
  ///   - file: the picture's name, for messages.
  ///   - author: who creates it; empty if nobody is named.
  ///   - typed: the command as it was typed; empty if that is the same.
  ///   - progress: called with the number of finished rows and their total number.
  /// - Returns: the picture's size and fingerprint, and warnings about content that could not be imported.
  /// - Throws: `.picture` if the picture cannot be read or is damaged; `.history` with the errors of
  ///   `DocumentBuilder.init`, `add` and `finish`.
  public static func create(
    at path: FilePath, from reader: PictureReader, named file: String, author: String = "", command: String,
    typed: String = "", replacing: Bool, options: History.Options, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) -> ImportedPicture {
    try EditingError.catching(file) {
      let builder = try DocumentBuilder(
        at: path,
        start: .init(
          size: reader.size, background: .transparent, color: reader.colorChunks.serialized, name: "Open",
          author: author, command: command, typed: typed),
        replacing: replacing, options: options)
      try reader.readBands { (first, rows, band) throws(HistoryError) in
        try reader.forEachTile(ofBand: band, first: first, rows: rows) { (tile, index) throws(HistoryError) in
          try builder.add(tile, at: index)
        }
        progress(first + rows, reader.size.height)
      }
      let fingerprint = try builder.finish(replacing: replacing)
      return ImportedPicture(size: reader.size, fingerprint: fingerprint, warnings: reader.warnings)
    }
  }
}

extension Document {
  /// Creates a document in memory with a blank canvas; it ends with the object.
  ///
  /// - Parameter name: its name in messages.
  /// - Throws: `.history` with the errors of `MemoryHistoryBuilder`.
  public static func inMemory(
    size: CanvasSize, background: Pixel, command: String, named name: FilePath, options: History.Options
  ) throws(EditingError) -> Document {
    try EditingError.catching {
      Document(
        try MemoryHistoryBuilder(
          .init(size: size, background: background, name: "New", command: command), named: name, options: options
        ).finish())
    }
  }

  /// Creates a document in memory from a picture; it ends with the object.
  ///
  /// - Parameters:
  ///   - reader: the picture, of which no rows were read yet; its source stays open.
  ///   - file: the picture's name, for messages.
  ///   - resize: the edit that probably comes first: it is then made while the picture is read, on another processor.
  ///     Another first edit has the same result as without it.
  ///   - keepingPicture: false if that edit surely comes first, and the picture before it is never shown or used: it then
  ///     need not be in the document, and the document's first revision is blank.
  ///   - progress: called with the number of finished rows and their total number.
  /// - Throws: `.picture` if the picture cannot be read or is damaged; `.history` with the errors of
  ///   `MemoryHistoryBuilder`.
  public static func inMemory(
    from reader: PictureReader, named file: String, command: String, options: History.Options,
    expecting resize: ResizeEdit? = nil, keepingPicture: Bool = true,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) -> Document {
    try EditingError.catching(file) {
      let builder = try MemoryHistoryBuilder(
        .init(
          size: reader.size, background: .transparent, color: reader.colorChunks.serialized, name: "Open",
          command: command),
        named: FilePath(file), options: options)
      let ahead = resize.flatMap {
        // The pixels of the new picture are in memory once more when they become tiles.
        4 * $0.newSize.width * $0.newSize.height <= options.memoryBytes / 2
          ? ResizeAhead($0, of: reader.size, keepingPicture: keepingPicture) : nil
      }
      try reader.readBands { (first, rows, band) throws(HistoryError) in
        ahead?.add(band, rows: rows, at: first)
        if ahead?.keepsPicture ?? true {
          try reader.forEachTile(ofBand: band, first: first, rows: rows) { (tile, index) throws(HistoryError) in
            try builder.add(tile, at: index)
          }
        }
        progress(first + rows, reader.size.height)
      }
      let document = Document(try builder.finish())
      document.resizeAhead = ahead
      return document
    }
  }
}

/// The result of importing a picture.
public struct ImportedPicture: Sendable {
  /// Its size.
  public var size: CanvasSize
  /// The fingerprint of its pixels.
  public var fingerprint: Fingerprint
  /// Warnings about content that could not be imported, as sentences.
  public var warnings: [String]
}

extension PictureReader {
  /// Passes the tiles of a band to `body`, from left to right.
  fileprivate func forEachTile(
    ofBand band: Span<UInt32>, first: Int, rows: Int, _ body: (Tile, TileIndex) throws(HistoryError) -> Void
  ) throws(HistoryError) {
    for x in 0..<size.tileColumns {
      let pixels = TilePixels(column: x, ofBand: band, rows: rows, width: size.width)
      let columns = min(Tile.edge, size.width - x * Tile.edge)
      let inside = PixelBox(x: 0, y: 0, width: columns, height: rows)
      try body(Tile.pixels(pixels).compacted(inside: inside), TileIndex(x: x, y: first / Tile.edge))
    }
  }
}
