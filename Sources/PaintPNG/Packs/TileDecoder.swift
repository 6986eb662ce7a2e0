import CPNG
import PaintRaster

/// Reads single tiles out of packs; holds the memory that this takes, so keep one and use it again.
///
/// Sound on any bytes. Not copyable, and used by one thread at a time; each thread has its own.
public struct TileDecoder: ~Copyable, @unchecked Sendable {
  private let stream: UnsafeMutablePointer<z_stream>
  private let filtered: UnsafeMutablePointer<UInt8>

  /// What precedes a chunk's data in its CRC, already summed up.
  private static let crcOfType: UInt = PackFormat.idat.withUnsafeBufferPointer { crc32(0, $0.baseAddress, 4) }
  /// One byte more than a tile has, so that a tile with more is noticed.
  private static let capacity = PackFormat.tileLength + 1

  /// A decoder.
  public init() {
    filtered = .allocate(capacity: Self.capacity)
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let status = inflateInit2_(stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "zlib has no memory")
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    filtered.deallocate()
  }

  /// The tile that `bytes` hold; `crc` is what its slot says.
  ///
  /// Throws `unexpectedTile` before anything else if the CRC differs, `undecodableTile` if the bytes are not one tile
  /// exactly: 4,128 bytes of filtered rows, at the end of a deflate block and of a byte, the first row without a look at
  /// the row above.
  public mutating func decode(_ bytes: UnsafeRawBufferPointer, expecting crc: UInt32) throws(PackError) -> TilePixels {
    let computed = Self.crc(of: bytes)
    guard computed == crc else { throw .unexpectedTile(expected: crc, computed: computed) }
    try inflateTile(bytes)
    let filtered = filtered
    return try TilePixels { (pixels: UnsafeMutablePointer<UInt32>) throws(PackError) in
      try Self.unfilter(filtered, into: pixels)
    }
  }

  /// The tile that `bytes` hold, as above, and the Adler-32 of what they inflate to.
  mutating func decodeSummed(
    _ bytes: UnsafeRawBufferPointer, expecting crc: UInt32
  ) throws(PackError) -> (tile: TilePixels, adler: UInt32) {
    let tile = try decode(bytes, expecting: crc)
    return (tile, UInt32(truncatingIfNeeded: adler32(1, filtered, uInt(PackFormat.tileLength))))
  }

  private static func crc(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    UInt32(truncatingIfNeeded: crc32_z(crcOfType, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count))
  }

  private mutating func inflateTile(_ bytes: UnsafeRawBufferPointer) throws(PackError) {
    guard bytes.count > 0, let length = uInt(exactly: bytes.count) else {
      throw .undecodableTile(reason: "\(bytes.count) bytes")
    }
    inflateReset(stream)
    // zlib only reads through this pointer; its type lacks the const.
    stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = length
    stream.pointee.next_out = filtered
    stream.pointee.avail_out = uInt(Self.capacity)
    let status = inflate(stream, Z_SYNC_FLUSH)
    stream.pointee.next_in = nil
    guard status == Z_OK || status == Z_BUF_ERROR else { throw .undecodableTile(reason: "no deflate stream") }
    guard stream.pointee.avail_out == 1 else {
      throw .undecodableTile(reason: "\(Self.capacity - Int(stream.pointee.avail_out)) bytes of pixels")
    }
    // 128: between two blocks; the bits below 64 count what is unused of the last byte.
    guard stream.pointee.avail_in == 0, stream.pointee.data_type & ~7 == 128, stream.pointee.data_type & 7 == 0 else {
      throw .undecodableTile(reason: "no flush behind the pixels")
    }
  }

  /// Undoes PNG's filters (PNG specification, section 9).
  private static func unfilter(
    _ filtered: UnsafeMutablePointer<UInt8>, into pixels: UnsafeMutablePointer<UInt32>
  ) throws(PackError) {
    let width = Tile.edge * 4
    for row in 0..<Tile.edge {
      let source = filtered + row * PackFormat.rowLength + 1
      let type = source[-1]
      guard type <= 4 else { throw .undecodableTile(reason: "filter \(type)") }
      guard row > 0 || type <= 1 else { throw .undecodableTile(reason: "filter \(type) in the first row") }
      let words = pixels + row * Tile.edge
      if type == 0 {
        UnsafeMutableRawPointer(words).copyMemory(from: source, byteCount: width)
        continue
      }
      let target = UnsafeMutableRawPointer(words).assumingMemoryBound(to: UInt8.self)
      // In the first row nothing is read through `above`: the filters that look there were refused.
      let above = UnsafePointer(row > 0 ? target - width : target)
      switch type {
      case 1:
        for i in 0..<4 { target[i] = source[i] }
        for i in 4..<width { target[i] = source[i] &+ target[i - 4] }
      case 2:
        for i in 0..<width { target[i] = source[i] &+ above[i] }
      case 3:
        for i in 0..<4 { target[i] = source[i] &+ above[i] >> 1 }
        for i in 4..<width {
          target[i] = source[i] &+ UInt8(truncatingIfNeeded: (Int32(target[i - 4]) + Int32(above[i])) >> 1)
        }
      default:
        for i in 0..<4 { target[i] = source[i] &+ above[i] }
        for i in 4..<width {
          target[i] = source[i] &+ paeth(left: target[i - 4], above: above[i], corner: above[i - 4])
        }
      }
    }
  }

  @inline(__always)
  private static func paeth(left: UInt8, above: UInt8, corner: UInt8) -> UInt8 {
    let toLeft = abs(Int32(above) - Int32(corner))
    let toAbove = abs(Int32(left) - Int32(corner))
    let toCorner = abs(Int32(left) + Int32(above) - 2 * Int32(corner))
    if toLeft <= toAbove && toLeft <= toCorner { return left }
    return toAbove <= toCorner ? above : corner
  }
}
