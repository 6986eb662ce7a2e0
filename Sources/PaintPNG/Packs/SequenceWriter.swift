/// Writes literals and matches with given codes.
struct SequenceWriter: TileMatchSink {
  var bits: BitWriter
  private let literalCodes: UnsafePointer<UInt32>
  private let distanceCodes: UnsafePointer<UInt32>
  private let lengthSymbols: UnsafePointer<UInt32>

  /// A writer with codes as `HuffmanCode` builds them, none longer than 14 bits, behind what `bits` has written.
  @inline(__always)
  init(
    bits: BitWriter, literalCodes: UnsafePointer<UInt32>, distanceCodes: UnsafePointer<UInt32>,
    lengthSymbols: UnsafePointer<UInt32>
  ) {
    self.bits = bits
    self.literalCodes = literalCodes
    self.distanceCodes = distanceCodes
    self.lengthSymbols = lengthSymbols
  }

  @inline(__always)
  mutating func add(literals: UnsafePointer<UInt8>, count: Int, length: Int, distance: Int) {
    add(literals: literals, count: count)
    let lengthSymbol = lengthSymbols[length]
    bits.add(literalCodes[Int(lengthSymbol & 0xFFFF)])
    bits.add(UInt64(lengthSymbol &>> 24), count: UInt64(lengthSymbol &>> 16 & 255))
    let symbol = SymbolCounts.distanceSymbol(distance)
    bits.add(distanceCodes[Int(symbol.symbol)])
    bits.add(symbol.value, count: symbol.extra)
    bits.flush()
  }

  @inline(__always)
  mutating func add(literals: UnsafePointer<UInt8>, count: Int) {
    let literalCodes = literalCodes
    var bytes = literals
    var left = count
    while left >= 4 {
      bits.add(literalCodes[Int(bytes[0])])
      bits.add(literalCodes[Int(bytes[1])])
      bits.add(literalCodes[Int(bytes[2])])
      bits.add(literalCodes[Int(bytes[3])])
      bits.flush()
      bytes += 4
      left &-= 4
    }
    // Without branches, which would be guessed wrong: 0...3 more, the others as no bits at all.
    bits.add(literalCodes[Int(bytes[0])] & (left > 0 ? .max : 0))
    bits.add(literalCodes[Int(bytes[1])] & (left > 1 ? .max : 0))
    bits.add(literalCodes[Int(bytes[2])] & (left > 2 ? .max : 0))
    bits.flush()
  }
}
