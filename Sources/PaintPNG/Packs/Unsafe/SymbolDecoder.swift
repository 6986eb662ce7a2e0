// Unsafe: a check for each byte would take longer than decoding it; both ends are checked a word before them.

/// Decodes the symbols of one deflate block into bytes.
///
/// As long as a word of input is left and the rows are not full, the fast loop decodes without checking either end,
/// because the memory that it reads and writes is available; the rest is decoded symbol by symbol. Unsafe, because a
/// check for each byte would take longer than decoding it.
@safe struct SymbolDecoder {
  /// Bytes of input that the fast loop reads at once.
  private static let lookahead = 8

  let literals: UnsafePointer<UInt32>
  let distances: UnsafePointer<UInt32>
  /// The lengths of the codes of literals.
  let codeLengths: UnsafePointer<UInt8>
  var reader: BitReader
  /// The first byte that a match may refer to.
  let output: UnsafeMutablePointer<UInt8>
  /// The address for the next byte; `TileInflater.margin` bytes after the rows may be written too.
  var position: UnsafeMutablePointer<UInt8>

  @inline(__always)
  init(
    codes: InflateCodes, reader: BitReader, output: UnsafeMutablePointer<UInt8>, position: UnsafeMutablePointer<UInt8>
  ) {
    unsafe literals = unsafe UnsafePointer(codes.literals)
    unsafe distances = unsafe UnsafePointer(codes.distances)
    unsafe codeLengths = unsafe UnsafePointer(codes.lengths)
    self.reader = reader
    unsafe self.output = unsafe output
    unsafe self.position = unsafe position
  }

  /// Decodes up to the end of the block; at `end` the rows are full.
  mutating func decodeBlock(end: UnsafeMutablePointer<UInt8>) -> TileInflater.Ending {
    if unsafe reader.end - reader.position >= Self.lookahead, unsafe position < end,
      let ending = unsafe decodeFast(end: end)
    {
      return unsafe position > end ? .tooLong : ending
    }
    if unsafe position > end { return .tooLong }
    return unsafe decodeChecked(end: end)
  }

  /// The entry for the next bits in a table of `bits`.
  @inline(__always)
  private static func look(_ table: UnsafePointer<UInt32>, _ reader: BitReader, bits: Int) -> UInt32 {
    unsafe table[Int(truncatingIfNeeded: reader.bits & (1 &<< UInt64(truncatingIfNeeded: bits) &- 1))]
  }

  /// The entry that `link` refers to, after its bits were dropped.
  @inline(__always)
  private static func follow(_ link: UInt32, _ table: UnsafePointer<UInt32>, _ reader: BitReader) -> UInt32 {
    let mask = 1 &<< DecodingEntry.linkBits(link) &- 1
    return unsafe table[DecodingEntry.linkStart(link) &+ Int(truncatingIfNeeded: reader.bits & mask)]
  }

  /// Writes the bytes of a literal's entry; after a single literal the second byte has no meaning.
  @inline(__always)
  private static func put(_ entry: UInt32, _ reader: inout BitReader, _ position: inout UnsafeMutablePointer<UInt8>) {
    unsafe UnsafeMutableRawPointer(position).storeBytes(of: DecodingEntry.bytes(entry).littleEndian, as: UInt16.self)
    unsafe position += DecodingEntry.literals(entry)
    reader.bits &>>= UInt64(entry)
    // Only the lowest six bits of this difference are significant, so entries need no masking.
    reader.count &-= UInt64(entry)
  }

  /// Decodes to the end of the block; returns nil if the input or the rows come near their end before.
  private mutating func decodeFast(end: UnsafeMutablePointer<UInt8>) -> TileInflater.Ending? {
    // In local variables, so that they stay in registers.
    let (literals, distances, output) = unsafe (literals, distances, output)
    var reader = reader
    var position = unsafe position
    defer {
      reader.count &= 63
      self.reader = reader
      unsafe self.position = unsafe position
    }
    let inputLimit = unsafe reader.end - Self.lookahead
    while unsafe reader.position <= inputLimit, unsafe position < end {
      reader.refillFromWord()
      // Five entries of 11 bits take 55 of the 56. If there are many matches, one of the first two is not a literal.
      var entry = unsafe Self.look(literals, reader, bits: InflateCodes.literalBits)
      turn: do {
        if DecodingEntry.isOther(entry) { break turn }
        unsafe Self.put(entry, &reader, &position)
        entry = unsafe Self.look(literals, reader, bits: InflateCodes.literalBits)
        if DecodingEntry.isOther(entry) { break turn }
        unsafe Self.put(entry, &reader, &position)
        // The others without a check: an entry that is not a literal writes nothing, and is looked up again.
        for _ in 0..<3 {
          entry = unsafe Self.look(literals, reader, bits: InflateCodes.literalBits)
          unsafe Self.put(entry, &reader, &position)
        }
      }
      if !DecodingEntry.isOther(entry) { continue }
      guard unsafe reader.position <= inputLimit, unsafe position < end else { break }
      // Two codes of 15 bits and 5 and 13 extra bits take 48.
      reader.refillFromWord()
      if DecodingEntry.isSpecial(entry) {
        if DecodingEntry.isLink(entry) {
          reader.drop(UInt64(InflateCodes.literalBits))
          entry = unsafe Self.follow(entry, literals, reader)
          if !DecodingEntry.isOther(entry) {
            unsafe Self.put(entry, &reader, &position)
            continue
          }
        }
        if DecodingEntry.isSpecial(entry) {
          guard DecodingEntry.isEnd(entry) else { return .refused }
          reader.drop(DecodingEntry.otherCodeLength(entry))
          return .complete
        }
      }
      reader.drop(DecodingEntry.otherCodeLength(entry))
      let length = DecodingEntry.length(entry) &+ Int(truncatingIfNeeded: reader.take(DecodingEntry.lengthExtra(entry)))
      entry = unsafe Self.look(distances, reader, bits: InflateCodes.distanceBits)
      if DecodingEntry.isSpecial(entry) {
        if DecodingEntry.isLink(entry) {
          reader.drop(UInt64(InflateCodes.distanceBits))
          entry = unsafe Self.follow(entry, distances, reader)
        }
        guard !DecodingEntry.isSpecial(entry) else { return .refused }
      }
      reader.drop(DecodingEntry.codeLength(entry))
      let extra = reader.take(DecodingEntry.distanceExtra(entry))
      let distance = DecodingEntry.distance(entry) &+ Int(truncatingIfNeeded: extra)
      guard unsafe distance <= position - output else { return .refused }
      unsafe Self.copy(length, from: distance, to: position)
      unsafe position += length
    }
    return nil
  }

