// Unsafe: writes the entries of tables that the inflater owns.

/// An entry of a decoding table: the meaning of the next bits of a deflate stream.
///
/// Most entries are one or two literals, or a distance, and begin with the length of their code:
///
///     bits 0...5    the length of the codes together
///     bits 8...15   the number of literals; for a distance, the number of extra bits
///     bits 16...31  the bytes of literals, the first lowest; for a distance, the smallest one
///
/// All others have bit 7, and 0 in the bits for the advance in the input and in the rows. Decoding one as a literal
/// does not advance, so a run of literals needs only one check, at its end.
///
///     bit  6        not the length of a match, but one of the entries below
///     bits 16...19  the length of the code; for a link, the number of bits that index the subtable
///     bits 20...22  for a length, the number of extra bits
///     bits 23...31  for a length, the smallest one
///     bits 20...31  for a link, the start of the subtable; 0 for the end of a block, 1 for no meaning
enum DecodingEntry {
  /// Neither a literal nor a distance.
  static let other: UInt32 = 0x80
  /// Nor a length.
  static let special: UInt32 = 0x40
  /// The end of the block.
  static let endOfBlock: UInt32 = other | special
  /// A code without a symbol, or one whose symbol has no meaning.
  static let invalid: UInt32 = other | special | 1 << 20
  /// Numbers of symbols in the two alphabets, including those without meaning.
  static let literalCount = 288
  static let distanceCount = 32

  /// The entry that links to a table after the first.
  @inline(__always)
  static func link(to start: Int, bits: Int) -> UInt32 {
    other | special | UInt32(truncatingIfNeeded: start) &<< 20 | UInt32(truncatingIfNeeded: bits) &<< 16
  }

  /// The entry of a symbol with the length of its code.
  @inline(__always)
  static func entry(_ template: UInt32, codeLength: UInt32) -> UInt32 {
    // At bit 0, or at bit 16 for entries with bit 7, without a branch.
    template | codeLength &<< (template &>> 3 & 16)
  }

  /// The value to add to a literal's entry when the literal of `entry` follows.
  @inline(__always)
  static func second(_ entry: UInt32) -> UInt32 {
    (entry & 0xFF_0000) &<< 8 | entry & 0xFFFF
  }

  @inline(__always)
  static func isOther(_ entry: UInt32) -> Bool { entry & other != 0 }
  @inline(__always)
  static func isSpecial(_ entry: UInt32) -> Bool { entry & special != 0 }

  /// The fields of an entry for literals or a distance.
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

  /// The fields of any other entry.
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

  /// Writes the meanings of the 288 symbols of literals and lengths (RFC 1951, 3.2.5), without the lengths of codes.
  static func describeLiterals(_ templates: UnsafeMutablePointer<UInt32>) {
    for byte in 0..<256 { unsafe templates[byte] = UInt32(byte) << 16 | 1 << 8 }
    unsafe templates[256] = endOfBlock
    var length: UInt32 = 3
    for symbol in 257..<285 {
      // Four symbols for each number of extra bits, but eight without extra bits.
      let extra = UInt32(max(0, (symbol - 261) / 4))
      unsafe templates[symbol] = other | extra << 20 | length << 23
      length += 1 << extra
    }
    unsafe templates[285] = other | 258 << 23
    unsafe templates[286] = invalid
    unsafe templates[287] = invalid
  }

  /// Writes the meanings of the 32 symbols of distances (RFC 1951, 3.2.5), without the lengths of codes.
  static func describeDistances(_ templates: UnsafeMutablePointer<UInt32>) {
    var distance: UInt32 = 1
    for symbol in 0..<30 {
      // Two symbols for each number of extra bits, but four without extra bits.
      let extra = UInt32(max(0, symbol / 2 - 1))
      unsafe templates[symbol] = extra << 8 | distance << 16
      distance += 1 << extra
    }
    unsafe templates[30] = invalid
    unsafe templates[31] = invalid
  }
}
