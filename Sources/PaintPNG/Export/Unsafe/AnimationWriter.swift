import CPNG
import PaintRaster

// Unsafe: the C writer is used through a pointer, which this object owns.

/// Writes one animated PNG, frame by frame and row by row, with memory for some bands of a frame.
///
/// A frame is a box of the picture; its pixels replace the previous ones (blend source) and stay (dispose none).
/// Readers without support for animations show the first frame. The format is that of "Animation" in the PNG
/// specification, third edition: acTL before the pixels, then for each frame an fcTL and its pixels, in IDAT for the
/// first and in fdAT for the others. It plays forever.
@safe public final class AnimationWriter {
  /// The picture's size.
  public let size: CanvasSize
  private let delay: FrameDelay
  private let writer: OpaquePointer
  private let workers: Workers
  /// Of the current frame.
  private var queue: BandQueue?
  private var remainingFrames: Int
  /// The current frame's width, and the number of its rows that are missing.
  private var width = 0
  private var remainingRows = 0
  private var isFirst = true

  /// Begins the file at the current offset of `fileDescriptor`, which the caller keeps: it is neither synced nor
  /// closed.
  ///
  /// - Parameters:
  ///   - frames: the number of frames, at least 1.
  ///   - delay: the duration of each frame.
  /// - Throws: `.parameter` if there are fewer or more frames than a file can have; `.io` if a write fails or there is not
  ///   enough memory.
  public init(
    fileDescriptor: CInt, size: CanvasSize, frames: Int, delay: FrameDelay,
    colorChunks: PNGColorChunks = PNGColorChunks(), workers: Workers = .all
  ) throws(PNGError) {
    guard (1...Int(Int32.max)).contains(frames) else {
      throw .parameter(message: "an animation has 1 to 2,147,483,647 frames, not \(frames)")
    }
    var layout = PNGLayout.rgba.forC
    let writer = unsafe paint_png_writer_create(
      fileDescriptor, &layout, UInt32(size.width), UInt32(size.height), PAINT_PNG_DEFAULT)
    guard let writer = unsafe writer else {
      throw .noMemory(to: "write")
    }
    unsafe self.writer = unsafe writer
    self.workers = workers
    self.size = size
    self.delay = delay
    remainingFrames = frames
    unsafe try check(paint_png_writer_start(writer))
    for (kind, payload) in colorChunks.ordered {
      unsafe try check(paint_png_writer_write_chunk(writer, kind.letters, payload, payload.count))
    }
    // The number of frames, and of repetitions: 0 is forever.
    let control = (0..<4).map { UInt8(truncatingIfNeeded: frames >> (24 - 8 * $0)) } + [0, 0, 0, 0]
    unsafe try check(paint_png_writer_write_chunk(writer, Array("acTL".utf8), control, control.count))
  }

  deinit { unsafe paint_png_writer_destroy(writer) }

  /// Begins the next frame; the previous one must have all its rows.
  ///
  /// - Parameter box: the part of the picture that the frame changes; all of it for the first frame.
  /// - Throws: `.parameter` if all frames were begun, the previous one lacks rows, or the box is invalid; `.io` if a
  ///   write fails or there is not enough memory.
  public func beginFrame(_ box: PixelBox) throws(PNGError) {
    guard remainingFrames > 0, remainingRows == 0 else {
      throw .parameter(message: "\(remainingFrames) frames and \(remainingRows) rows are not written yet")
    }
    guard isFirst ? box == size.box : !box.isEmpty && box.intersection(size.box) == box else {
      throw .parameter(message: "a frame must be inside the picture, and the first one must be the whole picture")
    }
    guard let queue = BandQueue(.rgba, width: box.width, height: box.height, .standard, workers) else {
      throw .noMemory(to: "write")
    }
    self.queue = queue
    isFirst = false
    remainingFrames -= 1
    width = box.width
    remainingRows = box.height
    var frame = paint_png_frame(
      x: UInt32(box.x), y: UInt32(box.y), width: UInt32(box.width), height: UInt32(box.height),
      delay_numerator: delay.numerator, delay_denominator: delay.denominator)
    unsafe try check(paint_png_writer_begin_frame(writer, &frame))
  }

  /// Writes the frame's next rows: `rows` times the frame's width words (`Pixel.bits`), read before this returns.
  ///
  /// - Throws: `.parameter` for more rows than the frame has left; `.io` if a write fails or there is not enough
  ///   memory.
  public func writeRows(_ pixels: Span<UInt32>, rows: Int) throws(PNGError) {
    guard (0...remainingRows).contains(rows) else {
      throw .parameter(message: "the frame has \(remainingRows) rows left, not \(rows)")
    }
    precondition(pixels.count >= rows * width, "the rows have all their pixels")
    unsafe try queue?.add(pixels, rowCount: rows, isEnd: rows == remainingRows, to: writer)
    remainingRows -= rows
  }

  /// Ends the file; all its bytes have been written to the descriptor when this returns.
  ///
  /// - Throws: `.parameter` if frames or rows are missing; `.io` if a write fails or there is not enough
  ///   memory.
  public func finish() throws(PNGError) {
    guard remainingFrames == 0, remainingRows == 0 else {
      throw .parameter(message: "\(remainingFrames) frames and \(remainingRows) rows are missing")
    }
    unsafe try check(paint_png_writer_finish(writer))
  }

  private func check(_ status: paint_png_status) throws(PNGError) {
    unsafe try PNGError.checkWriting(status, of: writer)
  }
}