  /// Decodes the rest of the block with a check of both ends before each step.
  private mutating func decodeChecked(end: UnsafeMutablePointer<UInt8>) -> TileInflater.Ending {
    while true {
      reader.refill()
      let symbol = unsafe next(literals, bits: InflateCodes.literalBits)
      if !DecodingEntry.isOther(symbol.entry) {
        // One literal, although the entry may have two: there may be no bits or no room for the second.
        let byte = DecodingEntry.firstByte(symbol.entry)
        guard unsafe reader.tryDrop(UInt64(codeLengths[Int(byte)])) else { return .inputEnd }
        guard unsafe position < end else { return .tooLong }
        unsafe position[0] = byte
        unsafe position += 1
        continue
      }
      guard reader.tryDrop(symbol.linkBits &+ DecodingEntry.otherCodeLength(symbol.entry)) else { return .inputEnd }
      if DecodingEntry.isSpecial(symbol.entry) { return DecodingEntry.isEnd(symbol.entry) ? .complete : .refused }
      let lengthExtra = DecodingEntry.lengthExtra(symbol.entry)
      guard lengthExtra <= reader.count else { return .inputEnd }
      let length = DecodingEntry.length(symbol.entry) &+ Int(truncatingIfNeeded: reader.take(lengthExtra))
      let span = unsafe next(distances, bits: InflateCodes.distanceBits)
      let isInvalid = DecodingEntry.isOther(span.entry)
      let codeLength = isInvalid ? DecodingEntry.otherCodeLength(span.entry) : DecodingEntry.codeLength(span.entry)
      guard reader.tryDrop(span.linkBits &+ codeLength) else { return .inputEnd }
      guard !isInvalid else { return .refused }
      let distanceExtra = DecodingEntry.distanceExtra(span.entry)
      guard distanceExtra <= reader.count else { return .inputEnd }
      let distance = DecodingEntry.distance(span.entry) &+ Int(truncatingIfNeeded: reader.take(distanceExtra))
      guard unsafe distance <= position - output else { return .refused }
      guard unsafe length <= end - position else { return .tooLong }
      unsafe Self.copy(length, from: distance, to: position)
      unsafe position += length
    }
  }

  /// The entry for the next bits, which are not dropped, and the number of them that were used to link to a subtable of
  /// the first table, of `bits`.
  private func next(_ table: UnsafePointer<UInt32>, bits: Int) -> (entry: UInt32, linkBits: UInt64) {
    let entry = unsafe Self.look(table, reader, bits: bits)
    guard DecodingEntry.isSpecial(entry), DecodingEntry.isLink(entry) else { return (entry, 0) }
    var rest = reader
    rest.drop(UInt64(truncatingIfNeeded: bits))
    return unsafe (Self.follow(entry, table, rest), UInt64(truncatingIfNeeded: bits))
  }

  /// Repeats `length` bytes from `distance` before `position`, and up to 15 more that are meaningless.
  @inline(__always)
  private static func copy(_ length: Int, from distance: Int, to position: UnsafeMutablePointer<UInt8>) {
    var target = UnsafeMutableRawPointer(position)
    let end = unsafe target + length
    var source = unsafe UnsafeRawPointer(target - distance)
    if distance >= 16 {
      repeat {
        unsafe target.storeBytes(of: source.loadUnaligned(as: SIMD2<UInt64>.self), as: SIMD2<UInt64>.self)
        unsafe target += 16
        unsafe source += 16
      } while unsafe target < end
    } else if distance == 4 {
      // The pixel to the left.
      let pixel = unsafe UInt64(source.loadUnaligned(as: UInt32.self)) &* 0x1_0000_0001
      repeat {
        unsafe target.storeBytes(of: SIMD2(repeating: pixel), as: SIMD2<UInt64>.self)
        unsafe target += 16
      } while unsafe target < end
    } else if distance == 1 {
      let byte = unsafe source.load(as: UInt8.self)
      repeat {
        unsafe target.storeBytes(of: SIMD16(repeating: byte), as: SIMD16<UInt8>.self)
        unsafe target += 16
      } while unsafe target < end
    } else {
      // Of the eight bytes the first `distance` are valid; the next iteration writes the others again.
      let step = min(distance, 8)
      repeat {
        unsafe target.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
        unsafe target += step
        unsafe source += step
      } while unsafe target < end
    }
  }
}
