import PaintFormats
import PaintHistory
import PaintRaster
import SystemPackage

extension Document {
  /// Creates a document with a blank canvas.
  ///
  /// - Returns: the fingerprint of the canvas.
  /// - Throws: `.history` with the errors of `DocumentBuilder.init` and `DocumentBuilder.finish`.
  public static func create(
    at path: FilePath, size: CanvasSize, background: Pixel, command: String, replacing: Bool,
    options: History.Options
  ) throws(EditingError) -> Fingerprint {
    try EditingError.catching {
      let builder = try DocumentBuilder(
        at: path, start: .init(size: size, background: background, name: "New", command: command),
        replacing: replacing, options: options)
      return try builder.finish(replacing: replacing)
    }
  }

  /// Creates a document from a picture.
  ///
  /// - Parameters:
  ///   - reader: the picture, of which no rows were read yet; its source stays open.
  ///   - file: the picture's name, for messages.
  ///   - progress: called with the number of finished rows and their total number.
  /// - Returns: the picture's size and fingerprint, and warnings about content that could not be imported.
  /// - Throws: `.picture` if the picture cannot be read or is damaged; `.history` with the errors of
  ///   `DocumentBuilder.init`, `add` and `finish`.
  public static func create(
    at path: FilePath, from reader: PictureReader, named file: String, command: String, replacing: Bool,
    options: History.Options, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) -> ImportedPicture {
    try EditingError.catching(file) {
      let builder = try DocumentBuilder(
        at: path,
        start: .init(
          size: reader.size, background: .transparent, color: reader.colorChunks.serialized, name: "Open",
          command: command),
        replacing: replacing, options: options)
      try reader.readBands { (first, rows, pixels) throws(HistoryError) in
        try builder.add(band: pixels, first: first, rows: rows, size: reader.size)
        progress(first + rows, reader.size.height)
      }
      let fingerprint = try builder.finish(replacing: replacing)
      return ImportedPicture(
        size: reader.size, fullSize: reader.fullSize, fingerprint: fingerprint, warnings: reader.warnings)
    }
  }
}

/// The result of importing a picture.
public struct ImportedPicture: Sendable {
  /// Its size.
  public var size: CanvasSize
  /// Its size in the file, of which less was read if `ReadingOptions.minimumSize` asks for less.
  public var fullSize: CanvasSize
  /// The fingerprint of its pixels.
  public var fingerprint: Fingerprint
  /// Warnings about content that could not be imported, as sentences.
  public var warnings: [String]
}

extension DocumentBuilder {
  /// Adds the tiles of a band of rows that begins at a row of tiles.
  fileprivate func add(
    band: Span<UInt32>, first: Int, rows: Int, size: CanvasSize
  ) throws(HistoryError) {
    let y = first / Tile.edge
    for x in 0..<size.tileColumns {
      let pixels = TilePixels(column: x, ofBand: band, rows: rows, width: size.width)
      let columns = min(Tile.edge, size.width - x * Tile.edge)
      let inside = PixelBox(x: 0, y: 0, width: columns, height: rows)
      try add(Tile.pixels(pixels).compacted(inside: inside), at: TileIndex(x: x, y: y))
    }
  }
}
