import CPNG
import PaintRaster

/// Packs tiles; holds the memory that this takes, so keep one and use it again.
///
/// Not copyable, and used by one thread at a time; each thread has its own.
public struct TileEncoder: ~Copyable, @unchecked Sendable {
  private let memory: UnsafeMutableRawPointer
  private let filtered: UnsafeMutablePointer<UInt8>
  /// `IDAT`, then the encoded bytes: together what the chunk's CRC is of.
  private let chunk: UnsafeMutablePointer<UInt8>
  private let deflater: TileDeflater

  /// An encoder.
  public init() {
    let filteredSize = 2 * TileMatcher.margin + PackFormat.tileLength
    let chunkSize = 4 + TileDeflater.outputLimit + 16
    let size = TileDeflater.byteCount + filteredSize + chunkSize
    memory = .allocate(byteCount: size, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    deflater = TileDeflater(in: memory)
    let bytes = (memory + TileDeflater.byteCount).bindMemory(to: UInt8.self, capacity: filteredSize + chunkSize)
    filtered = bytes + TileMatcher.margin
    chunk = bytes + filteredSize
    chunk.update(from: PackFormat.idat, count: 4)
  }

  deinit { memory.deallocate() }

  /// The tile, encoded.
  public mutating func encode(_ tile: TilePixels) -> EncodedTile {
    withEncoded(tile) { bytes, crc, adler in EncodedTile(bytes: Array(bytes), crc: crc, adler: adler) }
  }

  /// Lends the encoded bytes, the chunk's CRC and the Adler-32 to `body`; the pointer must not leave it.
  mutating func withEncoded<R>(_ tile: TilePixels, _ body: (UnsafeBufferPointer<UInt8>, UInt32, UInt32) -> R) -> R {
    filter(tile)
    if deflater.repeatedPixels(filtered) < 300 {
      TileFilter.filter(tile, into: filtered)
      _ = deflater.repeatedPixels(filtered)
    }
    let end = deflater.deflate(filtered, to: chunk + 4)
    let crc = crc32(0, chunk, uInt(end - chunk))
    return body(
      UnsafeBufferPointer(start: chunk + 4, count: end - chunk - 4), UInt32(truncatingIfNeeded: crc),
      AdlerSum.ofTile(filtered))
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
