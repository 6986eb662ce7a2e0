import CLibraries
import PaintRaster

// Unsafe: rows are in the memory of a C reader, and valid until its next call.

/// Decodes with one of the libraries, through its C reader.
@safe final class LibraryDecoder: RowDecoder {
  let header: PictureHeader
  let decodedWidth: Int
  let decodedHeight: Int
  let decodedEighths: Int
  let pixelsAtOnce: Int

  /// The source, which must outlive the reader.
  private let source: PictureSource
  private let reader: OpaquePointer
  private let library: PictureLibrary
  private let isLenient: Bool
  /// Why some metadata was dropped.
  private let headerWarnings: [String]

  /// Loads the library and reads the header.
  ///
  /// - Parameter name: the format's, for messages.
  init(
    _ name: String, _ library: PictureLibrary, _ source: PictureSource, _ options: ReadingOptions
  ) throws(PictureError) {
    try library.load(for: name, without: options.missingLibraries)
    let reading = cpl_reading(
      page: UInt32(clamping: options.page ?? 0), pixel_limit: UInt64(max(options.pixelLimit, 0)),
      is_lenient: options.isLenient, threads: UInt32(clamping: options.workers.count),
      low: options.range?.lowerBound ?? 0, high: options.range?.upperBound ?? 0)
    guard let reader = unsafe Self.create(library, source.source, reading) else { throw .outOfMemory }
    var status = unsafe cpl_reader_open(reader)
    let (header, warnings) =
      status == CPL_OK
      ? unsafe PictureHeader.read(from: reader, name, library) : (PictureHeader(name, width: 0, height: 0), [])
    if status == CPL_OK { status = unsafe Self.reduce(reader, header, options) }
    let raw = unsafe cpl_reader_header(reader).pointee
    guard status == CPL_OK else {
      let failure = unsafe Failure(reader: reader, source: source, library: library, format: name, isOpen: false)
      let error = failure.error(status, page: options.page ?? 0, pages: unsafe Int(raw.pages))
      unsafe cpl_reader_destroy(reader)
      throw error
    }
    self.source = source
    unsafe self.reader = unsafe reader
    self.library = library
    isLenient = options.isLenient
    decodedWidth = unsafe Int(raw.width)
    decodedHeight = unsafe Int(raw.height)
    decodedEighths = unsafe raw.eighths == 0 ? 8 : Int(raw.eighths)
    pixelsAtOnce = unsafe Int(clamping: raw.at_once)
    self.header = header
    headerWarnings = warnings
  }

  deinit { unsafe cpl_reader_destroy(reader) }

  /// Has an opened reader decode a smaller picture if that is enough.
  private static func reduce(
    _ reader: OpaquePointer, _ stated: PictureHeader, _ options: ReadingOptions
  ) -> cpl_status {
    guard let minimumSize = options.minimumSize else { return CPL_OK }
    var header = stated
    if !options.appliesOrientation { header.orientation = .upright }
    guard let full = CanvasSize(width: header.width, height: header.height), let least = minimumSize(full) else {
      return CPL_OK
    }
    let (width, height) = (UInt32(clamping: least.width), UInt32(clamping: least.height))
    let isSwapped = header.orientation.swapsSides
    return unsafe cpl_reader_reduce(reader, isSwapped ? height : width, isSwapped ? width : height)
  }

  /// The C reader of a library's format; nil without memory, or if the library is only a part of another's reader.
  private static func create(
    _ library: PictureLibrary, _ source: OpaquePointer, _ reading: cpl_reading
  ) -> OpaquePointer? {
    switch library {
    case .jpeg: unsafe cpl_jpeg_reader(source, reading)
    case .webp: unsafe cpl_webp_reader(source, reading)
    case .webpAnimation: nil
    case .tiff: unsafe cpl_tiff_reader(source, reading)
    case .gif: unsafe cpl_gif_reader(source, reading)
    case .avif: unsafe cpl_avif_reader(source, reading)
    case .heif: unsafe cpl_heif_reader(source, reading)
    }
  }

  var warnings: [String] {
    var warnings = headerWarnings
    if let rounding { warnings.append(rounding) }
    let damage = unsafe cpl_reader_damage(reader)
    if isLenient, damage != CPL_OK { warnings.append(failure.error(damage).message) }
    let words = unsafe String(cString: cpl_reader_warning(reader))
    if !words.isEmpty { warnings.append(words) }
    return warnings
  }

