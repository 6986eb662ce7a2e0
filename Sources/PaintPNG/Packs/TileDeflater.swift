import PaintRaster

/// Deflates a tile's filtered rows into one block and an empty stored one, which makes a full flush.
struct TileDeflater {
  /// The longest code: with it four literals, or a match, fit the 64 bits of `BitWriter`.
  private static let codeLimit = 14
  /// The order in which the lengths of the codes of code lengths are sent (RFC 1951, 3.2.7).
  private static let headerOrder: [Int] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  /// Bytes around the rows of a stored block, and of the flush.
  private static let storedOverhead = 5 + 5
  /// The most bytes that a deflated tile has.
  static let outputLimit = PackFormat.tileLength + storedOverhead

  private let matcher: TileMatcher
  private let sequences: UnsafeMutablePointer<UInt64>
  private let counts: SymbolCounts
  private let huffman: HuffmanCode
  private let literalCodes: UnsafeMutablePointer<UInt32>
  private let distanceCodes: UnsafeMutablePointer<UInt32>
  private let headerCounts: UnsafeMutablePointer<UInt32>
  private let headerCodes: UnsafeMutablePointer<UInt32>
  /// What the header says: `symbol | extra value << 8`.
  private let headerItems: UnsafeMutablePointer<UInt16>
  private let headerPlaces: UnsafeMutablePointer<UInt8>
  private let drawingLiterals: UnsafeMutablePointer<UInt32>
  private let drawingDistances: UnsafeMutablePointer<UInt32>
  private let drawingLengths: UnsafeMutablePointer<UInt32>
  private let drawingHeader: UnsafeMutablePointer<UInt8>
  private var drawingHeaderBits: UInt64 = 0

  /// Words of all tables of codes and of header counts.
  private static let wordsOfCodes = 2 * (288 + 32) + 2 * 32 + 260
  /// More bytes than any header has: 17 bits, 19 times 3, 316 lengths of at most 14 bits.
  private static let drawingHeaderLimit = 576
  /// Bytes of memory that a deflater works in.
  static let byteCount =
    TileMatcher.byteCount + 8 * SequenceRecorder.limit + 4
    * (SymbolCounts.wordCount + HuffmanCode.wordCount + wordsOfCodes) + 2 * 320 + 32
    + drawingHeaderLimit

  /// A deflater that works in `memory`, `byteCount` bytes, aligned to 8, that the caller keeps alive.
  init(in memory: UnsafeMutableRawPointer) {
    sequences = memory.bindMemory(to: UInt64.self, capacity: SequenceRecorder.limit)
    let behindSequences = memory + 8 * SequenceRecorder.limit
    matcher = TileMatcher(in: behindSequences)
    let words = (behindSequences + TileMatcher.byteCount).bindMemory(
      to: UInt32.self, capacity: SymbolCounts.wordCount + HuffmanCode.wordCount + Self.wordsOfCodes)
    counts = SymbolCounts(in: words)
    huffman = HuffmanCode(in: words + SymbolCounts.wordCount)
    literalCodes = words + SymbolCounts.wordCount + HuffmanCode.wordCount
    distanceCodes = literalCodes + 288
    headerCounts = distanceCodes + 32
    headerCodes = headerCounts + 32
    drawingLiterals = headerCodes + 32
    drawingDistances = drawingLiterals + 288
    drawingLengths = drawingDistances + 32
    headerItems = UnsafeMutableRawPointer(drawingLengths + 260).bindMemory(to: UInt16.self, capacity: 320)
    headerPlaces = UnsafeMutableRawPointer(headerItems + 320).bindMemory(to: UInt8.self, capacity: 32)
    for (place, symbol) in Self.headerOrder.enumerated() { headerPlaces[place] = UInt8(symbol) }
    drawingHeader = headerPlaces + 32
    drawingHeaderBits = makeDrawingCode()
  }

  /// How many of the 1,024 pixels at `filtered` equal the one to their left or above; must come before `deflate`.
  func repeatedPixels(_ filtered: UnsafePointer<UInt8>) -> Int { matcher.compare(filtered) }

  /// How many of the 512 pixels in every second row at `filtered` have a colour that was there before.
  func pixelsSeenBefore(_ filtered: UnsafePointer<UInt8>) -> Int { matcher.pixelsSeenBefore(filtered) }

  /// Deflates the rows at `filtered`, around which `TileMatcher.margin` bytes are readable, to `output`; returns where it
  /// ended.
  ///
  /// Writes at most `outputLimit` bytes and 8 more that mean nothing.
  @inline(__always)
  func deflate(
    _ filtered: UnsafePointer<UInt8>, looking effort: MatchEffort, to output: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    counts.clear()
    var recorder = SequenceRecorder(sequences: sequences, counts: counts)
    matcher.match(filtered, looking: effort, into: &recorder)
    return writeBlock(recorder.count, of: filtered, to: output)
  }

