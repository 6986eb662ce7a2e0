import CPNG
import PaintRaster

// Unsafe: libpng is called through C pointers, which the reader owns.

/// Reads one PNG picture of any type as straight RGBA8.
///
/// 8-bit samples are unchanged, hidden colours under alpha 0 included; smaller ones are widened, 16-bit ones rounded
/// with a warning; palette and tRNS become colours and alpha; no gamma or profile is applied. All other chunks, text
/// included, are skipped without being kept or inflated.
///
/// Memory: a band of 32 rows, three where the next one is inflated on another thread, for an interlaced picture all
/// pixels up to 64 MiB. A larger one is assembled from an unnamed temporary file in `TMPDIR` or /tmp, which takes
/// 4 bytes a pixel; therefore its size is limited.
@safe public final class PNGReader {
  /// Rows in every band except the last: one row of tiles.
  public static let bandRows = Tile.edge
  /// The usual limit of an interlaced picture's pixels: 16,384x16,384, 1 GiB.
  public static let interlacedPixelLimit = 1 << 28

  /// The picture's size.
  public let size: CanvasSize
  /// What the file states, except the pixels.
  public let header: PNGHeader
  /// The chunks for the picture's colour space and density; valid, and at most 1 MiB.
  public var colorChunks: PNGColorChunks { header.colorChunks }
  /// The picture's losses and errors, as clauses for the user; complete when all bands have been read.
  public private(set) var warnings: [String] = []

  private let reader: OpaquePointer
  private var nextRow = 0
  /// Nil before the first band, and for pictures whose bands are not inflated ahead.
  private var ahead: PNGBandsAhead?

  /// Opens the picture at the current offset of `fileDescriptor`; may read beyond the picture's end.
  ///
  /// The caller keeps the descriptor, which must stay open until the picture has been read.
  ///
  /// - Throws: `.io` if the file cannot be read, `.format` if it is not a PNG or is damaged, `.truncated` if it ends
  ///   within its header, `.limit` if the picture is too large or there is not enough memory.
  public convenience init(
    fileDescriptor: CInt, options: PNGReadingOptions = PNGReadingOptions()
  ) throws(PNGError) {
    unsafe try self.init(taking: paint_png_reader_create_fd(fileDescriptor), options)
  }

  /// Opens the picture in these bytes, which are copied.
  ///
  /// - Throws: `.format` if the bytes are not a PNG or are damaged, `.truncated` if they end within the header,
  ///   `.limit` if the picture is too large or there is not enough memory.
  public convenience init(bytes: [UInt8], options: PNGReadingOptions = PNGReadingOptions()) throws(PNGError) {
    let created = unsafe bytes.withUnsafeBufferPointer {
      unsafe paint_png_reader_create_bytes($0.baseAddress, $0.count)
    }
    unsafe try self.init(taking: created, options)
  }

  private init(taking created: OpaquePointer?, _ options: PNGReadingOptions) throws(PNGError) {
    guard let reader = unsafe created else { throw .noMemory(to: "read") }
    unsafe self.reader = unsafe reader
    unsafe paint_png_reader_limit_memory(reader, UInt64(max(options.interlacedMemory, 0)))
    if options.acceptsDamage { unsafe paint_png_reader_accept_missing(reader) }
    // A canvas has at most 2^32 pixels, of 4 bytes each.
    let limit = 4 * UInt64(min(max(options.interlacedPixels, 0), CanvasSize.maximumSide * CanvasSize.maximumSide))
    let status = unsafe paint_png_reader_start(reader, UInt32(CanvasSize.maximumSide), limit)
    let width = unsafe Int(paint_png_reader_width(reader))
    let height = unsafe Int(paint_png_reader_height(reader))
    guard status == PAINT_PNG_OK, let size = CanvasSize(width: width, height: height) else {
      defer { unsafe paint_png_reader_destroy(reader) }
      throw unsafe .reading(status, of: reader)
    }
    self.size = size
    header = unsafe PNGHeader(of: reader)
    warnings = header.warnings
    if header.bitDepth == 16 { warnings.append("16-bit samples were rounded to 8") }
  }

  deinit {
    // It waits for a band that is being inflated.
    ahead = nil
    unsafe paint_png_reader_destroy(reader)
  }