  /// What became of samples that are not of 8 bits, as a clause for the user; nil for none.
  private var rounding: String? {
    let bits = "\(header.bitDepth)-bit"
    switch header.sampleKind {
    case .unsigned: return header.bitDepth > 8 ? "\(bits) samples were rounded to 8" : nil
    case .signed: return "signed \(bits) samples were scaled to 8 bits"
    case .float:
      let raw = unsafe cpl_reader_header(reader).pointee
      let (low, high) = unsafe (raw.low, raw.high)
      // Nothing is known before the first row.
      guard low < high else { return "\(bits) floating-point samples were scaled to 8 bits" }
      // A limit of the picture itself is shown with the digits that its samples have.
      let isShort = header.bitDepth <= 32 && Float(low).isFinite && Float(high).isFinite
      func word(_ number: Double) -> String { isShort ? "\(Float(number))" : "\(number)" }
      var reason = ""
      let (least, greatest) = unsafe (raw.least, raw.greatest)
      if least == greatest { reason = "all are \(word(least)), which is no range, so " }
      if least > greatest { reason = "none is a finite number, so " }
      let missing = unsafe raw.not_numbers
      let words = missing == 1 ? "1 that is no number (NaN)" : "\(missing) that are no numbers (NaN)"
      let isInk = header.colorModel == .cmyk
      let (first, last) = isInk ? ("no ink", "full ink") : unsafe raw.is_white_least ? ("255", "0") : ("0", "255")
      let range = "\(word(low)) became \(first) and \(word(high)) became \(last)"
      return "\(bits) floating-point samples were scaled: \(reason)\(range)"
        + (missing == 0 ? "" : "; \(words) became 0")
    }
  }

  func lendRows<E: Error>(
    _ count: Int, to body: (Span<UInt32>) throws(E) -> Void
  ) throws(PictureBandError<E>) {
    var pixels: UnsafePointer<UInt32>?
    let status = unsafe cpl_reader_read(reader, UInt32(count), &pixels)
    guard status == CPL_OK, let pixels = unsafe pixels else { throw .picture(failure.error(status)) }
    do {
      unsafe try body(UnsafeBufferPointer(start: pixels, count: count * decodedWidth).span)
    } catch {
      throw .body(error)
    }
  }

  func finish() throws(PictureError) {
    let status = unsafe cpl_reader_finish(reader)
    guard status == CPL_OK else { throw failure.error(status) }
  }

  private var failure: Failure {
    unsafe Failure(reader: reader, source: source, library: library, format: header.formatName, isOpen: true)
  }
}

/// Turns a C reader's status into an error.
@safe private struct Failure {
  let reader: OpaquePointer
  let source: PictureSource
  let library: PictureLibrary
  let format: String
  /// The header was read.
  let isOpen: Bool

  func error(_ status: cpl_status, page: Int = 0, pages: Int = 1) -> PictureError {
    let words = unsafe String(cString: cpl_reader_message(reader))
    let says = words.isEmpty ? "" : ": " + words
    let header = unsafe cpl_reader_header(reader).pointee
    // Rows of the file, also where it is read smaller.
    let eighths = unsafe header.eighths == 0 ? 8 : Int(header.eighths)
    let rows = unsafe isOpen ? Int(header.full_height) : 0
    let readable = min(unsafe Int(cpl_reader_good_rows(reader)) * 8 / eighths, rows)
    switch status {
    case CPL_IO: return .reading(errno: source.errno)
    case CPL_TRUNCATED:
      let reason = rows == 0 ? "the file ends within its header" : "the file ends before the picture does"
      let message = "the \(format) is damaged: " + (words.isEmpty ? reason : words) + part(readable, rows)
      return .truncated(readable: readable, rows: rows, message: message)
    case CPL_UNSUPPORTED: return .format(message: "this kind of \(format) is not supported" + says)
    case CPL_TOO_LARGE where words.isEmpty:
      let size = unsafe "\(header.full_width)x\(header.full_height)"
      return .pixelLimit(message: "the picture has \(size) pixels, which is above the limit")
    case CPL_TOO_LARGE: return .limit(message: words)
    case CPL_TOO_LARGE_WITHIN: return .pixelLimit(message: words)
    case CPL_NO_PAGE: return .missingPage(page, of: pages, format)
    case CPL_NO_MEMORY: return .outOfMemory
    case CPL_NO_LIBRARY:
      return PictureLibrary.webpAnimation.failure(for: "an animated WebP")
    default:
      let message = "the \(format) is damaged" + says + part(readable, rows)
      guard isOpen, unsafe cpl_reader_is_acceptable(reader) else { return .format(message: message) }
      return .damaged(readable: readable, rows: rows, message: message)
    }
  }

  /// What can be read, as a clause; nothing if the number of rows is unknown.
  private func part(_ readable: Int, _ rows: Int) -> String {
    guard rows > 0 else { return "" }
    if readable == 0, unsafe cpl_reader_is_acceptable(reader) {
      return "; no row is complete from the top on, but parts can be read"
    }
    // Each scan of a JPEG brings all rows nearer to what they are.
    let isCoarse = unsafe library == .jpeg && !cpl_reader_header(reader).pointee.is_streamed && readable > 0
    let isSpread = unsafe cpl_reader_has_spread_rows(reader) && readable > 0
    let manner = isCoarse ? ", coarsely" : isSpread ? ", not next to each other" : ""
    return "; \(readable) of \(rows) rows can be read" + manner
  }
}
