/// 128 bits that identify a canvas: its size and every stored byte of its pixels, hidden colours included.
///
/// Two canvases with equal pixels have equal fingerprints on every machine and in every version; two that differ almost
/// surely have different ones. The value is the sum, modulo 2^128, over fixed 32x32 blocks of a mix of the block's
/// position with its `BlockHash`, plus a mix of width and height. So a change costs only the blocks it touches, and the
/// order in which they are added does not matter. Not cryptographic.
public struct Fingerprint: Hashable, Sendable {
  /// The upper 64 bits.
  public private(set) var high: UInt64
  /// The lower 64 bits.
  public private(set) var low: UInt64

  /// The fingerprint with these halves, as a document stores it.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The size alone, to which every block of the canvas is then added.
  public init(size canvas: CanvasSize) {
    // A row that no block has, so that a size is never taken for a block.
    let term = Self.term(BlockHash(low: 0, high: 0), x: canvas.width, y: canvas.height | 1 << 31)
    self.init(high: term.high, low: term.low)
  }

  /// The fingerprint of a canvas that has one colour.
  ///
  /// - Complexity: O(blocks), a few nanoseconds each; pixels are hashed once for each size of block.
  public init(blank canvas: CanvasSize, color: Pixel) {
    self.init(size: canvas)
    for (rows, height) in Self.spans(of: canvas.height) {
      for (columns, width) in Self.spans(of: canvas.width) where !rows.isEmpty && !columns.isEmpty {
        let hash = BlockHash(of: .color(color), width: width, height: height)
        for y in rows {
          for x in columns { add(hash, x: x, y: y) }
        }
      }
    }
  }

  /// Adds the tile at `index`, which must not have been added before.
  ///
  /// - Complexity: O(pixels of the tile).
  public mutating func add(_ tile: Tile, at index: TileIndex, canvas: CanvasSize) {
    add(Self.blockHash(of: tile, at: index, canvas: canvas), at: index)
  }

  /// Adds a block whose hash is known, which must not have been added before.
  @inline(__always)
  public mutating func add(_ hash: BlockHash, at index: TileIndex) {
    add(hash, x: index.x, y: index.y)
  }

  /// Replaces `old`, the tile that was added at `tile`, by `new`.
  ///
  /// - Complexity: O(pixels of the tile); O(1) if both have the same memory or the same colour.
  public mutating func replace(tile: TileIndex, old: Tile, new: Tile, canvas: CanvasSize) {
    switch (old, new) {
    case (.color(let oldColor), .color(let newColor)) where oldColor == newColor: return
    case (.pixels(let oldPixels), .pixels(let newPixels)) where oldPixels.isIdentical(to: newPixels): return
    default: break
    }
    replace(
      tile: tile, old: Self.blockHash(of: old, at: tile, canvas: canvas),
      new: Self.blockHash(of: new, at: tile, canvas: canvas))
  }

  /// Replaces the block with the hash `old`, which was added at `tile`, by one with the hash `new`.
  public mutating func replace(tile: TileIndex, old: BlockHash, new: BlockHash) {
    if old == new { return }
    let term = Self.term(old, x: tile.x, y: tile.y)
    let difference = low.subtractingReportingOverflow(term.low)
    low = difference.partialValue
    high = high &- term.high &- (difference.overflow ? 1 : 0)
    add(new, at: tile)
  }

  /// The sum of two fingerprints, modulo 2^128.
  public func adding(_ other: Fingerprint) -> Fingerprint {
    let sum = low.addingReportingOverflow(other.low)
    return Fingerprint(high: high &+ other.high &+ (sum.overflow ? 1 : 0), low: sum.partialValue)
  }

  /// The difference of two fingerprints, modulo 2^128: what the blocks that differ add to the other one.
  public func subtracting(_ other: Fingerprint) -> Fingerprint {
    let difference = low.subtractingReportingOverflow(other.low)
    return Fingerprint(
      high: high &- other.high &- (difference.overflow ? 1 : 0), low: difference.partialValue)
  }

  /// The hash of the part of the tile at `index` that is on the canvas, for callers that store hashes.
  ///
  /// - Precondition: The tile is on the canvas, at least in part.
  public static func blockHash(of tile: Tile, at index: TileIndex, canvas: CanvasSize) -> BlockHash {
    let box = index.box(on: canvas)
    return BlockHash(of: tile, width: box.width, height: box.height)
  }

  /// The whole blocks and the clipped one along a side of `length` pixels, with the pixels of each that are inside.
  private static func spans(of length: Int) -> [(blocks: Range<Int>, inside: Int)] {
    let whole = length / BlockHash.edge
    let rest = length % BlockHash.edge
    return [(0..<whole, BlockHash.edge), (whole..<(rest > 0 ? whole + 1 : whole), rest)]
  }

  @inline(__always)
  private mutating func add(_ hash: BlockHash, x: Int, y: Int) {
    let term = Self.term(hash, x: x, y: y)
    let sum = low.addingReportingOverflow(term.low)
    low = sum.partialValue
    high = high &+ term.high &+ (sum.overflow ? 1 : 0)
  }

  /// The term of a block in the sum: for each position a bijection of its hash (MurmurHash3's 128-bit ending).
  @inline(__always)
  private static func term(_ hash: BlockHash, x: Int, y: Int) -> (low: UInt64, high: UInt64) {
    let place = UInt64(truncatingIfNeeded: y) &<< 32 | UInt64(truncatingIfNeeded: x)
    var low = hash.low ^ place &* 0xD6E8_FEB8_6659_FD93
    var high = hash.high ^ place &* 0xA076_1D64_78BD_642F
    low &+= high
    high &+= low
    low = avalanche(low)
    high = avalanche(high)
    low &+= high
    high &+= low
    return (low, high)
  }
}
