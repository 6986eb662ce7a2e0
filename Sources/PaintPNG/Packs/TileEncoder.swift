import CPNG
import PaintRaster

/// Packs tiles; holds the memory that this takes, so keep one and use it again.
///
/// Not copyable, and used by one thread at a time; each thread has its own.
public struct TileEncoder: ~Copyable, @unchecked Sendable {
  private let filtered: UnsafeMutablePointer<UInt8>
  /// `IDAT`, then the encoded bytes: together what the chunk's CRC is of.
  private let chunk: UnsafeMutablePointer<UInt8>
  private let stream: UnsafeMutablePointer<z_stream>

  /// A tile that nothing makes smaller is stored with 10 bytes around it; zlib's promise for this size is below that.
  private static let chunkCapacity = 4 + PackFormat.tileLength + 512

  /// An encoder.
  public init() {
    filtered = .allocate(capacity: PackFormat.tileLength)
    chunk = .allocate(capacity: Self.chunkCapacity)
    chunk.update(from: PackFormat.idat, count: 4)
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let status = deflateInit2_(
      stream, 1, Z_DEFLATED, -13, 6, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "zlib has no memory")
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
    chunk.deallocate()
    filtered.deallocate()
  }

  /// The tile, encoded.
  public mutating func encode(_ tile: TilePixels) -> EncodedTile {
    withEncoded(tile) { bytes, crc, adler in EncodedTile(bytes: Array(bytes), crc: crc, adler: adler) }
  }

  /// Lends the encoded bytes, the chunk's CRC and the Adler-32 to `body`; the pointer must not leave it.
  mutating func withEncoded<R>(_ tile: TilePixels, _ body: (UnsafeBufferPointer<UInt8>, UInt32, UInt32) -> R) -> R {
    filter(tile)
    let adler = adler32(1, filtered, uInt(PackFormat.tileLength))
    deflateReset(stream)
    stream.pointee.next_in = filtered
    stream.pointee.avail_in = uInt(PackFormat.tileLength)
    stream.pointee.next_out = chunk + 4
    stream.pointee.avail_out = uInt(Self.chunkCapacity - 4)
    deflate(stream, Z_FULL_FLUSH)
    precondition(stream.pointee.avail_in == 0 && stream.pointee.avail_out > 0, "a tile fits")
    let length = Self.chunkCapacity - 4 - Int(stream.pointee.avail_out)
    let crc = crc32(0, chunk, uInt(4 + length))
    return body(
      UnsafeBufferPointer(start: chunk + 4, count: length), UInt32(truncatingIfNeeded: crc),
      UInt32(truncatingIfNeeded: adler))
  }

  private func filter(_ tile: TilePixels) {
    tile.withUnsafePixels { pixels in
      for row in 0..<Tile.edge {
        let out = UnsafeMutableRawPointer(filtered + row * PackFormat.rowLength)
        out.storeBytes(of: 0, as: UInt8.self)
        (out + 1).copyMemory(from: pixels + row * Tile.edge, byteCount: Tile.edge * 4)
      }
    }
  }
}
