import CPNG
import PaintRaster

/// Plain calls of zlib, with which the packs' own code is compared.
enum PlainZlib {
  /// Inflates raw deflate bytes that need not have a last block; nil if zlib fails or there is more than `limit`.
  static func inflated(_ bytes: [UInt8], limit: Int = 1 << 16) -> [UInt8]? {
    var stream = z_stream()
    guard inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: limit + 1)
    let length: Int? = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        stream.next_in = source.baseAddress
        stream.avail_in = uInt(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = uInt(target.count)
        let status = inflate(&stream, Z_SYNC_FLUSH)
        guard status == Z_OK, stream.avail_in == 0, stream.avail_out > 0 else { return nil }
        return target.count - Int(stream.avail_out)
      }
    }
    return length.map { Array(output.prefix($0)) }
  }

  /// The bytes compressed at level 1, up to a full flush.
  static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    let status = deflateInit2_(
      &stream, 1, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK)
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: bytes.count * 2 + 100)
    let length = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        stream.next_in = source.baseAddress
        stream.avail_in = uInt(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = uInt(target.count)
        deflate(&stream, Z_FULL_FLUSH)
        return target.count - Int(stream.avail_out)
      }
    }
    return Array(output.prefix(length))
  }

  static func crc(_ bytes: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: bytes.withUnsafeBufferPointer { crc32_z(0, $0.baseAddress, $0.count) })
  }

  static func adler(_ bytes: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: bytes.withUnsafeBufferPointer { adler32_z(1, $0.baseAddress, $0.count) })
  }

  /// Reverses the filters of rows of 32 RGBA pixels, according to the PNG specification.
  static func unfiltered(_ filtered: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for row in 0..<filtered.count / 129 {
      for i in 0..<128 {
        let raw = Int(filtered[row * 129 + 1 + i])
        let a = i >= 4 ? Int(result[row * 128 + i - 4]) : 0
        let b = row > 0 ? Int(result[(row - 1) * 128 + i]) : 0
        let c = i >= 4 && row > 0 ? Int(result[(row - 1) * 128 + i - 4]) : 0
        let p = a + b - c
        let nearest = [a, b, c].min { abs(p - $0) < abs(p - $1) } ?? 0
        let predictor = [0, a, b, (a + b) / 2, nearest][Int(filtered[row * 129])]
        result.append(UInt8(truncatingIfNeeded: raw + predictor))
      }
    }
    return result
  }
}
