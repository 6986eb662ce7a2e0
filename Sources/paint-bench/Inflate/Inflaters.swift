import CPNG
import PaintPNG

/// The inflater that reads tiles.
final class OurInflater {
  private let memory = UnsafeMutableRawPointer.allocate(byteCount: TileInflater.byteCount, alignment: 64)
  private var inflater: TileInflater

  init() { inflater = TileInflater(in: memory) }

  deinit { memory.deallocate() }

  /// Inflates a tile; false if the bytes are invalid.
  func inflate(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = bytes.baseAddress else { return false }
    return inflater.inflate(start, count: bytes.count) == .tile
  }
}

/// The system's zlib, with a stream that is reset for each tile.
final class ZlibInflater {
  // zlib keeps the address.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

  init() {
    stream.initialize(to: z_stream())
    inflateInit2_(stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Inflates a tile to `output`, which has space for one more byte; false if the bytes are invalid.
  func inflate(_ bytes: UnsafeBufferPointer<UInt8>, to output: UnsafeMutablePointer<UInt8>) -> Bool {
    guard inflateReset(stream) == Z_OK else { return false }
    stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
    stream.pointee.avail_in = uInt(bytes.count)
    stream.pointee.next_out = output
    stream.pointee.avail_out = 4_129
    return CPNG.inflate(stream, Z_SYNC_FLUSH) == Z_OK && stream.pointee.avail_out == 1
  }
}
