import PaintRaster

/// Writes a picture as planned, row by row from the top.
public final class PlannedWriter {
  private let writer: PNGWriter
  private var mapping: PaletteMapping?
  /// Nil if transparency is kept.
  private var flat: FlatPixels?

  /// Whether writing failed because a pixel does not fit the plan, which was made without it.
  public var isUnfit: Bool { writer.isUnfit }

  /// What the file lacks, as clauses.
  public let warnings: [String]

  /// Begins the picture at the current offset of `fileDescriptor`, which the caller keeps.
  ///
  /// - Parameter background: an opaque colour behind all pixels, as the planner had it; nil keeps transparency.
  /// - Throws: as `PNGWriter.init`.
  public init(
    _ plan: PNGPlan, fileDescriptor: CInt, size: CanvasSize, colorChunks: PNGColorChunks = PNGColorChunks(),
    options: PNGWritingOptions = PNGWritingOptions(), background: Pixel? = nil
  ) throws(PNGError) {
    let chunks = options.stripsChunks ? PNGColorChunks() : colorChunks
    warnings = plan.layout.isGray || !chunks.hasGrayProfile ? [] : [PNGColorChunks.grayProfileWarning]
    writer = try PNGWriter(
      fileDescriptor: fileDescriptor, size: size, colorChunks: chunks, layout: plan.layout,
      compression: options.compression)
    flat = background.map { FlatPixels(on: $0) }
    mapping = plan.palette.map { PaletteMapping($0, width: size.width, isDithered: options.isDithered) }
  }

  /// Writes the next rows: `rows` times the picture's width words (`Pixel.bits`).
  ///
  /// - Throws: as `PNGWriter.writeRows`.
  public func writeRows(_ pixels: Span<UInt32>, rows: Int) throws(PNGError) {
    guard flat?.put(pixels.extracting(0..<rows * writer.size.width)) == true else {
      return try map(pixels, rows: rows)
    }
    // Lent while they cannot change.
    let pixels = flat?.pixels ?? []
    try map(pixels.span, rows: rows)
  }

  private func map(_ pixels: Span<UInt32>, rows: Int) throws(PNGError) {
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
