import PaintPNG
import PaintRaster

/// Writes one picture of any format that can be written, row by row.
///
/// Memory: JPEG and Netpbm need some rows; PNG some bands of rows; TIFF the compressed file; WebP and AVIF 4 bytes a pixel and more.
public final class PictureWriter {
  /// The format.
  public let format: PictureFormat
  /// The picture's size.
  public let size: CanvasSize
  /// Rows that are still to be written.
  public private(set) var remainingRows: Int
  /// The picture's losses so far, as clauses for the user.
  public var warnings: [String] {
    hasLostTransparency
      ? lostMetadata + ["transparent pixels were put on white, because a \(format.name) has no transparency"]
      : lostMetadata
  }

  private let encoder: any RowEncoder
  /// Nil if transparency is kept.
  private var flat: FlatPixels?
  private let hasGivenBackground: Bool
  private let lostMetadata: [String]
  private var hasLostTransparency = false
  private var isFinished = false

  /// Begins a picture.
  ///
  /// - Parameters:
  ///   - options: how it is written; options that the format does not have must be nil.
  ///   - color: the colour space and metadata; formats without a place for a part of it ignore that.
  ///   - background: an opaque colour behind the pixels; nil keeps transparency, or uses white if the format has none.
  ///   - isOpaque: The caller knows that every pixel has alpha 255, so that alpha need not be stored.
  ///   - isGray: The caller knows that red, green and blue of every pixel are the same, so that a format can store grey.
  ///   - output: where the bytes go; complete after `finish`.
  /// - Throws: `.parameter` if the format cannot be written, does not have an option, or a value is out of range,
  ///   `.missingLibrary` if the format's library is not installed, `.limit` if the format cannot have the size or there
  ///   is not enough memory, `.io` if a write fails.
  public init(
    _ format: PictureFormat, size: CanvasSize, options: WritingOptions = WritingOptions(),
    color: PictureColor = PictureColor(), background: Pixel? = nil, isOpaque: Bool = false, isGray: Bool = false,
    to output: PictureOutput
  ) throws(PictureError) {
    guard let writing = format.writing else {
      throw .parameter(message: "a \(format.name) can only be read")
    }
    for option in WritingOption.allCases where options.used.contains(option) && !format.options.contains(option) {
      throw .parameter(message: "\(format.name) does not have the option \(option.rawValue)")
    }
    if let quality = options.quality, !(1...100).contains(quality) {
      throw .parameter(message: "the quality is \(quality), not 1 to 100")
    }
    let isFlat = isOpaque || background != nil || !writing.storesAlpha
    self.format = format
    self.size = size
    flat = (background ?? (writing.storesAlpha || isOpaque ? nil : .white)).map { FlatPixels(on: $0) }
    remainingRows = size.height
    hasGivenBackground = background != nil
    let storesGray = isGray && writing.storesGray && background?.isGray != false
    let fitted = color.chunks.fitted(to: size)
    let lacksProfile = fitted.hasGrayProfile && !storesGray && writing.places?.profile != false
    let chunks = lacksProfile ? fitted.withoutProfile : fitted
    let metadata = writing.places.map { WrittenMetadata(chunks, in: $0) } ?? WrittenMetadata()
    lostMetadata =
      (lacksProfile ? [PNGColorChunks.grayProfileWarning] : [])
      + (metadata.warning(in: format.name).map { [$0] } ?? [])
    encoder = try writing.encoder(
      WritingRequest(
        size: size, options: options.completed(by: writing.defaults), isOpaque: isFlat,
        isGray: storesGray && (metadata.profile == nil || chunks.hasGrayProfile), chunks: chunks, metadata: metadata,
        output: output))
  }

  /// Writes the next rows.
  ///
  /// - Parameters:
  ///   - pixels: `rows * size.width` words (`Pixel.bits`) or more, row by row; read before this returns.
  ///   - rows: 0…`remainingRows`; more is `.parameter`.
  /// - Throws: `.parameter` for more rows than are left; `.io` if a write fails, `.limit` if there is not enough
  ///   memory.
  public func writeRows(_ pixels: Span<UInt32>, rows: Int) throws(PictureError) {
    guard (0...remainingRows).contains(rows) else {
      throw .parameter(message: "the picture has \(remainingRows) rows left, not \(rows)")
    }
    precondition(pixels.count >= rows * size.width, "the rows have all their pixels")
    if flat?.put(pixels.extracting(..<(rows * size.width))) == true {
      if !hasGivenBackground { hasLostTransparency = true }
      // Lent while they cannot change.
      let pixels = flat?.pixels ?? []
      try encoder.write(pixels.span, rows: rows)
    } else {
      try encoder.write(pixels, rows: rows)
    }
    remainingRows -= rows
  }

  /// Ends the picture; all its bytes are then in the output.
  ///
  /// - Throws: `.parameter` when rows are missing or the library refuses the picture, `.io` when a write failed, `.limit`
  ///   if there is not enough memory.
  /// - Precondition: It was not called before.
  public func finish() throws(PictureError) {
    precondition(!isFinished, "a picture ends once")
    guard remainingRows == 0 else { throw .parameter(message: "\(remainingRows) rows of the picture are missing") }
    isFinished = true
    try encoder.finish()
  }
}
