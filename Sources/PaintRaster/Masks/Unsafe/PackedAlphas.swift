// Unsafe: words of tiles are read and written through pointers that the tiles lend, and eight bytes as one word.

/// The alphas of a tile in as few bits a pixel as their range needs: 1, 2, 4 or 8.
///
/// A wide soft edge has few different values in a tile.
struct PackedAlphas: Sendable {
  /// The least value, the bits of a pixel, the differences from the least value, and room to read a word at each place.
  ///
  /// The differences are row by row; the first pixel of a byte is in its lowest bits.
  private let bytes: [UInt8]
  /// The tile itself, instead of bytes; nil if it is packed.
  private let plain: Tile?

  /// The place of a tile that is not needed any more.
  static let empty = PackedAlphas()

  private static let (head, tail) = (2, 8)

  private init() { (bytes, plain) = ([], nil) }

  /// Keeps the alphas of a tile as those of a tile: a few of them take little memory, and packing takes longer than most
  /// edits.
  init(keeping tile: Tile, complement: UInt8) { (bytes, plain) = ([], tile.alphas(complement: complement)) }

  /// Packs the alphas of a tile.
  ///
  /// - Parameter complement: 0, or 255 to store each as its complement.
  init(_ tile: Tile, complement: UInt8) {
    plain = nil
    bytes = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Tile.pixelCount) { values in
      var lows = SIMD16<UInt8>(repeating: .max)
      var highs = SIMD16<UInt8>.zero
      unsafe tile.withUnsafeRows { words, stride in
        let target = unsafe UnsafeMutableRawPointer(values.baseAddress.unsafelyUnwrapped)
        let complement = SIMD16(repeating: complement)
        for y in 0..<Tile.edge {
          for x in Swift.stride(from: 0, to: Tile.edge, by: 16) {
            let pixels = unsafe UnsafeRawPointer(words + y * stride + x).loadUnaligned(as: SIMD16<UInt32>.self)
            let alphas = SIMD16<UInt8>(truncatingIfNeeded: pixels &>> 24) ^ complement
            unsafe target.storeBytes(of: alphas, toByteOffset: y * Tile.edge + x, as: SIMD16<UInt8>.self)
            lows = pointwiseMin(lows, alphas)
            highs = pointwiseMax(highs, alphas)
          }
        }
      }
      let (least, most) = (lows.min(), highs.max())
      let range = most &- least
      let bits = range < 2 ? 1 : range < 4 ? 2 : range < 16 ? 4 : 8
      let eight = EightValues(bits: bits)
      let values = UnsafeRawBufferPointer(values)
      let size = Self.head + Tile.pixelCount / 8 * bits + Self.tail
      return unsafe [UInt8](unsafeUninitializedCapacity: size) { target, count in
        unsafe (target[0], target[1]) = (least, UInt8(bits))
        count = Self.head
        for start in stride(from: 0, to: Tile.pixelCount, by: 8) {
          let bytes = unsafe UInt64(littleEndian: values.loadUnaligned(fromByteOffset: start, as: UInt64.self))
          var packed = eight.packed(bytes &- EightValues.all(least))
          for _ in 0..<bits {
            unsafe target[count] = UInt8(truncatingIfNeeded: packed)
            packed &>>= 8
            count += 1
          }
        }
        for _ in 0..<Self.tail {
          unsafe target[count] = 0
          count += 1
        }
      }
    }
  }

  /// The tile of these alphas, with black as colour.
  ///
  /// - Parameter complement: 0, or 255 if they were stored as their complements.
  func tile(complement: UInt8) -> Tile {
    if let plain { return complement == 0 ? plain : plain.alphas(complement: complement) }
    let (least, bits) = (EightValues.all(bytes[0]), Int(bytes[1]))
    let (eight, complement) = (EightValues(bits: bits), EightValues.all(complement))
    return .pixels(
      unsafe TilePixels { target in
        unsafe bytes.withUnsafeBytes { bytes in
          let target = UnsafeMutableRawPointer(target)
          for eighth in 0..<Tile.pixelCount / 8 {
            let place = Self.head + eighth * bits
            let packed = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            let values = ((eight.unpacked(packed) &+ least) ^ complement).littleEndian
            let words = unsafe SIMD8<UInt32>(truncatingIfNeeded: unsafeBitCast(values, to: SIMD8<UInt8>.self)) &<< 24
            unsafe target.storeBytes(of: words, toByteOffset: eighth * 32, as: SIMD8<UInt32>.self)
          }
        }
      })
  }
}

extension Tile {
  /// The tile's alphas, with black as colour.
  ///
  /// - Parameter complement: 255 for the complement of each, otherwise 0.
  fileprivate func alphas(complement: UInt8) -> Tile {
    .pixels(
      unsafe TilePixels { target in
        unsafe withUnsafeRows { words, stride in
          let target = UnsafeMutableRawPointer(target)
          let complement = SIMD16(repeating: UInt32(complement) << 24)
          for y in 0..<Self.edge {
            for x in Swift.stride(from: 0, to: Self.edge, by: 16) {
              let pixels = unsafe UnsafeRawPointer(words + y * stride + x).loadUnaligned(as: SIMD16<UInt32>.self)
              let alphas = (pixels & 0xff00_0000) ^ complement
              unsafe target.storeBytes(of: alphas, toByteOffset: (y * Self.edge + x) * 4, as: SIMD16<UInt32>.self)
            }
          }
        }
      })
  }
}

/// Eight values of a few bits each, as the bytes of a word or next to each other; the first one is lowest.
private struct EightValues {
  /// The bits of a byte that a value does not need.
  private let gap: UInt64
  /// The bits of single values in bytes, and of two and four values next to each other in halves and in words.
  private let ones, twos, fours: UInt64
  /// The bits of eight values next to each other.
  private let eights: UInt64

  init(bits: Int) {
    gap = UInt64(8 - bits)
    ones = (1 << UInt64(bits) - 1) * 0x0101_0101_0101_0101
    twos = (1 << UInt64(2 * bits) - 1) * 0x0001_0001_0001_0001
    eights = UInt64.max >> UInt64(64 - 8 * bits)
    fours = (1 << UInt64(4 * bits) - 1) * 0x0000_0001_0000_0001
  }

  /// The bytes of a word next to each other, in its lowest bits; above them can be anything.
  func packed(_ bytes: UInt64) -> UInt64 {
    let pairs = (bytes | bytes &>> gap) & twos
    let halves = (pairs | pairs &>> (2 &* gap)) & fours
    return halves | halves &>> (4 &* gap)
  }

  /// The values that `packed` put next to each other as bytes; above them can be anything.
  func unpacked(_ values: UInt64) -> UInt64 {
    let values = values & eights
    let halves = (values | values &<< (4 &* gap)) & fours
    let pairs = (halves | halves &<< (2 &* gap)) & twos
    return (pairs | pairs &<< gap) & ones
  }

  /// A word of eight times the same byte.
  static func all(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
}
