// Unsafe: works in memory that the decoder owns.

/// Builds tables that decode a prefix code several bits at a time; contains only pointers, does not allocate.
///
/// A table of `rootBits` has an entry for each value of that many bits. For longer codes the entry links to a subtable,
/// which is indexed by as many further bits as its longest code has.
@safe struct DecodingTableBuilder {
  /// The longest code that deflate has.
  static let longestCode = 15

  private let counts: UnsafeMutablePointer<UInt32>
  private let starts: UnsafeMutablePointer<UInt32>
  private let sorted: UnsafeMutablePointer<UInt32>
  /// For literals in the order of `sorted`: entry, code, and the value to add to the entry of a preceding literal.
  private let firsts: UnsafeMutablePointer<UInt32>
  private let codes: UnsafeMutablePointer<UInt32>
  private let seconds: UnsafeMutablePointer<UInt32>
  /// The index of the first of these literals for each length of code, and the index after the last.
  private let literalStarts: UnsafeMutablePointer<UInt32>

  /// Words of memory that a builder works in.
  static let wordCount = 49 + 4 * DecodingEntry.literalCount

  /// A builder that works in `memory`, `wordCount` words that the caller keeps alive.
  init(in memory: UnsafeMutablePointer<UInt32>) {
    unsafe counts = unsafe memory
    unsafe starts = unsafe memory + 16
    unsafe literalStarts = unsafe memory + 32
    unsafe sorted = unsafe memory + 49
    unsafe firsts = unsafe sorted + DecodingEntry.literalCount
    unsafe codes = unsafe firsts + DecodingEntry.literalCount
    unsafe seconds = unsafe codes + DecodingEntry.literalCount
  }

  /// Whether any of eight symbols has a code.
  @inline(__always)
  private static func anyHasCode(_ lengths: UnsafePointer<UInt8>) -> Bool {
    unsafe UnsafeRawPointer(lengths).loadUnaligned(as: UInt64.self) != 0
  }

  /// The most entries that a table for `symbols` symbols may have.
  ///
  /// A subtable of b bits has a code b bits longer, so at least b + 1 codes: at most 2^b / (b + 1) entries for each,
  /// which is largest for the largest b.
  static func entryLimit(symbols: Int, rootBits: Int) -> Int {
    let bits = longestCode - rootBits
    return 1 << rootBits + symbols * (1 << bits) / (bits + 1)
  }

  /// Builds the table of the code whose symbols have these lengths, 0...15, 0 for no code; returns false if no such
  /// code exists.
  ///
  /// Up to the next multiple of eight lengths, zeros must follow. `templates` are the meanings of the symbols, `empty`
  /// is the entry for every bit if no symbol has a code. A code must be complete, but with `allowsSingleSymbol` it may
  /// be a single symbol of one bit. With `pairs` two literals whose codes fit together are one entry: that takes time,
  /// but saves more if there are many literals.
  func build(
    _ lengths: UnsafePointer<UInt8>, count: Int, templates: UnsafePointer<UInt32>, rootBits: Int, empty: UInt32,
    allowsSingleSymbol: Bool, pairs: Bool, into table: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    let (counts, starts, sorted) = unsafe (counts, starts, sorted)
    unsafe counts.update(repeating: 0, count: 16)
    // Symbols without a code tend to be adjacent: eight of them are skipped at once.
    var symbol = 0
    while symbol < count {
      if unsafe Self.anyHasCode(lengths + symbol) {
        for next in symbol..<symbol &+ 8 { unsafe counts[Int(lengths[next])] &+= 1 }
      }
      symbol &+= 8
    }
    // The number of strings of `length` bits that do not begin with a code of at most that length.
    var free: Int32 = 1
    var usedCount: UInt32 = 0
    for length in 1...Self.longestCode {
      unsafe starts[length] = usedCount
      unsafe usedCount &+= counts[length]
      free = unsafe free &* 2 &- Int32(truncatingIfNeeded: counts[length])
      guard free >= 0 else { return false }
    }
    // Symbols by the length of their codes; those without a code are last.
    unsafe starts[0] = usedCount
    symbol = 0
    while symbol < count {
      if unsafe Self.anyHasCode(lengths + symbol) {
        for next in symbol..<symbol &+ 8 {
          let length = unsafe Int(lengths[next])
          let place = unsafe starts[length]
          unsafe starts[length] = place &+ 1
          unsafe sorted[Int(place)] = unsafe templates[next]
        }
      }
      symbol &+= 8
    }
    guard free == 0 else {
      guard unsafe usedCount == 0 || allowsSingleSymbol && usedCount == 1 && counts[1] == 1 else { return false }
      let zero = unsafe usedCount == 0 ? empty : DecodingEntry.entry(sorted[0], codeLength: 1)
      let one = usedCount == 0 ? empty : DecodingEntry.entry(DecodingEntry.invalid, codeLength: 1)
      for index in 0..<1 &<< rootBits { unsafe table[index] = index & 1 == 0 ? zero : one }
      return true
    }
    unsafe fill(table, rootBits: rootBits, with: sorted, pairs: pairs)
    return true
  }

