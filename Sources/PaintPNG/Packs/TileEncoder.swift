import CPNG
import PaintRaster

/// Encodes tiles for packs; owns working memory, so keep and reuse it.
///
/// Not copyable, and used by one thread at a time; each thread has its own.
///
/// Measured in one run against zlib at level 1 with its better filter of None and Sub, a tile at a time: tiles of 10,000
/// scribbles after about 500, 5,000 and 10,000 take 0.91, 0.93 and 0.97 times the bytes, 6.7 to 7.7 times as fast; those
/// of the three photographs of the fixtures 0.83 to 0.88 times the bytes, 4.5 to 5.8 times as fast.
public struct TileEncoder: ~Copyable, @unchecked Sendable {
  private let memory: UnsafeMutableRawPointer
  private let filtered: UnsafeMutablePointer<UInt8>
  /// `IDAT`, then the encoded bytes, which together are covered by the chunk's CRC.
  private let chunk: UnsafeMutablePointer<UInt8>
  private let spare: UnsafeMutablePointer<UInt8>
  private var deflater: TileDeflater
  private let filter: TileFilter

  /// The number of 1,024 pixels that must equal their left or upper neighbour for a tile to be packed as a drawing.
  ///
  /// Measured, with Sub for the others: photographs under scribbles take 11 to 14 % more with 400 and up to 3 % less with
  /// 700; scribbles over nothing take 4 to 15 % more with 700, and more time.
  private static let drawingThreshold = 600
  /// The number of 512 pixels whose colour must have occurred before for a tile to be tried without filters too.
  private static let fewColorsThreshold = 300

  /// Makes an encoder.
  public init() {
    let filteredSize = 2 * TileMatcher.margin + PackFormat.tileLength
    let chunkSize = 4 + 2 * TileDeflater.outputLimit
    let size = TileDeflater.byteCount + TileFilter.byteCount + filteredSize + 2 * chunkSize
    memory = .allocate(byteCount: size, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    deflater = TileDeflater(in: memory)
    filter = TileFilter(in: memory + TileDeflater.byteCount)
    let bytes = (memory + TileDeflater.byteCount + TileFilter.byteCount).bindMemory(
      to: UInt8.self, capacity: filteredSize + 2 * chunkSize)
    filtered = bytes + TileMatcher.margin
    chunk = bytes + filteredSize
    spare = chunk + chunkSize
    chunk.update(from: PackFormat.idat, count: 4)
  }

  deinit { memory.deallocate() }

  /// Encodes the tile.
  public mutating func encode(_ tile: TilePixels) -> EncodedTile {
    withEncoded(tile) { bytes, crc, adler in EncodedTile(bytes: Array(bytes), crc: crc, adler: adler) }
  }

  /// Lends the encoded bytes, the chunk's CRC and the Adler-32 to `body`; the pointer must not leave it.
  mutating func withEncoded<R>(_ tile: TilePixels, _ body: (UnsafeBufferPointer<UInt8>, UInt32, UInt32) -> R) -> R {
    let end = deflate(tile)
    let crc = crc32(0, chunk, uInt(end - chunk))
    return body(
      UnsafeBufferPointer(start: chunk + 4, count: end - chunk - 4), UInt32(truncatingIfNeeded: crc),
      AdlerSum.ofTile(filtered))
  }

  /// Filters and deflates the tile to `chunk + 4` with the best encoding; returns the end of the output.
  private mutating func deflate(_ tile: TilePixels) -> UnsafeMutablePointer<UInt8> {
    let output = chunk + 4
    filter.none(tile, into: filtered)
    if deflater.repeatedPixels(filtered) >= Self.drawingThreshold {
      return deflater.deflateDrawing(filtered, to: output)
    }
    var end: UnsafeMutablePointer<UInt8>?
    if deflater.repeatedColors(filtered) >= Self.fewColorsThreshold {
      end = deflater.deflate(filtered, effort: .everyPixel, to: output)
    }
    filter.adaptive(tile, into: filtered)
    _ = deflater.repeatedPixels(filtered)
    guard let end else { return deflater.deflate(filtered, effort: .runs, to: output) }
    // Few colours: dithered, or a smooth part of a photograph, which only a trial distinguishes.
    let length = deflater.deflate(filtered, effort: .runs, to: spare) - spare
    if length < end - output {
      output.update(from: spare, count: length)
      return output + length
    }
    filter.none(tile, into: filtered)
    return end
  }
}
