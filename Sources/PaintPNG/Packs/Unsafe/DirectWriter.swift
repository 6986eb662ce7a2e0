// Unsafe: reads tables in memory that the deflater owns, and literals in filtered rows.

/// Writes literals and matches as they are found, with predefined codes.
@safe struct DirectWriter: TileMatchSink {
  private(set) var bits: BitWriter
  private let literalCodes: UnsafePointer<UInt32>
  private let lengthCodes: UnsafePointer<UInt32>
  private let distanceCodes: UnsafePointer<UInt32>

  /// A writer that continues after the bits written by `bits`.
  ///
  /// `lengthCodes` has for each length its code with the extra bits, `bits | count << 24`, at most 17; the other tables
  /// are those of `HuffmanCode`, no code longer than 12 bits.
  @inline(__always)
  init(
    bits: BitWriter, literalCodes: UnsafePointer<UInt32>, lengthCodes: UnsafePointer<UInt32>,
    distanceCodes: UnsafePointer<UInt32>
  ) {
    self.bits = bits
    unsafe self.literalCodes = unsafe literalCodes
    unsafe self.lengthCodes = unsafe lengthCodes
    unsafe self.distanceCodes = unsafe distanceCodes
  }

  @inline(__always)
  mutating func add(literals: UnsafePointer<UInt8>, count: Int, length: Int, distance: Int) {
    unsafe add(literals: literals, count: count)
    let lengthCode = unsafe lengthCodes[length]
    bits.add(UInt64(lengthCode & 0xFF_FFFF), count: UInt64(lengthCode &>> 24))
    let symbol = SymbolCounts.distanceSymbol(distance)
    unsafe bits.add(distanceCodes[Int(symbol.symbol)])
    bits.add(symbol.value, count: symbol.extra)
    bits.flush()
  }

  @inline(__always)
  mutating func add(literals: UnsafePointer<UInt8>, count: Int) {
    unsafe bits.addLiterals(literals, count: count, codes: literalCodes)
  }

  /// Writes the end of the block; returns the bit writer.
  @inline(__always)
  mutating func end() -> BitWriter {
    unsafe bits.add(literalCodes[SymbolCounts.endOfBlock])
    return bits
  }
}