  /// Fills the table of a complete code; `symbols` are sorted.
  ///
  /// The shortest code is not longer than `rootBits`: there are too few symbols for that.
  private func fill(
    _ table: UnsafeMutablePointer<UInt32>, rootBits: Int, with symbols: UnsafePointer<UInt32>, pairs: Bool
  ) {
    let counts = unsafe counts
    var next = unsafe symbols
    var code = 0
    var length = 1
    while unsafe counts[length] == 0 { length &+= 1 }
    let shortest = length
    var literalCount = 0
    unsafe literalStarts[shortest] = 0
    // While the table is small, its entries apply to all longer bit strings with the same lowest bits: doubling repeats
    // them.
    while true {
      let size = 1 &<< length
      let end = unsafe next + Int(counts[length])
      while unsafe next < end {
        let entry = unsafe DecodingEntry.entry(next.pointee, codeLength: UInt32(truncatingIfNeeded: length))
        unsafe table[code] = entry
        if pairs, !DecodingEntry.isOther(entry) {
          unsafe firsts[literalCount] = entry
          unsafe codes[literalCount] = UInt32(truncatingIfNeeded: code)
          unsafe seconds[literalCount] = DecodingEntry.second(entry)
          literalCount &+= 1
        }
        code = Self.successor(of: code, length: length)
        unsafe next += 1
      }
      if pairs {
        unsafe literalStarts[length &+ 1] = UInt32(truncatingIfNeeded: literalCount)
        unsafe fillPairs(table, length: length, shortest: shortest)
      }
      if length == rootBits { break }
      unsafe (table + size).update(from: table, count: size)
      length &+= 1
    }
    unsafe fillSubtables(table, rootBits: rootBits, with: next, from: code)
  }

  /// Writes the pairs of literals whose codes together have `length` bits.
  private func fillPairs(_ table: UnsafeMutablePointer<UInt32>, length: Int, shortest: Int) {
    let (firsts, codes, seconds, starts) = unsafe (firsts, codes, seconds, literalStarts)
    var firstLength = shortest
    while firstLength <= length &- shortest {
      let secondStart = unsafe Int(starts[length &- firstLength])
      let secondEnd = unsafe Int(starts[length &- firstLength &+ 1])
      let end = unsafe Int(starts[firstLength &+ 1])
      var first = unsafe secondStart < secondEnd ? Int(starts[firstLength]) : end
      while first < end {
        let (entry, place) = unsafe (firsts[first], table + Int(codes[first]))
        for second in secondStart..<secondEnd {
          unsafe place[Int(codes[second]) &<< firstLength] = unsafe entry &+ seconds[second]
        }
        first &+= 1
      }
      firstLength &+= 1
    }
  }

  /// Fills the subtables with the codes longer than `rootBits`, of which `first` is the first.
  private func fillSubtables(
    _ table: UnsafeMutablePointer<UInt32>, rootBits: Int, with symbols: UnsafePointer<UInt32>, from first: Int
  ) {
    let counts = unsafe counts
    var next = unsafe symbols
    var code = first
    var start = 1 &<< rootBits
    var root = -1
    var bits = 0
    var base = 0
    var length = rootBits &+ 1
    while length <= Self.longestCode {
      var left = unsafe Int(counts[length])
      while left > 0 {
        if code & (1 &<< rootBits &- 1) != root {
          root = code & (1 &<< rootBits &- 1)
          bits = length &- rootBits
          var strings = left
          while strings < 1 &<< bits {
            bits &+= 1
            strings = unsafe strings &* 2 &+ Int(counts[rootBits &+ bits])
          }
          unsafe table[root] = DecodingEntry.link(to: start, bits: bits)
          base = start
          start &+= 1 &<< bits
        }
        let entry = unsafe DecodingEntry.entry(next.pointee, codeLength: UInt32(truncatingIfNeeded: length &- rootBits))
        var index = code &>> rootBits
        while index < 1 &<< bits {
          unsafe table[base &+ index] = entry
          index &+= 1 &<< (length &- rootBits)
        }
        code = Self.successor(of: code, length: length)
        unsafe next += 1
        left &-= 1
      }
      length &+= 1
    }
  }

  /// The code after `code`, both `length` bits with the first bit lowest; meaningless for the last one.
  @inline(__always)
  private static func successor(of code: Int, length: Int) -> Int {
    // Adding one from the other end: the highest 0 becomes 1, the ones above it 0.
    let zeros = code ^ (1 &<< length &- 1)
    let bit = 1 &<< (63 &- zeros.leadingZeroBitCount)
    return code & (bit &- 1) | bit
  }
}
