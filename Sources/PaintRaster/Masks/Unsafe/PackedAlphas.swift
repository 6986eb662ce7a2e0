// Unsafe: words of tiles are read and written through pointers that the tiles lend.

/// The alphas of a tile in as few bits a pixel as their range needs: 1, 2, 4 or 8.
///
/// A wide soft edge has few different values in a tile.
struct PackedAlphas: Sendable {
  /// The least value, the bits of a pixel, then the differences from the least value, row by row; the first pixel of a
  /// byte is in its lowest bits.
  private let bytes: [UInt8]

  /// The place of a tile that is not needed any more.
  static let empty = PackedAlphas()

  private static let head = 2

  private init() { bytes = [] }

  /// Packs the alphas of a tile.
  ///
  /// - Parameter complement: 0, or 255 to store each as its complement.
  init(_ tile: Tile, complement: UInt8) {
    bytes = unsafe tile.withUnsafeRows { words, stride in
      func value(_ x: Int, _ y: Int) -> UInt8 {
        unsafe UInt8(truncatingIfNeeded: words[y * stride + x] &>> 24) ^ complement
      }
      var (least, most) = (UInt8.max, UInt8.min)
      for y in 0..<Tile.edge {
        for x in 0..<Tile.edge {
          let value = value(x, y)
          (least, most) = (min(least, value), max(most, value))
        }
      }
      let range = most &- least
      let bits = range < 2 ? 1 : range < 4 ? 2 : range < 16 ? 4 : 8
      let perByte = 8 / bits
      return unsafe [UInt8](unsafeUninitializedCapacity: Self.head + Tile.pixelCount / perByte) { target, count in
        unsafe target[0] = least
        unsafe target[1] = UInt8(bits)
        count = Self.head
        for y in 0..<Tile.edge {
          for x in Swift.stride(from: 0, to: Tile.edge, by: perByte) {
            var byte: UInt8 = 0
            for place in 0..<perByte { byte |= (value(x + place, y) &- least) &<< UInt8(place * bits) }
            unsafe target[count] = byte
            count += 1
          }
        }
      }
    }
  }

  /// The tile of these alphas, with black as colour.
  ///
  /// - Parameter complement: 0, or 255 if they were stored as their complements.
  func tile(complement: UInt8) -> Tile {
    let (least, bits) = (bytes[0], bytes[1])
    let (mask, perByte) = (UInt8.max &>> (8 - bits), 8 / Int(bits))
    return .pixels(
      unsafe TilePixels { target in
        unsafe bytes.withUnsafeBufferPointer { bytes in
          var place = 0
          for index in Self.head..<bytes.count {
            var byte = unsafe bytes[index]
            for _ in 0..<perByte {
              let value = (least &+ byte & mask) ^ complement
              unsafe (target + place).initialize(to: UInt32(value) &<< 24)
              byte = bits == 8 ? 0 : byte &>> bits
              place += 1
            }
          }
        }
      })
  }
}
