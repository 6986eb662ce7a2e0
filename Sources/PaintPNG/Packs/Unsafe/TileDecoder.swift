import CPNG
import PaintRaster

// Unsafe: owns its memory, and reads bytes that are lent for one call.

/// Reads single tiles from packs; owns working memory, so keep and reuse it.
///
/// Safe for any bytes. Not copyable, and used by one thread at a time; each thread has its own.
@safe public struct TileDecoder: ~Copyable, @unchecked Sendable {
  private let memory: UnsafeMutableRawPointer
  private var inflater: TileInflater

  /// The CRC of the chunk's type, which precedes the data.
  private static let crcOfType: UInt = unsafe PackFormat.idat.withUnsafeBufferPointer {
    unsafe crc32(0, $0.baseAddress, 4)
  }

  /// Makes a decoder.
  public init() {
    unsafe memory = unsafe PixelAllocation.allocate(byteCount: TileInflater.byteCount, alignment: 64)
    inflater = unsafe TileInflater(in: memory)
  }

  deinit { unsafe PixelAllocation.release(memory) }

  /// The tile in `bytes`; `crc` is the value in its slot.
  ///
  /// - Throws: `.unexpectedTile` before anything else if the CRC differs, `.undecodableTile` if the bytes are not
  ///   exactly one tile: 4,128 bytes of filtered rows, ending with a deflate block and a byte, the first row with a
  ///   filter that does not use the row above.
  public mutating func decode(_ bytes: UnsafeRawBufferPointer, expecting crc: UInt32) throws(PackError) -> TilePixels {
    let computed = unsafe Self.crc(of: bytes)
    guard computed == crc else { throw .unexpectedTile(expected: crc, computed: computed) }
    unsafe try inflateTile(bytes)
    let filtered = unsafe inflater.output
    return unsafe try TilePixels { (pixels: UnsafeMutablePointer<UInt32>) throws(PackError) in
      unsafe try TileUnfilter.unfilter(filtered, into: pixels)
    }
  }

  /// The tile in an array's bytes.
  ///
  /// - Throws: as the other `decode`.
  public mutating func decode(_ bytes: [UInt8], expecting crc: UInt32) throws(PackError) -> TilePixels {
    try decode(bytes[...], expecting: crc)
  }

  /// The tile in a part of an array.
  ///
  /// - Throws: as the other `decode`.
  public mutating func decode(_ bytes: ArraySlice<UInt8>, expecting crc: UInt32) throws(PackError) -> TilePixels {
    let result = unsafe bytes.withUnsafeBytes { bytes in
      Result { () throws(PackError) in try unsafe decode(bytes, expecting: crc) }
    }
    return try result.get()
  }

  /// The tile in `bytes`, as above, and the Adler-32 of the inflated bytes.
  mutating func decodeSummed(
    _ bytes: UnsafeRawBufferPointer, expecting crc: UInt32
  ) throws(PackError) -> (tile: TilePixels, adler: UInt32) {
    let tile = unsafe try decode(bytes, expecting: crc)
    return unsafe (tile, UInt32(truncatingIfNeeded: adler32(1, inflater.output, uInt(PackFormat.tileLength))))
  }

  private static func crc(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    unsafe UInt32(truncatingIfNeeded: crc32_z(crcOfType, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count))
  }

  private mutating func inflateTile(_ bytes: UnsafeRawBufferPointer) throws(PackError) {
    guard let start = unsafe bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count > 0 else {
      throw .undecodableTile(reason: "0 bytes")
    }
    switch unsafe inflater.inflate(start, count: bytes.count) {
    case .tile: return
    case .noStream: throw .undecodableTile(reason: "no deflate stream")
    case .length(let length): throw .undecodableTile(reason: "\(length) bytes of pixels")
    case .unflushed: throw .undecodableTile(reason: "no flush after the pixels")
    }
  }
}
