import CPNG

/// Iterates over the chunks of a PNG file in memory and checks each against its CRC.
struct ChunkScanner {
  private let bytes: [UInt8]
  private var position = 0
  /// The CRC of the chunk that was read last.
  private(set) var lastChecksum: UInt32 = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func skipSignature() throws(PackError) {
    guard bytes.count >= PackFormat.signature.count else { throw .truncated(offset: 0) }
    guard bytes[..<8] == PackFormat.signature[...] else { throw .malformed(offset: 0, reason: "no PNG signature") }
    position = 8
  }

  /// The range of the data of the next chunk, which must have that type.
  mutating func next(_ type: [UInt8]) throws(PackError) -> Range<Int> {
    let start = position
    let chunk = try nextOfAnyType()
    guard chunk.type == type[...] else { throw .malformed(offset: start, reason: "another chunk than expected") }
    return chunk.range
  }

  /// The range of the data of the next chunk of that type; nil if instead the file ends correctly.
  mutating func next(_ type: [UInt8], orEnd end: [UInt8]) throws(PackError) -> Range<Int>? {
    let start = position
    let chunk = try nextOfAnyType()
    if chunk.type == type[...] { return chunk.range }
    guard chunk.type == end[...], chunk.range.isEmpty else {
      throw .malformed(offset: start, reason: "another chunk than expected")
    }
    guard position == bytes.count else { throw .malformed(offset: position, reason: "bytes after the end") }
    return nil
  }

  private mutating func nextOfAnyType() throws(PackError) -> (type: ArraySlice<UInt8>, range: Range<Int>) {
    guard bytes.count - position >= 12 else { throw .truncated(offset: position) }
    let length = number(at: position)
    guard length <= bytes.count - position - 12 else { throw .truncated(offset: position) }
    let range = position + 8..<position + 8 + length
    let stored = UInt32(number(at: range.upperBound))
    let computed = PackFormat.crc(of: bytes[position + 4..<range.upperBound])
    guard stored == computed else {
      throw .wrongChecksum(offset: range.lowerBound, stored: stored, computed: computed)
    }
    let type = bytes[position + 4..<position + 8]
    position = range.upperBound + 4
    lastChecksum = stored
    return (type, range)
  }

  /// The big-endian number in the four bytes at `offset`, which must exist.
  private func number(at offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
