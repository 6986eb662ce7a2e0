import PaintPNG
import PaintRaster

#if canImport(Glibc)
  import Glibc
#endif

/// A whole picture in memory, for comparisons.
struct Picture: Equatable {
  var width: Int
  var height: Int
  /// Row by row, four bytes a pixel.
  var bytes: [UInt8]
}

/// Reads the whole picture and fails like the reader.
func readPicture(_ reader: PNGReader) throws -> Picture {
  var bytes: [UInt8] = []
  var nextRow = 0
  try reader.readBands { (row, rows, pixels) throws(UnexpectedBand) in
    guard row == nextRow, rows == min(PNGReader.bandRows, reader.size.height - row) else {
      throw UnexpectedBand(row: row, rows: rows)
    }
    nextRow += rows
    pixels.withUnsafeBytes { bytes += $0 }
  }
  return Picture(width: reader.size.width, height: reader.size.height, bytes: bytes)
}

/// A band that does not follow the previous one.
struct UnexpectedBand: Error {
  var row: Int
  var rows: Int
}

/// The message of the format error for these bytes; nil when they are read.
func refusal(of bytes: [UInt8]) -> PNGError? {
  do {
    try PNGReader(bytes: bytes).readBands { _, _, _ in }
    return nil
  } catch {
    return error
  }
}

extension PNGError {
  /// The message of an error of the data; nil for other errors.
  var damage: String? {
    switch self {
    case .format(let message), .truncated(let message): message
    case .io, .limit, .parameter: nil
    }
  }
}

/// A file without a name, deleted when closed.
final class UnnamedFile {
  let descriptor: CInt

  init() {
    var template = Array("/tmp/paint-picture-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    unlink(template)
  }
  deinit { close(descriptor) }

  /// The whole content of the file, independent of its offset.
  var bytes: [UInt8] {
    let count = Int(lseek(descriptor, 0, SEEK_END))
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = pread(descriptor, buffer.baseAddress, count, 0)
    }
  }
}

/// The bytes of a file, or nil if it cannot be read.
func contents(ofFile path: String) -> [UInt8]? {
  let descriptor = open(path, O_RDONLY)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(descriptor, &buffer, buffer.count)
    if count <= 0 { return count == 0 ? bytes : nil }
    bytes += buffer[..<count]
  }
}
