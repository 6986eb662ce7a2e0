import CPNG
import PaintRaster

// Unsafe: libpng is called through C pointers, and chunks are copied from its memory.

/// What a PNG states, except its pixels.
///
/// EXIF and texts may follow the pixels. They are found there in memory and in regular files, without reading the pixels;
/// those that come through a pipe only count before the pixels.
public struct PNGHeader: Sendable {
  /// Pixels from left to right.
  public let width: Int
  /// Pixels from top to bottom.
  public let height: Int
  /// Bits of a sample: 1, 2, 4, 8 or 16.
  public let bitDepth: Int
  /// The channels of a pixel.
  public let colorType: PNGLayout.ColorType
  /// Whether pixels may be transparent.
  public let hasAlpha: Bool
  /// The chunks for the picture's colour space and density; valid, and at most 1 MiB.
  public let colorChunks: PNGColorChunks
  /// Whether the rows come in seven passes, so that all of the picture is needed at once.
  public let isInterlaced: Bool
  /// The pictures in the file: 1, or those of an animation; one that is not a part of it comes first.
  public let frames: Int
  /// Whether an animation's first frame is the picture that programs without animations show.
  public let isFirstFrame: Bool
  /// The first 64 KiB of EXIF, from its byte order mark on, unchecked; nil for none.
  public let exif: [UInt8]?
  /// Why chunks were left out, as clauses for the user.
  let warnings: [String]

  private static let exifLimit = 1 << 16

  /// Reads the header of a picture of any size at the current offset of `fileDescriptor`; may read beyond the header.
  ///
  /// - Throws: as `PNGReader.init(fileDescriptor:)`, except that no size is too large.
  public init(fileDescriptor: CInt) throws(PNGError) {
    unsafe try self.init(taking: paint_png_reader_create_fd(fileDescriptor))
  }

  /// Reads the header of a picture of any size in these bytes.
  ///
  /// - Throws: as `PNGReader.init(bytes:)`, except that no size is too large.
  public init(bytes: [UInt8]) throws(PNGError) {
    let created = unsafe bytes.withUnsafeBufferPointer {
      unsafe paint_png_reader_create_bytes($0.baseAddress, $0.count)
    }
    unsafe try self.init(taking: created)
  }

  private init(taking created: OpaquePointer?) throws(PNGError) {
    guard let reader = unsafe created else { throw .noMemory(to: "read") }
    defer { unsafe paint_png_reader_destroy(reader) }
    let status = unsafe paint_png_reader_read_header(reader, UInt32(Int32.max))
    guard status == PAINT_PNG_OK else { throw unsafe .reading(status, of: reader) }
    unsafe self.init(of: reader)
  }

  /// The header of a reader that has read it.
  init(of reader: OpaquePointer) {
    width = unsafe Int(paint_png_reader_width(reader))
    height = unsafe Int(paint_png_reader_height(reader))
    bitDepth = unsafe Int(paint_png_reader_bit_depth(reader))
    // libpng refuses other types.
    colorType = unsafe PNGLayout.ColorType(rawValue: UInt8(paint_png_reader_color_type(reader))) ?? .rgba
    isInterlaced = unsafe paint_png_reader_is_interlaced(reader)
    hasAlpha = unsafe paint_png_reader_has_alpha(reader)
    var found = PNGColorChunks.Collector(takesGrayProfile: colorType == .gray || colorType == .grayAlpha)
    var exif: [UInt8]?
    var animation = PNGAnimation.Count()
    for index in unsafe 0..<paint_png_reader_chunk_count(reader) {
      let chunk = unsafe paint_png_reader_chunk(reader, index)
      let type = unsafe [chunk.type.0, chunk.type.1, chunk.type.2, chunk.type.3].reduce(0) { $0 << 8 | UInt32($1) }
      animation.add(
        type, unsafe Array(UnsafeBufferPointer(start: chunk.bytes, count: chunk.count)),
        wrongChecksum: unsafe chunk.wrong_checksum)
      if let kind = PNGColorChunks.Kind(rawValue: type) {
        let payload = unsafe Array(UnsafeBufferPointer(start: chunk.bytes, count: chunk.count))
        unsafe found.add(
          kind, payload: payload, afterPalette: chunk.after_palette, afterPixels: chunk.after_pixels,
          wrongChecksum: chunk.wrong_checksum)
        if kind == .eXIf, exif == nil, unsafe !chunk.wrong_checksum { exif = Array(payload.prefix(Self.exifLimit)) }
      }
    }
    self.exif = exif
    frames = animation.frames
    isFirstFrame = animation.hasPictureAsFrame
    colorChunks = found.chunks
    warnings =
      found.warnings + animation.warnings
      + (unsafe paint_png_reader_dropped_exif(reader)
        ? ["its EXIF is too large, so its orientation is not applied"] : [])
  }
}
