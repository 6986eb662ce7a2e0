import CPNG
import PaintRaster

// Unsafe: libpng is called through C pointers, which the writer owns.

/// Writes one PNG picture, not interlaced, row by row, with memory for 34 rows independent of the height.
///
/// The bytes depend only on the size, the pixels, the colour chunks and the build, not on how many rows are passed at a
/// time.
@safe public final class PNGWriter {
  /// The picture's size.
  public let size: CanvasSize
  /// Rows that are still to be written.
  public private(set) var remainingRows: Int

  private let writer: OpaquePointer
  private var isFinished = false

  /// Begins the picture at the current offset of `fileDescriptor`, and writes everything before its pixels.
  ///
  /// The caller keeps the descriptor: it is neither synced nor closed.
  ///
  /// - Parameters:
  ///   - opaque: The caller knows that every pixel has alpha 255: RGB8 is written, a quarter less to compress, and
  ///     alpha is ignored. Otherwise RGBA8 is written, every sample unchanged, hidden colours included.
  /// - Throws: `.io` if a write fails, `.limit` if there is not enough memory.
  public init(
    fileDescriptor: CInt, size: CanvasSize, colorChunks: PNGColorChunks = PNGColorChunks(), opaque: Bool = false
  ) throws(PNGError) {
    guard let writer = unsafe paint_png_writer_create(fileDescriptor, UInt32(size.width), UInt32(size.height), opaque)
    else {
      throw .limit(message: "there is not enough memory to write the picture")
    }
    unsafe self.writer = unsafe writer
    self.size = size
    remainingRows = size.height
    unsafe try check(paint_png_writer_start(writer))
    for (kind, payload) in colorChunks.ordered {
      unsafe try check(paint_png_writer_write_chunk(writer, kind.letters, payload, payload.count))
    }
  }

  deinit { unsafe paint_png_writer_destroy(writer) }

  /// Writes the next rows.
  ///
  /// - Parameters:
  ///   - pixels: `rows * size.width` words (`Pixel.bits`) or more, row by row; read before this returns.
  ///   - rows: 0…`remainingRows`; more is `.parameter`.
  /// - Throws: `.parameter` for more rows than are left; `.io` if a write fails, `.limit` if there is not enough
  ///   memory.
  public func writeRows(_ pixels: Span<UInt32>, rows: Int) throws(PNGError) {
    guard (0...remainingRows).contains(rows) else {
      throw .parameter(message: "the picture has \(remainingRows) rows left, not \(rows)")
    }
    precondition(pixels.count >= rows * size.width, "the rows have all their pixels")
    unsafe try check(
      pixels.withUnsafeBufferPointer { unsafe paint_png_writer_write_rows(writer, $0.baseAddress, UInt32(rows)) })
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
    case PAINT_PNG_NO_MEMORY: throw .limit(message: "there is not enough memory to write the picture")
    default:
      throw .parameter(message: unsafe "libpng says \"\(String(cString: paint_png_writer_message(writer)))\"")
    }
  }
}
