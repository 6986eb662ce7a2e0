// Unsafe: counts in memory that the deflater owns; four tables, so that counters do not wait for each other.

/// The frequency of each symbol of deflate's two alphabets in a tile, and the symbols of lengths and distances.
@safe struct SymbolCounts {
  /// Literals, the end of the block, lengths.
  static let literalCount = 286
  static let distanceCount = 30
  static let endOfBlock = 256

  /// Four tables of 256, each for every fourth literal: incrementing the same count twice in a row would stall on
  /// memory.
  private let partial: UnsafeMutablePointer<UInt16>
  /// Summed up by `finish()`: the alphabet of literals and lengths, then that of distances.
  let literals: UnsafeMutablePointer<UInt32>
  let distances: UnsafeMutablePointer<UInt32>
  /// For each length 0...258 `symbol | extra bits << 16 | their value << 24`; the first three have no meaning.
  let lengthSymbols: UnsafeMutablePointer<UInt32>

  /// Words of memory that the counts take.
  static let wordCount = 512 + 288 + 32 + 260

  /// Counts in `memory`, `wordCount` words that the caller keeps alive.
  init(in memory: UnsafeMutablePointer<UInt32>) {
    unsafe partial = unsafe UnsafeMutableRawPointer(memory).bindMemory(to: UInt16.self, capacity: 1_024)
    unsafe literals = unsafe memory + 512
    unsafe distances = unsafe literals + 288
    unsafe lengthSymbols = unsafe distances + 32
    // RFC 1951, 3.2.5: four symbols for each number of extra bits, but eight without extra bits.
    unsafe lengthSymbols.update(repeating: 0, count: 260)
    for length in 3..<258 {
      let value = UInt32(length - 3)
      let extra = value < 8 ? 0 : UInt32(29 - value.leadingZeroBitCount)
      let symbol = 257 + extra * 4 + value >> extra
      unsafe lengthSymbols[length] = symbol | extra << 16 | (value & (1 << extra - 1)) << 24
    }
    unsafe lengthSymbols[258] = 285
  }

  /// Sets all counts to 0.
  func clear() {
    unsafe partial.update(repeating: 0, count: 1_024)
    unsafe literals.update(repeating: 0, count: 288)
    unsafe distances.update(repeating: 0, count: 32)
  }

  @inline(__always)
  func countLiterals(_ bytes: UnsafePointer<UInt8>, count: Int) {
    let partial = unsafe partial
    var bytes = unsafe bytes
    var left = count
    while left >= 4 {
      unsafe partial[Int(bytes[0])] &+= 1
      unsafe partial[256 &+ Int(bytes[1])] &+= 1
      unsafe partial[512 &+ Int(bytes[2])] &+= 1
      unsafe partial[768 &+ Int(bytes[3])] &+= 1
      unsafe bytes += 4
      left &-= 4
    }
    // Without branches, which would be mispredicted: 0...3 more.
    unsafe partial[Int(bytes[0])] &+= UInt16(truncatingIfNeeded: left | left &>> 1) & 1
    unsafe partial[256 &+ Int(bytes[1])] &+= UInt16(truncatingIfNeeded: left &>> 1)
    unsafe partial[512 &+ Int(bytes[2])] &+= UInt16(truncatingIfNeeded: left & left &>> 1)
  }

  @inline(__always)
  func countMatch(length: Int, distance: Int) {
    unsafe literals[Int(lengthSymbols[length] & 0xFFFF)] &+= 1
    unsafe distances[Int(Self.distanceSymbol(distance).symbol)] &+= 1
  }

  /// Adds up the counts of literals, and counts one end of the block.
  func finish() {
    for symbol in 0..<256 {
      unsafe literals[symbol] =
        unsafe UInt32(partial[symbol]) &+ UInt32(partial[symbol &+ 256]) &+ UInt32(partial[symbol &+ 512])
        &+ UInt32(partial[symbol &+ 768])
    }
    unsafe literals[Self.endOfBlock] = 1
  }

  /// The symbol of a distance, the number of its extra bits and their value (RFC 1951, 3.2.5).
  @inline(__always)
  static func distanceSymbol(_ distance: Int) -> (symbol: UInt64, extra: UInt64, value: UInt64) {
    let value = UInt64(truncatingIfNeeded: distance &- 1)
    // Two symbols for each number of extra bits, but four without extra bits.
    let extra = UInt64(truncatingIfNeeded: 62 &- (value | 2).leadingZeroBitCount)
    return (2 &* extra &+ value &>> extra, extra, value & (1 &<< extra &- 1))
  }
}