  /// Builds codes for what was counted, and writes the block, or a stored one if that is smaller.
  private func writeBlock(
    _ sequenceCount: Int, of filtered: UnsafePointer<UInt8>, to output: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    counts.finish()
    huffman.build(counts.literals, count: SymbolCounts.literalCount, limit: Self.codeLimit, into: literalCodes)
    huffman.build(counts.distances, count: SymbolCounts.distanceCount, limit: Self.codeLimit, into: distanceCodes)
    let header = describeCodes(literals: literalCodes, distances: distanceCodes)
    huffman.build(headerCounts, count: 19, limit: 7, into: headerCodes)
    guard bitCount() < 8 * PackFormat.tileLength else { return store(filtered, to: output) }
    var writer = BitWriter(at: output)
    writeHeader(header, to: &writer)
    write(sequenceCount: sequenceCount, of: filtered, to: &writer)
    return Self.flush(&writer)
  }

  /// Deflates as `deflate` does, with `DrawingCode`: faster, and nearly as small where most pixels repeat.
  func deflateDrawing(
    _ filtered: UnsafePointer<UInt8>, to output: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var writer = DirectWriter(
      bits: BitWriter(copying: drawingHeader, bitCount: drawingHeaderBits, to: output), literalCodes: drawingLiterals,
      lengthCodes: drawingLengths, distanceCodes: drawingDistances)
    matcher.match(filtered, looking: .edges, into: &writer)
    var bits = writer.end()
    let end = Self.flush(&bits)
    return end - output <= Self.outputLimit ? end : store(filtered, to: output)
  }

  /// Makes the codes and the header that `deflateDrawing` uses.
  private func makeDrawingCode() -> UInt64 {
    DrawingCode.weigh(counts)
    huffman.build(
      counts.literals, count: SymbolCounts.literalCount, limit: DrawingCode.codeLimit, into: drawingLiterals)
    huffman.build(
      counts.distances, count: SymbolCounts.distanceCount, limit: DrawingCode.codeLimit, into: drawingDistances)
    for length in 3...258 {
      let symbol = counts.lengthSymbols[length]
      let code = drawingLiterals[Int(symbol & 0xFFFF)]
      let extra = symbol >> 16 & 255
      let codeLength = code >> 16
      drawingLengths[length] = code & 0xFFFF | (symbol >> 24) << codeLength | (codeLength + extra) << 24
    }
    let header = describeCodes(literals: drawingLiterals, distances: drawingDistances)
    huffman.build(headerCounts, count: 19, limit: 7, into: headerCodes)
    var writer = BitWriter(at: drawingHeader)
    writeHeader(header, to: &writer)
    return writer.bitCount(since: drawingHeader)
  }

  /// Writes the empty stored block: three bits, the rest of the byte, length 0 and its complement.
  private static func flush(_ writer: inout BitWriter) -> UnsafeMutablePointer<UInt8> {
    writer.add(0, count: 3)
    writer.alignToByte()
    writer.add(0xFFFF_0000, count: 32)
    writer.flush()
    return writer.position
  }

  /// A stored block of everything, then the empty one.
  private func store(
    _ filtered: UnsafePointer<UInt8>, to output: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    let length = UInt64(PackFormat.tileLength)
    var writer = BitWriter(at: output)
    writer.add(0, count: 8)
    writer.add(length | (~length & 0xFFFF) &<< 16, count: 32)
    writer.flush()
    writer.position.update(from: filtered, count: PackFormat.tileLength)
    var end = BitWriter(at: writer.position + PackFormat.tileLength)
    end.add(0xFFFF_0000 &<< 8, count: 40)
    end.flush()
    return end.position
  }

  private struct Header {
    var literalCount: Int
    var distanceCount: Int
    var itemCount: Int
  }

  /// Writes the lengths of both alphabets into `headerItems`, runs shortened, and counts them in `headerCounts`.
  private func describeCodes(
    literals: UnsafeMutablePointer<UInt32>, distances: UnsafeMutablePointer<UInt32>
  ) -> Header {
    headerCounts.update(repeating: 0, count: 32)
    var literalCount = SymbolCounts.literalCount
    while literalCount > 257, literals[literalCount &- 1] == 0 { literalCount &-= 1 }
    var distanceCount = SymbolCounts.distanceCount
    while distanceCount > 1, distances[distanceCount &- 1] == 0 { distanceCount &-= 1 }
    let itemCount = describe(literals, count: literalCount, to: headerItems)
    let all = describe(distances, count: distanceCount, to: headerItems + itemCount) &+ itemCount
    return Header(literalCount: literalCount, distanceCount: distanceCount, itemCount: all)
  }

