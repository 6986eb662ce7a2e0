// Unsafe: works in memory that the decoder owns.

/// Inflates a tile's filtered rows; contains only pointers, does not allocate.
///
/// Accepts and refuses the same streams as zlib: any number of stored blocks, blocks with fixed codes and with dynamic
/// codes (RFC 1951). Safe for any bytes: reads only those, and writes only into its own memory.
///
/// libdeflate 1.14, that of Debian 12, takes 1.2 to 4.2 times its time on tiles of scribbles and photographs, zlib 1.2.13
/// 1.8 to 4.6 times; TilePacks.md has the figures. `paint-bench inflate art.paint/packs/*.png` measures it again.
@safe package struct TileInflater {
  /// The result of inflating the bytes.
  package enum Outcome: Equatable {
    /// They are a tile, ending with a block that is not the last, and on a byte boundary.
    case tile
    /// They are not a deflate stream, or they contain its last block.
    case noStream
    /// They have this number of bytes of pixels, with all bytes beyond a tile's counted as one.
    case length(Int)
    /// They have a tile's pixels but end inside a block or a byte.
    case unflushed
  }

  /// How a part of the stream ended.
  enum Ending {
    /// Correctly.
    case complete
    /// At the end of the input.
    case inputEnd
    /// With something that deflate does not have.
    case refused
    /// After the last byte of a tile.
    case tooLong
  }

  /// Bytes after the rows into which the fast loop may write.
  ///
  /// A step that begins before the end writes at most ten literals, or a match of 258 bytes, copied 16 bytes at a time.
  static let margin = 320
  /// Bytes of memory that an inflater works in.
  package static let byteCount =
    PackFormat.tileLength + margin + InflateCodes.byteCount

  /// The 4,128 bytes, once `inflate` has found a tile.
  package let output: UnsafeMutablePointer<UInt8>
  private var codes: InflateCodes

  /// An inflater that works in `memory`, `byteCount` bytes, aligned to 8, that the caller keeps alive.
  package init(in memory: UnsafeMutableRawPointer) {
    codes = unsafe InflateCodes(in: memory)
    let length = PackFormat.tileLength + Self.margin
    unsafe output = unsafe (memory + InflateCodes.byteCount).bindMemory(to: UInt8.self, capacity: length)
    unsafe output.update(repeating: 0, count: length)
  }

  /// Inflates the `count` bytes at `bytes` to `output`.
  ///
  /// - Complexity: O(count), and no more than a tile is written.
  package mutating func inflate(_ bytes: UnsafePointer<UInt8>, count: Int) -> Outcome {
    var reader = unsafe BitReader(at: bytes, count: count)
    var position = unsafe output
    if codes.skip(&reader) {
      let ending = unsafe decode(&reader, to: &position)
      if let outcome = unsafe outcome(of: ending, at: position, isLast: bytes.pointee & 1 == 1) { return outcome }
    }
    while true {
      let isFirst = unsafe reader.position == bytes
      reader.refill()
      guard reader.count >= 3 else { return unsafe outcome(at: position, isAtBorder: reader.count == 0) }
      let isLast = reader.take(1) == 1
      let ending: Ending
      switch reader.take(2) {
      case 0: ending = unsafe copyStored(&reader, to: &position)
      case 1:
        codes.makeFixed()
        ending = unsafe decode(&reader, to: &position)
      case 2:
        let codesEnding = unsafe codes.read(&reader, ofBlockAt: isFirst ? bytes : nil)
        ending = unsafe codesEnding == .complete ? decode(&reader, to: &position) : codesEnding
      default: ending = .refused
      }
      if let outcome = unsafe outcome(of: ending, at: position, isLast: isLast) { return outcome }
    }
  }

  /// The outcome at the end of a block; nil if another one may follow.
  private func outcome(of ending: Ending, at position: UnsafeMutablePointer<UInt8>, isLast: Bool) -> Outcome? {
    switch ending {
    case .complete: isLast ? .noStream : nil
    case .inputEnd: unsafe outcome(at: position, isAtBorder: false)
    case .refused: .noStream
    case .tooLong: .length(PackFormat.tileLength + 1)
    }
  }

  private func outcome(at position: UnsafeMutablePointer<UInt8>, isAtBorder: Bool) -> Outcome {
    let length = unsafe position - output
    guard length == PackFormat.tileLength else { return .length(length) }
    return isAtBorder ? .tile : .unflushed
  }

  private func copyStored(_ reader: inout BitReader, to position: inout UnsafeMutablePointer<UInt8>) -> Ending {
    reader.alignToByte()
    reader.refill()
    guard reader.count >= 32 else { return .inputEnd }
    let length = reader.take(16)
    guard reader.take(16) == ~length & 0xFFFF else { return .refused }
    reader.alignToByte()
    let available = unsafe min(Int(length), reader.end - reader.position)
    guard unsafe available <= output + PackFormat.tileLength - position else { return .tooLong }
    unsafe position.update(from: reader.position, count: available)
    unsafe position += available
    unsafe reader.position += available
    return available == length ? .complete : .inputEnd
  }

  /// Decodes a block with the codes that are set, to its end.
  private func decode(_ reader: inout BitReader, to position: inout UnsafeMutablePointer<UInt8>) -> Ending {
    var symbols = unsafe SymbolDecoder(codes: codes, reader: reader, output: output, position: position)
    let ending = unsafe symbols.decodeBlock(end: output + PackFormat.tileLength)
    reader = symbols.reader
    unsafe position = unsafe symbols.position
    return ending
  }
}
