import PaintRaster

/// Writes a picture as planned, row by row from the top.
public final class PlannedWriter {
  private let writer: PNGWriter
  private var mapping: PaletteMapping?

  /// Whether writing failed because a pixel does not fit the plan, which was made without it.
  public var isUnfit: Bool { writer.isUnfit }

  /// Begins the picture at the current offset of `fileDescriptor`, which the caller keeps.
  ///
  /// - Throws: as `PNGWriter.init`.
  public init(
    _ plan: PNGPlan, fileDescriptor: CInt, size: CanvasSize, colorChunks: PNGColorChunks = PNGColorChunks(),
    options: PNGWritingOptions = PNGWritingOptions()
  ) throws(PNGError) {
    writer = try PNGWriter(
      fileDescriptor: fileDescriptor, size: size,
      colorChunks: options.stripsChunks ? PNGColorChunks() : colorChunks, layout: plan.layout,
      compression: options.compression)
    mapping = plan.palette.map { PaletteMapping($0, width: size.width, isDithered: options.isDithered) }
  }

  /// Writes the next rows: `rows` times the picture's width words (`Pixel.bits`).
  ///
  /// - Throws: as `PNGWriter.writeRows`.
  public func writeRows(_ pixels: Span<UInt32>, rows: Int) throws(PNGError) {
    guard mapping != nil else { return try writer.writeRows(pixels, rows: rows) }
    let mapped = mapping?.map(pixels.extracting(0..<rows * writer.size.width)) ?? []
    try writer.writeRows(mapped.span, rows: rows)
  }

  /// Ends the picture.
  ///
  /// - Throws: as `PNGWriter.finish`.
  public func finish() throws(PNGError) { try writer.finish() }

  /// Empties the file again, for another writer that begins where this one did.
  ///
  /// - Throws: as `PNGWriter.rewind`.
  public func rewind() throws(PNGError) { try writer.rewind() }
}
