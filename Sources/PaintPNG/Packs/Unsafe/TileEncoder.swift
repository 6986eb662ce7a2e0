import CPNG
import PaintRaster

// Unsafe: owns its memory.

/// Encodes tiles for packs; owns working memory, so keep and reuse it.
///
/// Not copyable, and used by one thread at a time; each thread has its own.
///
/// Measured in one run against zlib at level 1 with its better filter of None and Sub, a tile at a time: tiles of 10,000
/// scribbles after about 500, 5,000 and 10,000 take 0.91, 0.93 and 0.97 times the bytes, 6.7 to 7.7 times as fast; those
/// of the three photographs of the fixtures 0.83 to 0.88 times the bytes, 4.5 to 5.8 times as fast.
@safe public struct TileEncoder: ~Copyable, @unchecked Sendable {
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
    unsafe memory = unsafe PixelAllocation.allocate(byteCount: size, alignment: 64)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    deflater = unsafe TileDeflater(in: memory)
    filter = unsafe TileFilter(in: memory + TileDeflater.byteCount)
    let bytes = unsafe (memory + TileDeflater.byteCount + TileFilter.byteCount).bindMemory(
      to: UInt8.self, capacity: filteredSize + 2 * chunkSize)
    unsafe filtered = unsafe bytes + TileMatcher.margin
    unsafe chunk = unsafe bytes + filteredSize
    unsafe spare = unsafe chunk + chunkSize
    unsafe chunk.update(from: PackFormat.idat, count: 4)
  }

  deinit { unsafe PixelAllocation.release(memory) }

  /// Encodes the tile.
  public mutating func encode(_ tile: TilePixels) -> EncodedTile {
    withEncoded(tile) { bytes, crc, adler in
      unsafe EncodedTile(bytes: bytes.withUnsafeBufferPointer { unsafe Array($0) }, crc: crc, adler: adler)
    }
  }

  /// Lends the encoded bytes, the chunk's CRC and the Adler-32 to `body`.
  mutating func withEncoded<R>(_ tile: TilePixels, _ body: (Span<UInt8>, UInt32, UInt32) -> R) -> R {
    let end = unsafe deflate(tile)
    let crc = unsafe crc32(0, chunk, uInt(end - chunk))
    return unsafe body(
      UnsafeBufferPointer(start: chunk + 4, count: end - chunk - 4).span, UInt32(truncatingIfNeeded: crc),
      AdlerSum.ofTile(filtered))
  }

  /// Filters and deflates the tile to `chunk + 4` with the best encoding; returns the end of the output.
  private mutating func deflate(_ tile: TilePixels) -> UnsafeMutablePointer<UInt8> {
    let output = unsafe chunk + 4
    unsafe filter.none(tile, into: filtered)
    if unsafe deflater.repeatedPixels(filtered) >= Self.drawingThreshold {
      return unsafe deflater.deflateDrawing(filtered, to: output)
    }
    var end: UnsafeMutablePointer<UInt8>?
    if unsafe deflater.repeatedColors(filtered) >= Self.fewColorsThreshold {
      unsafe end = unsafe deflater.deflate(filtered, effort: .everyPixel, to: output)
    }
    unsafe filter.adaptive(tile, into: filtered)
    _ = unsafe deflater.repeatedPixels(filtered)
    guard let end = unsafe end else { return unsafe deflater.deflate(filtered, effort: .runs, to: output) }
    // Few colours: dithered, or a smooth part of a photograph, which only a trial distinguishes.
    let length = unsafe deflater.deflate(filtered, effort: .runs, to: spare) - spare
    if unsafe length < end - output {
      unsafe output.update(from: spare, count: length)
      return unsafe output + length
    }
    unsafe filter.none(tile, into: filtered)
    return unsafe end
  }
}
