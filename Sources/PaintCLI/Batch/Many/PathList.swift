import SystemPackage

/// A list of paths in a file: one a line, or each with a NUL at its end, as `find -print0` writes them.
enum PathList {
  /// The largest list; longer ones are a mistake, such as a picture or a device.
  static let byteLimit = 1 << 30

  /// The paths of a list; empty ones are skipped.
  ///
  /// If it contains a NUL, every other byte belongs to the paths. Otherwise lines end with LF or CRLF, and a byte order
  /// mark at the beginning is skipped.
  static func paths(in bytes: [UInt8]) -> [FilePath] {
    if bytes.contains(0) { return bytes.split(separator: 0).map { FilePath(bytes: $0) } }
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let text = bytes.starts(with: mark) ? bytes[3...] : bytes[...]
    return text.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let path = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      return path.isEmpty ? nil : FilePath(bytes: path)
    }
  }

  /// Reads a list; throws `no_input` if it names no picture, `read_failed` and `too_large`.
  static func read(_ input: InputFile) throws(Failure) -> [FilePath] {
    let paths = paths(in: try input.allBytes(upTo: byteLimit))
    guard !paths.isEmpty else { throw Failure(.noInput, "the list \(input.name) names no picture") }
    return paths
  }
}
