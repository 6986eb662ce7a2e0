import CLibraries
import PaintRaster

// Unsafe: the C writer reads rows and metadata through pointers, and lends the bytes that it made.

/// Encodes with one of the libraries, through its C writer.
@safe final class LibraryEncoder: RowEncoder {
  private let name: String
  private let library: PictureLibrary
  private let output: PictureOutput
  private let writer: OpaquePointer
  /// What a TIFF gets when it is finished; nil for nothing.
  private let appended: WrittenMetadata?
  /// The profile, EXIF, XMP and segments, one after the other, which must outlive the writer.
  private let metadata: UnsafeMutableBufferPointer<UInt8>

  /// Loads the library and begins the picture.
  ///
  /// - Parameter name: the format's, for messages.
  init(_ name: String, _ library: PictureLibrary, _ request: WritingRequest) throws(PictureError) {
    try library.load(for: name, without: [])
    let written = request.metadata
    let isTIFF = library == .tiff
    // EXIF is added to a finished TIFF, in whose byte order it is.
    appended = isTIFF && (written.exif != nil || written.iptc != nil) ? written : nil
    let profile = written.profile ?? []
    let exif = isTIFF ? [] : written.exif ?? []
    let xmp = written.xmp ?? []
    let segments = library == .jpeg ? JPEGSegments.bytes(of: written) : []
    let bytes = profile + exif + xmp + segments
    let metadata = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(bytes.count, 1))
    _ = unsafe metadata.update(fromContentsOf: bytes)
    let start = unsafe metadata.baseAddress.map { unsafe UnsafePointer($0) }
    let (options, subsampling) = (request.options, request.options.subsampling ?? .both)
    let writing = unsafe cpl_writing(
      width: UInt32(request.size.width), height: UInt32(request.size.height), quality: CInt(options.quality ?? 90),
      subsampling_x: subsampling == .none ? 1 : 2, subsampling_y: subsampling == .both ? 2 : 1,
      is_progressive: options.isProgressive ?? false, is_lossless: options.isLossless ?? false,
      uses_lzw: options.compression == .lzw, is_opaque: request.isOpaque, is_gray: request.isGray,
      is_big_endian: isTIFF && written.exif?.first == UInt8(ascii: "M"),
      orientation: UInt32(written.orientation.rawValue), has_code_points: written.codePoints != nil,
      primaries: UInt16(written.codePoints?.primaries ?? 0), transfer: UInt16(written.codePoints?.transfer ?? 0),
      profile: start, profile_count: profile.count,
      exif: start.map { unsafe $0 + profile.count }, exif_count: exif.count,
      xmp: start.map { unsafe $0 + profile.count + exif.count }, xmp_count: xmp.count,
      segments: start.map { unsafe $0 + profile.count + exif.count + xmp.count }, segments_count: segments.count,
      density: cpl_density(written.density), threads: UInt32(clamping: Workers.all.count))
    guard let writer = unsafe Self.create(library, writing) else {
      unsafe metadata.deallocate()
      throw .outOfMemory
    }
    self.name = name
    self.library = library
    self.output = request.output
    unsafe self.writer = unsafe writer
    unsafe self.metadata = unsafe metadata
    try check(unsafe cpl_writer_start(writer))
  }

  deinit {
    unsafe cpl_writer_destroy(writer)
    unsafe metadata.deallocate()
  }

  /// The C writer of a library's format; nil without memory, or if nothing is written with the library.
  private static func create(_ library: PictureLibrary, _ writing: cpl_writing) -> OpaquePointer? {
    switch library {
    case .jpeg: unsafe cpl_jpeg_writer(writing)
    case .webp: unsafe cpl_webp_writer(writing)
    case .tiff: unsafe cpl_tiff_writer(writing)
    case .avif: unsafe cpl_avif_writer(writing)
    case .webpAnimation, .gif, .heif: nil
    }
  }

  func write(_ pixels: Span<UInt32>, rows: Int) throws(PictureError) {
    try check(unsafe pixels.withUnsafeBufferPointer { unsafe cpl_writer_write(writer, $0.baseAddress, UInt32(rows)) })
    try drain()
  }

  func finish() throws(PictureError) {
    try check(unsafe cpl_writer_finish(writer))
    try drain()
  }

  private func drain() throws(PictureError) {
    var bytes: UnsafePointer<UInt8>?
    var count = 0
    unsafe cpl_writer_take(writer, &bytes, &count)
    guard count > 0 else { return }
    let file = unsafe UnsafeBufferPointer(start: bytes, count: count)
    guard let appended else { return try output.write(unsafe file.span) }
    let parts = TIFFMetadata.appendix(to: count, exif: appended.exif, iptc: appended.iptc) { place, count in
      place >= 0 && place <= file.count - count ? unsafe Array(file[place..<place + count]) : nil
    }
    guard let parts else { return try output.write(unsafe file.span) }
    try output.write(parts.head.span)
    try output.write(unsafe file.span.extracting(parts.head.count...))
    try output.write(parts.tail.span)
  }

  private func check(_ status: cpl_status) throws(PictureError) {
    if status == CPL_OK { return }
    let words = unsafe String(cString: cpl_writer_message(writer))
    switch status {
    case CPL_NO_MEMORY: throw .outOfMemory
    case CPL_TOO_LARGE: throw .limit(message: words)
    default: throw .parameter(message: "the \(name) cannot be written: \(library.name) says \"\(words)\"")
    }
  }
}

extension cpl_density {
  fileprivate init(_ density: PixelDensity?) {
    let unit =
      switch density?.unit {
      case nil: CPL_NO_DENSITY
      case .ratio: CPL_RATIO
      case .inch: CPL_PER_INCH
      case .centimetre: CPL_PER_CENTIMETRE
      }
    self.init(unit: CInt(unit), x: density?.x ?? 0, y: density?.y ?? 0)
  }
}
