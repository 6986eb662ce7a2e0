import CPNG

extension PlainZlib {
  /// The parameters of a compression by zlib.
  struct Settings: CustomStringConvertible {
    var level: Int32 = 6
    var strategy: Int32 = Z_DEFAULT_STRATEGY
    var memory: Int32 = 8
    var windowBits: Int32 = 15
    var flush: Int32 = Z_FULL_FLUSH

    var description: String {
      "level \(level), strategy \(strategy), memory \(memory), window \(windowBits), flush \(flush)"
    }
  }

  /// The bytes compressed with these settings, in pieces of the given sizes, each up to a flush; the rest is the last piece.
  static func deflated(_ bytes: [UInt8], _ settings: Settings, pieces: [(size: Int, flush: Int32)] = []) -> [UInt8] {
    var stream = z_stream()
    let status = deflateInit2_(
      &stream, settings.level, Z_DEFLATED, -settings.windowBits, settings.memory, settings.strategy, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK)
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: bytes.count * 2 + 1_000 + 100 * pieces.count)
    let length = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        stream.next_in = source.baseAddress
        stream.next_out = target.baseAddress
        stream.avail_out = uInt(target.count)
        var left = source.count
        for piece in pieces {
          let size = min(left, piece.size)
          left -= size
          stream.avail_in = uInt(size)
          deflate(&stream, piece.flush)
        }
        stream.avail_in = uInt(left)
        deflate(&stream, settings.flush)
        precondition(stream.avail_in == 0 && stream.avail_out > 0)
        return target.count - Int(stream.avail_out)
      }
    }
    return Array(output.prefix(length))
  }
}
