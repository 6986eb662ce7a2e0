import PaintRaster

// Unsafe: works in memory that the encoder owns.

/// Deflates a tile's filtered rows into one block and an empty stored one, which makes a full flush.
@safe struct TileDeflater {
  /// The longest code, with which four literals, or a match, fit the 64 bits of `BitWriter`.
  private static let codeLimit = 14
  /// The bytes that a stored block adds to the rows, and those of the flush.
  private static let storedOverhead = 5 + 5
  /// The most bytes of a deflated tile.
  static let outputLimit = PackFormat.tileLength + storedOverhead

  private let matcher: TileMatcher
  private let sequences: UnsafeMutablePointer<UInt64>
  private let counts: SymbolCounts
  private let huffman: HuffmanCode
  private let literalCodes: UnsafeMutablePointer<UInt32>
  private let distanceCodes: UnsafeMutablePointer<UInt32>
  private var header: BlockHeader
  private let drawingLiterals: UnsafeMutablePointer<UInt32>
  private let drawingDistances: UnsafeMutablePointer<UInt32>
  private let drawingLengths: UnsafeMutablePointer<UInt32>
  private let drawingHeader: UnsafeMutablePointer<UInt8>
  private var drawingHeaderBits: UInt64 = 0

  /// Words of all tables of codes.
  private static let codeWordCount = 2 * (288 + 32) + 260
  /// Bytes of memory that a deflater works in.
  static let byteCount =
    8 * SequenceRecorder.limit + TileMatcher.byteCount
    + 4 * (SymbolCounts.wordCount + HuffmanCode.wordCount + codeWordCount) + BlockHeader.byteCount + BlockHeader.limit

  /// A deflater that works in `memory`, `byteCount` bytes, aligned to 8, that the caller keeps alive.
  init(in memory: UnsafeMutableRawPointer) {
    unsafe sequences = unsafe memory.bindMemory(to: UInt64.self, capacity: SequenceRecorder.limit)
    let afterSequences = unsafe memory + 8 * SequenceRecorder.limit
    matcher = unsafe TileMatcher(in: afterSequences)
    let words = unsafe (afterSequences + TileMatcher.byteCount).bindMemory(
      to: UInt32.self, capacity: SymbolCounts.wordCount + HuffmanCode.wordCount + Self.codeWordCount)
    counts = unsafe SymbolCounts(in: words)
    huffman = unsafe HuffmanCode(in: words + SymbolCounts.wordCount)
    unsafe literalCodes = unsafe words + SymbolCounts.wordCount + HuffmanCode.wordCount
    unsafe distanceCodes = unsafe literalCodes + 288
    unsafe drawingLiterals = unsafe distanceCodes + 32
    unsafe drawingDistances = unsafe drawingLiterals + 288
    unsafe drawingLengths = unsafe drawingDistances + 32
    let afterWords = unsafe UnsafeMutableRawPointer(drawingLengths + 260)
    header = unsafe BlockHeader(in: afterWords)
    unsafe drawingHeader = unsafe (afterWords + BlockHeader.byteCount).bindMemory(
      to: UInt8.self, capacity: BlockHeader.limit)
    drawingHeaderBits = makeDrawingCode()
  }

  /// The number of the 1,024 pixels at `filtered` that equal the one to their left or above; must be called before
  /// `deflate`.
  func repeatedPixels(_ filtered: UnsafePointer<UInt8>) -> Int { unsafe matcher.compare(filtered) }

  /// The number of the 512 pixels in every second row at `filtered` whose colour occurred before.
  func repeatedColors(_ filtered: UnsafePointer<UInt8>) -> Int { unsafe matcher.repeatedColors(filtered) }

  /// Deflates the rows at `filtered`, around which `TileMatcher.margin` bytes are readable, to `output`; returns the
  /// end of the output.
  ///
  /// Writes at most `outputLimit` bytes and 8 more that are meaningless.
  @inline(__always)
  mutating func deflate(
    _ filtered: UnsafePointer<UInt8>, effort: MatchEffort, to output: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    counts.clear()
    var recorder = unsafe SequenceRecorder(sequences: sequences, counts: counts)
    unsafe matcher.match(filtered, effort: effort, into: &recorder)
    return unsafe writeBlock(recorder.count, of: filtered, to: output)
  }

  /// Builds codes for the counted symbols, and writes the block, or a stored one if that is smaller.
  private mutating func writeBlock(
    _ sequenceCount: Int, of filtered: UnsafePointer<UInt8>, to output: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    counts.finish()
    unsafe huffman.build(counts.literals, count: SymbolCounts.literalCount, limit: Self.codeLimit, into: literalCodes)
    unsafe huffman.build(
      counts.distances, count: SymbolCounts.distanceCount, limit: Self.codeLimit, into: distanceCodes)
    unsafe header.describe(literals: literalCodes, distances: distanceCodes, using: huffman)
    guard bitCount() < 8 * PackFormat.tileLength else { return unsafe store(filtered, to: output) }
    var writer = unsafe BitWriter(at: output)
    header.write(to: &writer)
    unsafe write(sequenceCount: sequenceCount, of: filtered, to: &writer)
    return unsafe Self.flush(&writer)
  }

