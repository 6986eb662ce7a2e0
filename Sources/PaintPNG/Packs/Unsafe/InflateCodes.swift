// Unsafe: works in memory that the decoder owns.

/// The two prefix codes of a deflate block, as decoding tables.
@safe struct InflateCodes {
  /// Most literals have a code no longer than this; a larger table takes longer to fill than it saves.
  static let literalBits = 11
  static let distanceBits = 8
  private static let lengthBits = 7
  /// With fewer input bytes left than this, tables are built without pairs of literals.
  private static let minimumBytesForPairs = 700
  /// The most symbols whose codes a block may describe; zlib takes 30 distances, not 32.
  private static let literalLimit = 286
  private static let distanceLimit = 30
  /// The order in which the lengths of the codes of code lengths are sent.
  private static let order: [UInt8] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private static let literalTableSize = DecodingTableBuilder.entryLimit(
    symbols: DecodingEntry.literalCount, rootBits: literalBits)
  private static let distanceTableSize = DecodingTableBuilder.entryLimit(
    symbols: DecodingEntry.distanceCount, rootBits: distanceBits)
  private static let lengthTableSize = 1 << lengthBits
  private static let templateCount = DecodingEntry.literalCount + DecodingEntry.distanceCount
  private static let wordCount =
    literalTableSize + distanceTableSize + lengthTableSize + templateCount + DecodingTableBuilder.wordCount
  /// The most lengths of codes: 288 and 32.
  private static let lengthCount = DecodingEntry.literalCount + DecodingEntry.distanceCount

  /// Bytes of memory that the codes take.
  static let byteCount = (4 * wordCount + lengthCount + 2 * 32 + KnownHeader.byteCount + 7) / 8 * 8

  let literals: UnsafeMutablePointer<UInt32>
  let distances: UnsafeMutablePointer<UInt32>
  private let lengthTable: UnsafeMutablePointer<UInt32>
  private let literalTemplates: UnsafeMutablePointer<UInt32>
  private let distanceTemplates: UnsafeMutablePointer<UInt32>
  private let builder: DecodingTableBuilder
  /// The lengths of the codes of literals; while they are read, followed by those of distances.
  let lengths: UnsafeMutablePointer<UInt8>
  private let distanceLengths: UnsafeMutablePointer<UInt8>
  private let places: UnsafeMutablePointer<UInt8>
  private var known: KnownHeader

  /// Codes in `memory`, `byteCount` bytes, aligned to 4, that the caller keeps alive.
  init(in memory: UnsafeMutableRawPointer) {
    unsafe literals = unsafe memory.bindMemory(to: UInt32.self, capacity: Self.wordCount)
    unsafe distances = unsafe literals + Self.literalTableSize
    unsafe lengthTable = unsafe distances + Self.distanceTableSize
    unsafe literalTemplates = unsafe lengthTable + Self.lengthTableSize
    unsafe distanceTemplates = unsafe literalTemplates + DecodingEntry.literalCount
    builder = unsafe DecodingTableBuilder(in: distanceTemplates + DecodingEntry.distanceCount)
    unsafe lengths = unsafe (memory + 4 * Self.wordCount).bindMemory(
      to: UInt8.self, capacity: Self.lengthCount + 2 * 32 + KnownHeader.byteCount)
    unsafe distanceLengths = unsafe lengths + Self.lengthCount
    unsafe places = unsafe distanceLengths + DecodingEntry.distanceCount
    known = unsafe KnownHeader(in: places + 32)
    unsafe places.update(from: Self.order, count: Self.order.count)
    unsafe DecodingEntry.describeLiterals(literalTemplates)
    unsafe DecodingEntry.describeDistances(distanceTemplates)
  }

  /// Sets the fixed codes of deflate (RFC 1951, 3.2.6).
  mutating func makeFixed() {
    known.forget()
    for symbol in 0..<DecodingEntry.literalCount {
      unsafe lengths[symbol] = symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8
    }
    unsafe distanceLengths.update(repeating: 5, count: DecodingEntry.distanceCount)
    _ = build(literalCount: DecodingEntry.literalCount, distanceCount: DecodingEntry.distanceCount, pairs: false)
  }

  /// Skips a block's first bits and codes and returns true if `reader` is before them and these codes are already set.
  func skip(_ reader: inout BitReader) -> Bool {
    known.skip(&reader, wantingPairs: Self.arePairsWorthwhile(reader))
  }

  /// Whether there is enough input left to make pairs of literals worthwhile.
  private static func arePairsWorthwhile(_ reader: BitReader) -> Bool {
    unsafe reader.end - reader.position >= minimumBytesForPairs
  }

