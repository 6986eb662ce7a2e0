import CPNG

/// All that can be observed of reading a picture: how it ends, with which words, and the rows up to there.
struct ReadingOutcome: Equatable {
  var status: UInt32
  var message: String
  var warnings: [String] = []
  var rows = 0
  var pixels: [UInt32] = []

  var isComplete: Bool { status == PAINT_PNG_OK.rawValue }

  /// How the rows are read.
  enum Way: CaseIterable {
    /// With libpng alone.
    case libpng
    /// As the program reads, one band after the other.
    case bands
    /// As the program reads, each band made into pixels after the next one was inflated.
    case ahead
  }

  /// Reads these bytes in bands of `bandRows` rows.
  init(of bytes: [UInt8], _ way: Way, bandRows: Int) {
    let reader = paint_png_reader_create_bytes(bytes, bytes.count)
    defer { paint_png_reader_destroy(reader) }
    if way == .libpng { paint_png_reader_use_libpng(reader) }
    var result = paint_png_reader_start(reader, 65_536, 1 << 30)
    // A damaged header may promise more rows than tests should wait for.
    let height = min(Int(paint_png_reader_height(reader)), 4_096)
    let width = Int(paint_png_reader_width(reader))
    let isAhead =
      way == .ahead && result == PAINT_PNG_OK && paint_png_reader_prepare_ahead(reader, UInt32(bandRows))
    if isAhead { paint_png_reader_inflate_band(reader) }
    while result == PAINT_PNG_OK && rows < height {
      let count = min(bandRows, height - rows)
      var band: UnsafePointer<UInt32>?
      if isAhead {
        result = paint_png_reader_status(reader)
        guard result == PAINT_PNG_OK else { break }
        if rows + count < height { paint_png_reader_inflate_band(reader) }
        band = paint_png_reader_make_band(reader)
      } else {
        result = paint_png_reader_read_band(reader, UInt32(count), &band)
      }
      guard result == PAINT_PNG_OK, let band else { break }
      pixels += UnsafeBufferPointer(start: band, count: count * width)
      rows += count
    }
    if result == PAINT_PNG_OK && rows == Int(paint_png_reader_height(reader)) {
      result = paint_png_reader_finish(reader)
    }
    status = result.rawValue
    message = String(cString: paint_png_reader_message(reader))
    warnings = (0..<paint_png_reader_warning_count(reader)).map {
      String(cString: paint_png_reader_warning(reader, $0))
    }
  }
}