  /// Deflates like `deflate`, but with `DrawingCode`: faster, and nearly as small if most pixels repeat.
  func deflateDrawing(
    _ filtered: UnsafePointer<UInt8>, to output: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var writer = unsafe DirectWriter(
      bits: BitWriter(copying: drawingHeader, bitCount: drawingHeaderBits, to: output), literalCodes: drawingLiterals,
      lengthCodes: drawingLengths, distanceCodes: drawingDistances)
    unsafe matcher.match(filtered, effort: .edges, into: &writer)
    var bits = writer.end()
    let end = unsafe Self.flush(&bits)
    return unsafe end - output <= Self.outputLimit ? end : store(filtered, to: output)
  }

  /// Makes the codes and the header that `deflateDrawing` uses.
  private mutating func makeDrawingCode() -> UInt64 {
    DrawingCode.weigh(counts)
    unsafe huffman.build(
      counts.literals, count: SymbolCounts.literalCount, limit: DrawingCode.codeLimit, into: drawingLiterals)
    unsafe huffman.build(
      counts.distances, count: SymbolCounts.distanceCount, limit: DrawingCode.codeLimit, into: drawingDistances)
    for length in 3...258 {
      let symbol = unsafe counts.lengthSymbols[length]
      let code = unsafe drawingLiterals[Int(symbol & 0xFFFF)]
      let extra = symbol >> 16 & 255
      let codeLength = code >> 16
      unsafe drawingLengths[length] = code & 0xFFFF | (symbol >> 24) << codeLength | (codeLength + extra) << 24
    }
    unsafe header.describe(literals: drawingLiterals, distances: drawingDistances, using: huffman)
    var writer = unsafe BitWriter(at: drawingHeader)
    header.write(to: &writer)
    return unsafe writer.bitCount(since: drawingHeader)
  }

  /// Writes the empty stored block: three bits, the rest of the byte, length 0 and its complement.
  private static func flush(_ writer: inout BitWriter) -> UnsafeMutablePointer<UInt8> {
    writer.add(0, count: 3)
    writer.alignToByte()
    writer.add(0xFFFF_0000, count: 32)
    writer.flush()
    return unsafe writer.position
  }

  /// Writes a stored block with all rows, then the empty one.
  private func store(
    _ filtered: UnsafePointer<UInt8>, to output: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    let length = UInt64(PackFormat.tileLength)
    var writer = unsafe BitWriter(at: output)
    writer.add(0, count: 8)
    writer.add(length | (~length & 0xFFFF) &<< 16, count: 32)
    writer.flush()
    unsafe writer.position.update(from: filtered, count: PackFormat.tileLength)
    var end = unsafe BitWriter(at: writer.position + PackFormat.tileLength)
    end.add(0xFFFF_0000 &<< 8, count: 40)
    end.flush()
    return unsafe end.position
  }

  /// The block's length in bits.
  private func bitCount() -> Int {
    var bits: UInt32 = 0
    for symbol in 0..<SymbolCounts.literalCount {
      unsafe bits &+= counts.literals[symbol] &* (literalCodes[symbol] &>> 16)
    }
    for symbol in 265..<285 {
      unsafe bits &+= counts.literals[symbol] &* UInt32(truncatingIfNeeded: (symbol &- 261) / 4)
    }
    for symbol in 0..<SymbolCounts.distanceCount {
      let extra = UInt32(truncatingIfNeeded: max(0, symbol / 2 &- 1))
      unsafe bits &+= counts.distances[symbol] &* (distanceCodes[symbol] &>> 16 &+ extra)
    }
    return Int(bits) &+ header.bitCount
  }

  private func write(sequenceCount: Int, of filtered: UnsafePointer<UInt8>, to writer: inout BitWriter) {
    let (literalCodes, distanceCodes, lengthSymbols) = unsafe (literalCodes, distanceCodes, counts.lengthSymbols)
    var source = unsafe filtered
    for index in 0..<sequenceCount {
      let sequence = unsafe sequences[index]
      let literals = Int(sequence & 0xFFFF)
      unsafe writer.addLiterals(source, count: literals, codes: literalCodes)
      let length = Int(sequence &>> 16 & 0xFFFF)
      let lengthSymbol = unsafe lengthSymbols[length]
      unsafe writer.add(literalCodes[Int(lengthSymbol & 0xFFFF)])
      writer.add(UInt64(lengthSymbol &>> 24), count: UInt64(lengthSymbol &>> 16 & 255))
      let distance = SymbolCounts.distanceSymbol(Int(sequence &>> 32))
      unsafe writer.add(distanceCodes[Int(distance.symbol)])
      writer.add(distance.value, count: distance.extra)
      writer.flush()
      unsafe source += literals &+ length
    }
    unsafe writer.addLiterals(source, count: filtered + PackFormat.tileLength - source, codes: literalCodes)
    unsafe writer.add(literalCodes[SymbolCounts.endOfBlock])
  }
}
