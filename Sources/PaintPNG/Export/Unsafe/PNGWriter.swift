import CPNG
import PaintRaster

// Unsafe: the C writer is used through a pointer, which this object owns.

/// Writes one PNG picture, not interlaced, row by row, with memory for some bands of rows independent of the height.
///
/// The bytes depend only on the size, the pixels, the colour chunks, the layout, the compression and the build, not on how
/// many rows are passed at a time or how many threads compress them.
@safe public final class PNGWriter {
  /// The picture's size.
  public let size: CanvasSize
  /// Rows that are still to be written.
  public private(set) var remainingRows: Int
  /// Whether writing failed because a pixel cannot be stored in the layout.
  public var isUnfit: Bool { queue.isUnfit }

  private let writer: OpaquePointer
  private let queue: BandQueue
  private var isFinished = false

  /// Begins the picture at the current offset of `fileDescriptor`, and writes everything before its pixels.
  ///
  /// The caller keeps the descriptor: it is neither synced nor closed.
  ///
  /// - Parameters:
  ///   - colorChunks: what is written before the pixels, except a profile for grey if the layout has colours.
  ///   - layout: how the pixels are stored. Every sample is stored exactly, hidden colours included; a pixel that the
  ///     layout cannot store is an error when it is written.
  ///   - compression: how hard the pixels are compressed.
  ///   - workers: the threads that compress.
  /// - Throws: `.io` if a write fails or there is not enough memory.
  public init(
    fileDescriptor: CInt, size: CanvasSize, colorChunks: PNGColorChunks = PNGColorChunks(), layout: PNGLayout,
    compression: PNGWritingOptions.Compression = .standard, workers: Workers = .all
  ) throws(PNGError) {
    var forC = layout.forC
    let queue = BandQueue(layout, width: size.width, height: size.height, compression, workers)
    let writer = unsafe paint_png_writer_create(
      fileDescriptor, &forC, UInt32(size.width), UInt32(size.height), compression.forC)
    guard let queue, let writer = unsafe writer else {
      unsafe paint_png_writer_destroy(writer)
      throw .noMemory(to: "write")
    }
    unsafe self.writer = unsafe writer
    self.queue = queue
    self.size = size
    remainingRows = size.height
    unsafe try check(paint_png_writer_start(writer))
    for (kind, payload) in (layout.isGray ? colorChunks : colorChunks.forColors).ordered {
      unsafe try check(paint_png_writer_write_chunk(writer, kind.letters, payload, payload.count))
    }
    unsafe try check(paint_png_writer_write_palette(writer))
  }

  /// Begins a picture with four channels; with three if the caller knows that all pixels are opaque.
  ///
  /// - Throws: `.io` if a write fails or there is not enough memory.
  public convenience init(
    fileDescriptor: CInt, size: CanvasSize, colorChunks: PNGColorChunks = PNGColorChunks(), opaque: Bool = false
  ) throws(PNGError) {
    try self.init(
      fileDescriptor: fileDescriptor, size: size, colorChunks: colorChunks, layout: opaque ? .rgb : .rgba)
  }

  deinit { unsafe paint_png_writer_destroy(writer) }

  /// Writes the next rows.
  ///
  /// - Parameters:
  ///   - pixels: `rows * size.width` words (`Pixel.bits`) or more, row by row; read before this returns.
  ///   - rows: 0…`remainingRows`; more is `.parameter`.
  /// - Throws: `.parameter` for more rows than are left, and for a pixel that the layout cannot store (`isUnfit`); `.io`
  ///   if a write fails.
  public func writeRows(_ pixels: Span<UInt32>, rows: Int) throws(PNGError) {
    guard (0...remainingRows).contains(rows) else {
      throw .parameter(message: "the picture has \(remainingRows) rows left, not \(rows)")
    }
    precondition(pixels.count >= rows * size.width, "the rows have all their pixels")
    unsafe try queue.add(pixels, rowCount: rows, isEnd: rows == remainingRows, to: writer)
    remainingRows -= rows
  }

  /// Ends the picture; all its bytes have been written to the descriptor when this returns.
  ///
  /// - Throws: `.parameter` when rows are missing, `.io` when a write failed.
  /// - Precondition: It was not called before.
  public func finish() throws(PNGError) {
    precondition(!isFinished, "a picture ends once")
    guard remainingRows == 0 else { throw .parameter(message: "\(remainingRows) rows of the picture are missing") }
    isFinished = true
    unsafe try check(paint_png_writer_finish(writer))
  }

  /// Empties the file again, for another writer that begins where this one did.
  ///
  /// - Throws: `.io` if the descriptor is not a file, or the file cannot be emptied.
  public func rewind() throws(PNGError) {
    unsafe try check(paint_png_writer_rewind(writer))
  }

  private func check(_ status: paint_png_status) throws(PNGError) {
    unsafe try PNGError.checkWriting(status, of: writer)
  }
}

extension PNGError {
  /// Throws the error of a writer's last call.
  static func checkWriting(_ status: paint_png_status, of writer: OpaquePointer) throws(PNGError) {
    switch status {
    case PAINT_PNG_OK: return
    case PAINT_PNG_IO:
      let errno = unsafe paint_png_writer_errno(writer)
      throw .io(errno: errno, message: "writing failed: " + PNGError.reason(errno))
    default: throw .noMemory(to: "write")
    }
  }
}
