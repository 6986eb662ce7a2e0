/// An entry of a decoding table: what the next bits of a deflate stream mean.
///
/// Most stand for literals, one or two, or for a distance, and begin with the length of their code:
///
///     bits 0...5    how many bits the codes have together
///     bits 8...15   how many literals; of a distance, how many extra bits follow
///     bits 16...31  the bytes of literals, the first lowest; of a distance, the smallest
///
/// All others have bit 7, and 0 in the bits that say how far to go in the input and in the rows: decoding over one stays where
/// it is, so that a row of literals is decoded with one look at the last.
///
///     bit  6        no length of a match, but one of the entries below
///     bits 16...19  length of the code; of a link, how many bits the table behind it looks at
///     bits 20...22  of a length, how many extra bits follow
///     bits 23...31  of a length, the smallest
///     bits 20...31  of a link, where the table begins; 0 at the end of a block, 1 where there is no meaning
enum DecodingEntry {
  /// No literal and no distance.
  static let other: UInt32 = 0x80
  /// In addition, no length.
  static let special: UInt32 = 0x40
  /// The end of the block.
  static let endOfBlock: UInt32 = other | special
  /// A code that no symbol has, or one whose symbol means nothing.
  static let invalid: UInt32 = other | special | 1 << 20
  /// Symbols of the two alphabets, those without meaning included.
  static let literalCount = 288
  static let distanceCount = 32

  /// The entry that leads to a table behind the first.
  @inline(__always)
  static func link(to start: Int, bits: Int) -> UInt32 {
    other | special | UInt32(truncatingIfNeeded: start) &<< 20 | UInt32(truncatingIfNeeded: bits) &<< 16
  }

  /// The entry of a symbol with the length of its code.
  @inline(__always)
  static func entry(_ template: UInt32, codeLength: UInt32) -> UInt32 {
    // At bit 0, or for what has bit 7 at bit 16, without a branch.
    template | codeLength &<< (template &>> 3 & 16)
  }

  /// What to add to the entry of a literal when that of `entry`, one of them too, follows.
  @inline(__always)
  static func second(_ entry: UInt32) -> UInt32 {
    (entry & 0xFF_0000) &<< 8 | entry & 0xFFFF
  }

  @inline(__always)
  static func isOther(_ entry: UInt32) -> Bool { entry & other != 0 }
  @inline(__always)
  static func isSpecial(_ entry: UInt32) -> Bool { entry & special != 0 }

  /// What a literal or distance is, and the length of its code.
  @inline(__always)
  static func codeLength(_ entry: UInt32) -> UInt64 { UInt64(entry & 63) }
  @inline(__always)
  static func literals(_ entry: UInt32) -> Int { Int(entry &>> 8 & 255) }
  @inline(__always)
  static func bytes(_ entry: UInt32) -> UInt16 { UInt16(truncatingIfNeeded: entry &>> 16) }
  @inline(__always)
  static func firstByte(_ entry: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: entry &>> 16) }
  @inline(__always)
  static func distanceExtra(_ entry: UInt32) -> UInt64 { UInt64(entry &>> 8 & 255) }
  @inline(__always)
  static func distance(_ entry: UInt32) -> Int { Int(entry &>> 16) }

  /// What any other entry is.
  @inline(__always)
  static func otherCodeLength(_ entry: UInt32) -> UInt64 { UInt64(entry &>> 16 & 15) }
  @inline(__always)
  static func lengthExtra(_ entry: UInt32) -> UInt64 { UInt64(entry &>> 20 & 7) }
  @inline(__always)
  static func length(_ entry: UInt32) -> Int { Int(entry &>> 23) }
  @inline(__always)
  static func isLink(_ entry: UInt32) -> Bool { entry &>> 20 > 1 }
  @inline(__always)
  static func isEnd(_ entry: UInt32) -> Bool { entry &>> 20 == 0 }
  @inline(__always)
  static func linkBits(_ entry: UInt32) -> UInt64 { UInt64(entry &>> 16 & 15) }
  @inline(__always)
  static func linkStart(_ entry: UInt32) -> Int { Int(entry &>> 20) }

  /// Writes what the 288 symbols of literals and lengths mean (RFC 1951, 3.2.5), without the lengths of codes.
  static func describeLiterals(_ templates: UnsafeMutablePointer<UInt32>) {
    for byte in 0..<256 { templates[byte] = UInt32(byte) << 16 | 1 << 8 }
    templates[256] = endOfBlock
    var length: UInt32 = 3
    for symbol in 257..<285 {
      // Four symbols for each number of extra bits, but eight without.
      let extra = UInt32(max(0, (symbol - 261) / 4))
      templates[symbol] = other | extra << 20 | length << 23
      length += 1 << extra
    }
    templates[285] = other | 258 << 23
    templates[286] = invalid
    templates[287] = invalid
  }

  /// Writes what the 32 symbols of distances mean (RFC 1951, 3.2.5), without the lengths of codes.
  static func describeDistances(_ templates: UnsafeMutablePointer<UInt32>) {
    var distance: UInt32 = 1
    for symbol in 0..<30 {
      // Two symbols for each number of extra bits, but four without.
      let extra = UInt32(max(0, symbol / 2 - 1))
      templates[symbol] = extra << 8 | distance << 16
      distance += 1 << extra
    }
    templates[30] = invalid
    templates[31] = invalid
  }
}