  /// Sets the codes described at the beginning of a block (RFC 1951, 3.2.7), and remembers them if the block begins at
  /// `start`.
  mutating func read(_ reader: inout BitReader, ofBlockAt start: UnsafePointer<UInt8>?) -> TileInflater.Ending {
    known.forget()
    let hasPairs = Self.arePairsWorthwhile(reader)
    let ending = read(&reader, pairs: hasPairs)
    if ending == .complete, let start = unsafe start {
      unsafe known.remember(from: start, to: reader, hasPairs: hasPairs)
    }
    return ending
  }

  private func read(_ reader: inout BitReader, pairs: Bool) -> TileInflater.Ending {
    reader.refill()
    guard reader.count >= 14 else { return .inputEnd }
    let literalCount = Int(reader.take(5)) &+ 257
    let distanceCount = Int(reader.take(5)) &+ 1
    let placeCount = Int(reader.take(4)) &+ 4
    guard literalCount <= Self.literalLimit, distanceCount <= Self.distanceLimit else { return .refused }
    unsafe lengths.update(repeating: 0, count: 24)
    for place in 0..<placeCount {
      if reader.count < 3 { reader.refill() }
      guard reader.count >= 3 else { return .inputEnd }
      unsafe lengths[Int(places[place])] = UInt8(truncatingIfNeeded: reader.take(3))
    }
    // Symbols of this code are numbers, like literals. Like zlib, a code without symbols is read as zeros: the end of
    // the block then has no code, and the block is refused.
    let isCode = unsafe builder.build(
      lengths, count: Self.order.count, templates: literalTemplates, rootBits: Self.lengthBits,
      empty: DecodingEntry.entry(literalTemplates[0], codeLength: 1), allowsSingleSymbol: false, pairs: false,
      into: lengthTable)
    guard isCode else { return .refused }
    let ending = readLengths(literalCount &+ distanceCount, from: &reader)
    guard ending == .complete else { return ending }
    guard unsafe lengths[SymbolCounts.endOfBlock] != 0 else { return .refused }
    // In separate memory, because eight lengths are read at once.
    unsafe distanceLengths.update(repeating: 0, count: DecodingEntry.distanceCount)
    unsafe distanceLengths.update(from: lengths + literalCount, count: distanceCount)
    unsafe (lengths + literalCount).update(repeating: 0, count: 8)
    return build(literalCount: literalCount, distanceCount: distanceCount, pairs: pairs) ? .complete : .refused
  }

  /// Reads `total` lengths of codes.
  private func readLengths(_ total: Int, from reader: inout BitReader) -> TileInflater.Ending {
    let (lengths, table) = unsafe (lengths, lengthTable)
    var bits = reader
    defer { reader = bits }
    var index = 0
    while index < total {
      // A code of 7 bits and 7 extra bits.
      if bits.count < 14 { bits.refill() }
      let entry = unsafe table[Int(truncatingIfNeeded: bits.bits & (1 &<< UInt64(Self.lengthBits) &- 1))]
      let codeLength = DecodingEntry.codeLength(entry)
      let symbol = DecodingEntry.firstByte(entry)
      if symbol < 16 {
        guard codeLength <= bits.count else { return .inputEnd }
        bits.drop(codeLength)
        unsafe lengths[index] = symbol
        index &+= 1
        continue
      }
      // 16: the previous length 3...6 times more, 17: 3...10 zeros, 18: 11...138 zeros.
      let extra: UInt64 = symbol == 16 ? 2 : symbol == 17 ? 3 : 7
      guard codeLength &+ extra <= bits.count else { return .inputEnd }
      bits.drop(codeLength)
      let run = Int(bits.take(extra)) &+ (symbol == 18 ? 11 : 3)
      guard symbol > 16 || index > 0, run <= total &- index else { return .refused }
      unsafe (lengths + index).update(repeating: symbol == 16 ? lengths[index &- 1] : 0, count: run)
      index &+= run
    }
    return .complete
  }

  private func build(literalCount: Int, distanceCount: Int, pairs: Bool) -> Bool {
    let empty = DecodingEntry.entry(DecodingEntry.invalid, codeLength: 1)
    return unsafe builder.build(
      lengths, count: literalCount, templates: literalTemplates, rootBits: Self.literalBits, empty: empty,
      allowsSingleSymbol: true, pairs: pairs, into: literals)
      && builder.build(
        distanceLengths, count: distanceCount, templates: distanceTemplates, rootBits: Self.distanceBits,
        empty: empty, allowsSingleSymbol: true, pairs: false, into: distances)
  }
}