  private func describe(
    _ codes: UnsafeMutablePointer<UInt32>, count: Int, to items: UnsafeMutablePointer<UInt16>
  ) -> Int {
    let headerCounts = headerCounts
    var itemCount = 0
    var symbol = 0
    while symbol < count {
      let length = codes[symbol] &>> 16
      var run = 1
      while symbol &+ run < count, codes[symbol &+ run] &>> 16 == length { run &+= 1 }
      symbol &+= run
      // 18: 11...138 zeros, 17: 3...10 zeros, 16: the length before 3...6 times more.
      if length == 0 {
        while run >= 3 {
          let part = min(run, 138)
          let item = part > 10 ? 18 | (part &- 11) &<< 8 : 17 | (part &- 3) &<< 8
          items[itemCount] = UInt16(truncatingIfNeeded: item)
          headerCounts[item & 255] &+= 1
          itemCount &+= 1
          run &-= part
        }
      } else if run >= 4 {
        items[itemCount] = UInt16(truncatingIfNeeded: length)
        headerCounts[Int(length)] &+= 1
        itemCount &+= 1
        run &-= 1
        while run >= 3 {
          let part = min(run, 6)
          items[itemCount] = UInt16(truncatingIfNeeded: 16 | (part &- 3) &<< 8)
          headerCounts[16] &+= 1
          itemCount &+= 1
          run &-= part
        }
      }
      headerCounts[Int(length)] &+= UInt32(truncatingIfNeeded: run)
      while run > 0 {
        items[itemCount] = UInt16(truncatingIfNeeded: length)
        itemCount &+= 1
        run &-= 1
      }
    }
    return itemCount
  }

  /// How many places of `headerOrder` the header needs; never fewer than 4.
  private func headerPlaceCount() -> Int {
    var places = 19
    while places > 4, headerCodes[Int(headerPlaces[places &- 1])] == 0 { places &-= 1 }
    return places
  }

  /// How many bits the block takes.
  private func bitCount() -> Int {
    var bits: UInt32 = 0
    for symbol in 0..<SymbolCounts.literalCount { bits &+= counts.literals[symbol] &* (literalCodes[symbol] &>> 16) }
    for symbol in 265..<285 { bits &+= counts.literals[symbol] &* UInt32(truncatingIfNeeded: (symbol &- 261) / 4) }
    for symbol in 0..<SymbolCounts.distanceCount {
      let extra = UInt32(truncatingIfNeeded: max(0, symbol / 2 &- 1))
      bits &+= counts.distances[symbol] &* (distanceCodes[symbol] &>> 16 &+ extra)
    }
    for symbol in 0..<19 {
      let extra = UInt32(truncatingIfNeeded: Self.headerExtra(UInt64(symbol)))
      bits &+= headerCounts[symbol] &* (headerCodes[symbol] &>> 16 &+ extra)
    }
    return Int(bits) &+ 17 &+ 3 &* headerPlaceCount()
  }

  /// How many extra bits a symbol of the header has: 16, 17 and 18 have 2, 3 and 7.
  @inline(__always)
  private static func headerExtra(_ symbol: UInt64) -> UInt64 {
    symbol < 16 ? 0 : symbol < 18 ? symbol &- 14 : 7
  }

  private func writeHeader(_ header: Header, to writer: inout BitWriter) {
    let places = headerPlaceCount()
    // Not the last block; codes of its own.
    writer.add(0b100, count: 3)
    writer.add(UInt64(header.literalCount &- 257), count: 5)
    writer.add(UInt64(header.distanceCount &- 1), count: 5)
    writer.add(UInt64(places &- 4), count: 4)
    writer.flush()
    for place in 0..<places {
      writer.add(UInt64(headerCodes[Int(headerPlaces[place])] &>> 16), count: 3)
    }
    writer.flush()
    for index in 0..<header.itemCount {
      let item = headerItems[index]
      let symbol = UInt64(item & 255)
      writer.add(headerCodes[Int(symbol)])
      writer.add(UInt64(item &>> 8), count: Self.headerExtra(symbol))
      writer.flush()
    }
  }

  private func write(sequenceCount: Int, of filtered: UnsafePointer<UInt8>, to writer: inout BitWriter) {
    let (literalCodes, distanceCodes, lengthSymbols) = (literalCodes, distanceCodes, counts.lengthSymbols)
    var source = filtered
    for index in 0..<sequenceCount {
      let sequence = sequences[index]
      let literals = Int(sequence & 0xFFFF)
      writer.addLiterals(source, count: literals, codes: literalCodes)
      let length = Int(sequence &>> 16 & 0xFFFF)
      let lengthSymbol = lengthSymbols[length]
      writer.add(literalCodes[Int(lengthSymbol & 0xFFFF)])
      writer.add(UInt64(lengthSymbol &>> 24), count: UInt64(lengthSymbol &>> 16 & 255))
      let distance = SymbolCounts.distanceSymbol(Int(sequence &>> 32))
      writer.add(distanceCodes[Int(distance.symbol)])
      writer.add(distance.value, count: distance.extra)
      writer.flush()
      source += literals &+ length
    }
    writer.addLiterals(source, count: filtered + PackFormat.tileLength - source, codes: literalCodes)
    writer.add(literalCodes[SymbolCounts.endOfBlock])
  }
}
