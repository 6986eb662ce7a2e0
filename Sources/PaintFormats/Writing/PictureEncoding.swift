import PaintPNG
import PaintRaster

/// How a picture is written: its format, the options of the format, and what is behind its pixels.
public struct PictureEncoding: Sendable {
  /// The format, which can be written.
  public var format: PictureFormat
  /// The options that were chosen, all of which the format has.
  public var options: WritingOptions
  /// How a PNG is stored and compressed, if its writer plans it from all pixels; a `PictureWriter`, which gets each row once,
  /// ignores it.
  ///
  /// Chunks are stripped from all formats.
  public var png = PNGWritingOptions()
  /// An opaque colour behind the pixels; nil keeps transparency, or uses white if the format has none.
  public var background: Pixel?

  /// Creates an encoding; `PictureWriter` checks it.
  public init(_ format: PictureFormat, options: WritingOptions = WritingOptions(), background: Pixel? = nil) {
    self.format = format
    self.options = options
    self.background = background
  }

  /// PNG with its default options.
  public static let png = PictureEncoding(.png)

  /// Whether the layout of the file is planned from all pixels: that of a PNG.
  public var isPlanned: Bool { format.name == PictureFormat.png.name }

  /// What a picture of a size keeps of these chunks: nothing if they are stripped, and otherwise all of them, with EXIF that
  /// states the size.
  public func chunks(keeping chunks: PNGColorChunks, size: CanvasSize) -> PNGColorChunks {
    png.stripsChunks ? PNGColorChunks() : chunks.fitted(to: size)
  }

  /// Whether the written file is grey if the writer knows beforehand that every pixel is: a profile for RGB forbids it.
  public func usesGray(with chunks: PNGColorChunks) -> Bool {
    format.storesGray && background?.isGray != false && (chunks[.iCCP] == nil || chunks.hasGrayProfile)
  }

  /// Whether the written file is smaller if the writer knows beforehand that every pixel is opaque.
  public var usesOpacity: Bool { format.usesOpacity && background == nil }
}

extension PictureWriter {
  /// Begins a picture with an encoding; otherwise like the other initializer.
  ///
  /// - Throws: as the other initializer.
  public convenience init(
    _ encoding: PictureEncoding, size: CanvasSize, color: PictureColor = PictureColor(), isOpaque: Bool = false,
    isGray: Bool = false, to output: PictureOutput
  ) throws(PictureError) {
    try self.init(
      encoding.format, size: size, options: encoding.options, color: color, background: encoding.background,
      isOpaque: isOpaque, isGray: isGray, to: output)
  }
}