  /// How many rows from the top have all their pixels, once reading a band has failed; rows that were not lent count, too.
  public var completeRows: Int { unsafe Int(paint_png_reader_complete_rows(reader)) }
  /// How many of the seven passes of an interlaced picture are complete, once reading a band has failed.
  public var completePasses: Int { unsafe Int(paint_png_reader_complete_passes(reader)) }
  /// Whether there is a row, of an interlaced picture one of a pass, once reading a band has failed: then a reader that
  /// accepts damage reads the picture.
  public var hasPixels: Bool { unsafe paint_png_reader_has_pixels(reader) }

  /// The damage that was accepted; nil for none, and before the band with the first missing row.
  ///
  /// That of an interlaced picture is known with its first band. Damage behind the last row is never accepted here: it is
  /// an error after all bands.
  public var acceptedDamage: PNGError? {
    let damage = unsafe paint_png_reader_damage(reader)
    return damage == PAINT_PNG_OK ? nil : unsafe .reading(damage, of: reader)
  }

  /// Lends the picture to `body` in bands of 32 rows (the last may have fewer), each once, from top to bottom.
  ///
  /// - Parameter body: Takes the band's first row, its number of rows, and `rows * size.width` words (`Pixel.bits`)
  ///   that must not leave it. Bands may be delivered before damage further down is detected, so their results are
  ///   valid only when this returns.
  /// - Throws: `.png` when the picture is damaged or cannot be read, `.body` with the error that `body` threw.
  /// - Precondition: The bands were not read before.
  public func readBands<E: Error>(
    _ body: (_ firstRow: Int, _ rows: Int, _ pixels: Span<UInt32>) throws(E) -> Void
  ) throws(PNGBandError<E>) {
    try lendBands(body)
  }

  /// Lends the picture to a `body` that does not throw; otherwise like the other `readBands`.
  ///
  /// - Throws: `.format` or `.truncated` if the picture is damaged, `.io` if it cannot be read, `.limit` if there is not
  ///   enough memory.
  public func readBands(
    _ body: (_ firstRow: Int, _ rows: Int, _ pixels: Span<UInt32>) -> Void
  ) throws(PNGError) {
    do {
      try lendBands { (row, rows, pixels) throws(Never) in body(row, rows, pixels) }
    } catch {
      switch error {
      case .png(let failure): throw failure
      }
    }
  }

  private func lendBands<E: Error>(
    _ body: (_ firstRow: Int, _ rows: Int, _ pixels: Span<UInt32>) throws(E) -> Void
  ) throws(PNGBandError<E>) {
    precondition(nextRow == 0, "the bands of a picture can be read once")
    while try lendNextBand(body) {}
  }

  /// Lends the next band of 32 rows (the last may have fewer) to `body`; false when all have been lent.
  ///
  /// For reading two pictures in parallel; otherwise like `readBands`. Results are valid when this has returned false.
  ///
  /// - Throws: as `readBands`.
  public func lendNextBand<E: Error>(
    _ body: (_ firstRow: Int, _ rows: Int, _ pixels: Span<UInt32>) throws(E) -> Void
  ) throws(PNGBandError<E>) -> Bool {
    let row = nextRow
    if row >= size.height {
      guard row == size.height else { return false }
      nextRow += 1
      defer { addWarnings() }
      let status = unsafe paint_png_reader_finish(reader)
      guard status == PAINT_PNG_OK else { throw unsafe .png(.reading(status, of: reader)) }
      return false
    }
    let rows = min(Self.bandRows, size.height - row)
    nextRow += rows
    guard let pixels = unsafe nextPixels(rows: rows, isFirst: row == 0) else {
      addWarnings()
      throw unsafe .png(.reading(paint_png_reader_status(reader), of: reader))
    }
    do {
      unsafe try body(row, rows, UnsafeBufferPointer(start: pixels, count: rows * size.width).span)
    } catch {
      ahead?.wait()
      addWarnings()
      throw .body(error)
    }
    return true
  }

  /// The pixels of the next band, valid until the next call; nil after a failure.
  private func nextPixels(rows: Int, isFirst: Bool) -> UnsafePointer<UInt32>? {
    if isFirst { ahead = unsafe PNGBandsAhead(reader, size: size, bandRows: Self.bandRows) }
    if let ahead { return unsafe ahead.next() }
    var pixels: UnsafePointer<UInt32>?
    guard unsafe paint_png_reader_read_band(reader, UInt32(rows), &pixels) == PAINT_PNG_OK else { return nil }
    return unsafe pixels
  }

  /// Adds the warnings about the file so far.
  private func addWarnings() {
    for index in unsafe 0..<paint_png_reader_warning_count(reader) {
      warnings.append(unsafe String(cString: paint_png_reader_warning(reader, index)))
    }
  }
}
