import CPNG
import PaintRaster

#if canImport(Glibc)
  import Glibc
#endif

// Unsafe: a reader's state and the system's messages come through C pointers.

extension PNGError {
  /// The error of a reader's last call; libpng's terse message becomes a sentence.
  static func reading(_ status: paint_png_status, of reader: OpaquePointer) -> PNGError {
    switch status {
    case PAINT_PNG_IO:
      let errno = unsafe paint_png_reader_errno(reader)
      let isSpool = unsafe paint_png_reader_spool_failed(reader)
      guard isSpool else { return .io(errno: errno, message: "reading failed: " + reason(errno)) }
      return .io(
        errno: errno,
        message: "the folder for temporary files, \(spoolFolder), cannot be used: \(reason(errno)); "
          + "set TMPDIR to another folder")
    case PAINT_PNG_TRUNCATED:
      return .truncated(message: "the PNG is damaged: the file ends before the picture does")
    case PAINT_PNG_TOO_WIDE:
      let size = unsafe "\(paint_png_reader_width(reader))x\(paint_png_reader_height(reader))"
      return .limit(
        message: "the picture has \(size) pixels, but a side can have \(CanvasSize.maximumSide) at most")
    case PAINT_PNG_INTERLACED_TOO_LARGE:
      let size = unsafe "\(paint_png_reader_width(reader))x\(paint_png_reader_height(reader))"
      return .limit(
        message: "the picture is interlaced and has \(size) pixels, but an interlaced one can have "
          + "\(PNGReader.interlacedPixelLimit) at most; save it without interlacing")
    case PAINT_PNG_NO_MEMORY:
      return .noMemory(to: "read")
    default:
      var warnings: [String] = []
      for index in unsafe 0..<paint_png_reader_warning_count(reader) {
        unsafe warnings.append(String(cString: paint_png_reader_warning(reader, index)))
      }
      let words = unsafe String(cString: paint_png_reader_message(reader))
      return .format(message: sentence(forLibpngMessage: words, after: warnings))
    }
  }

  /// The folder of the file in which an interlaced picture is assembled.
  private static var spoolFolder: String {
    guard let folder = unsafe getenv("TMPDIR"), unsafe folder.pointee != 0 else { return "/tmp" }
    return unsafe String(cString: folder)
  }

  /// There is not enough memory to `read` or to `write` a picture.
  static func noMemory(to action: String) -> PNGError {
    .io(errno: ENOMEM, message: "there is not enough memory to \(action) the picture")
  }

  /// The system's message for an errno.
  static func reason(_ errno: CInt) -> String {
    guard let text = unsafe strerror(errno) else { return "error \(errno)" }
    return unsafe String(cString: text)
  }
}
