// Unsafe: works in memory that the encoder owns.

/// The beginning of a deflate block with dynamic codes: the compressed lengths of the codes (RFC 1951, 3.2.7).
@safe struct BlockHeader {
  /// The order in which the lengths of the codes of code lengths are sent.
  private static let order: [UInt8] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  /// An upper bound of a header's bytes: 17 bits, 19 times 3, 316 lengths of at most 14 bits.
  static let limit = 576
  /// Bytes of memory that a header takes.
  static let byteCount = 4 * 64 + 2 * 320 + 32

  private let counts: UnsafeMutablePointer<UInt32>
  private let codes: UnsafeMutablePointer<UInt32>
  /// The header's symbols: `symbol | extra value << 8`.
  private let items: UnsafeMutablePointer<UInt16>
  private let places: UnsafeMutablePointer<UInt8>
  private var literalCount = 0
  private var distanceCount = 0
  private var itemCount = 0

  /// A header in `memory`, `byteCount` bytes, aligned to 4, that the caller keeps alive.
  init(in memory: UnsafeMutableRawPointer) {
    unsafe counts = unsafe memory.bindMemory(to: UInt32.self, capacity: 64)
    unsafe codes = unsafe counts + 32
    unsafe items = unsafe UnsafeMutableRawPointer(counts + 64).bindMemory(to: UInt16.self, capacity: 320)
    unsafe places = unsafe UnsafeMutableRawPointer(items + 320).bindMemory(to: UInt8.self, capacity: 32)
    unsafe places.update(from: Self.order, count: Self.order.count)
  }

  /// Sets the header to that of a block with these codes, tables as built by `HuffmanCode`.
  mutating func describe(
    literals: UnsafePointer<UInt32>, distances: UnsafePointer<UInt32>, using huffman: HuffmanCode
  ) {
    unsafe counts.update(repeating: 0, count: 32)
    literalCount = SymbolCounts.literalCount
    while literalCount > 257, unsafe literals[literalCount &- 1] == 0 { literalCount &-= 1 }
    distanceCount = SymbolCounts.distanceCount
    while distanceCount > 1, unsafe distances[distanceCount &- 1] == 0 { distanceCount &-= 1 }
    itemCount = unsafe describe(literals, count: literalCount, to: items)
    unsafe itemCount &+= describe(distances, count: distanceCount, to: items + itemCount)
    unsafe huffman.build(counts, count: 19, limit: 7, into: codes)
  }

  private func describe(
    _ codes: UnsafePointer<UInt32>, count: Int, to items: UnsafeMutablePointer<UInt16>
  ) -> Int {
    let counts = unsafe counts
    var itemCount = 0
    var symbol = 0
    while symbol < count {
      let length = unsafe codes[symbol] &>> 16
      var run = 1
      while symbol &+ run < count, unsafe codes[symbol &+ run] &>> 16 == length { run &+= 1 }
      symbol &+= run
      // 18: 11...138 zeros, 17: 3...10 zeros, 16: the previous length 3...6 times more.
      if length == 0 {
        while run >= 3 {
          let part = min(run, 138)
          let item = part > 10 ? 18 | (part &- 11) &<< 8 : 17 | (part &- 3) &<< 8
          unsafe items[itemCount] = UInt16(truncatingIfNeeded: item)
          unsafe counts[item & 255] &+= 1
          itemCount &+= 1
          run &-= part
        }
      } else if run >= 4 {
        unsafe items[itemCount] = UInt16(truncatingIfNeeded: length)
        unsafe counts[Int(length)] &+= 1
        itemCount &+= 1
        run &-= 1
        while run >= 3 {
          let part = min(run, 6)
          unsafe items[itemCount] = UInt16(truncatingIfNeeded: 16 | (part &- 3) &<< 8)
          unsafe counts[16] &+= 1
          itemCount &+= 1
          run &-= part
        }
      }
      unsafe counts[Int(length)] &+= UInt32(truncatingIfNeeded: run)
      while run > 0 {
        unsafe items[itemCount] = UInt16(truncatingIfNeeded: length)
        itemCount &+= 1
        run &-= 1
      }
    }
    return itemCount
  }

  /// The number of entries of `order` that the header needs; never fewer than 4.
  private func placeCount() -> Int {
    var count = 19
    while count > 4, unsafe codes[Int(places[count &- 1])] == 0 { count &-= 1 }
    return count
  }

  /// The header's length in bits.
  var bitCount: Int {
    var bits: UInt32 = 0
    for symbol in 0..<19 {
      let extra = UInt32(truncatingIfNeeded: Self.extraBits(UInt64(symbol)))
      unsafe bits &+= counts[symbol] &* (codes[symbol] &>> 16 &+ extra)
    }
    return Int(bits) &+ 17 &+ 3 &* placeCount()
  }

  /// The number of extra bits of a symbol of the header: 16, 17 and 18 have 2, 3 and 7.
  @inline(__always)
  private static func extraBits(_ symbol: UInt64) -> UInt64 {
    symbol < 16 ? 0 : symbol < 18 ? symbol &- 14 : 7
  }

  /// Writes the header.
  func write(to writer: inout BitWriter) {
    let placeCount = placeCount()
    // Not the last block; dynamic codes.
    writer.add(0b100, count: 3)
    writer.add(UInt64(literalCount &- 257), count: 5)
    writer.add(UInt64(distanceCount &- 1), count: 5)
    writer.add(UInt64(placeCount &- 4), count: 4)
    writer.flush()
    for place in 0..<placeCount {
      unsafe writer.add(UInt64(codes[Int(places[place])] &>> 16), count: 3)
    }
    writer.flush()
    for index in 0..<itemCount {
      let item = unsafe items[index]
      let symbol = UInt64(item & 255)
      unsafe writer.add(codes[Int(symbol)])
      writer.add(UInt64(item &>> 8), count: Self.extraBits(symbol))
      writer.flush()
    }
  }
}
