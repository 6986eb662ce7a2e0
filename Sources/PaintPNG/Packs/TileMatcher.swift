import PaintRaster

/// Finds what repeats in a tile's filtered rows, for deflate.
///
/// It looks where pixels repeat, not bytes: at the pixel to the left (distance 4), the pixel above (129, a row with its
/// filter byte), and, where a run of one colour begins, at the last such run. Found matches are then stretched byte by
/// byte both ways, which takes in the alpha of the pixel before and the red and green of the one behind.
struct TileMatcher {
  /// Bytes that must be readable before and behind the filtered rows.
  static let margin = 32
  /// The most matches that a tile has: none is shorter than 3 bytes.
  static let sequenceLimit = PackFormat.tileLength / 3 + 2
  private static let shortest = 3
  private static let longest = 258
  private static let colorTableBits: UInt32 = 8

  /// For each row a bit for each pixel that equals the one to its left, and one for each that equals the one above.
  private let equalsLeft: UnsafeMutablePointer<UInt32>
  private let equalsAbove: UnsafeMutablePointer<UInt32>
  /// Where a run of a colour began last; 0 says nowhere, as no pixel lies there.
  private let lastRun: UnsafeMutablePointer<UInt16>
  /// Bytes to copy as they are, then a match: `literals | length << 16 | distance << 32`.
  let sequences: UnsafeMutablePointer<UInt64>

  /// Bytes of memory that a matcher works in.
  static let byteCount = 4 * 64 + 2 * (1 << Int(colorTableBits)) + 8 * sequenceLimit

  /// A matcher that works in `memory`, `byteCount` bytes, aligned to 8, that the caller keeps alive.
  init(in memory: UnsafeMutableRawPointer) {
    sequences = memory.bindMemory(to: UInt64.self, capacity: Self.sequenceLimit)
    let masks = (memory + 8 * Self.sequenceLimit).bindMemory(to: UInt32.self, capacity: 64)
    equalsLeft = masks
    equalsAbove = masks + 32
    lastRun = UnsafeMutableRawPointer(masks + 64).bindMemory(to: UInt16.self, capacity: 1 << Int(Self.colorTableBits))
  }

  /// Compares the pixels of the rows at `filtered`; returns how many of the 1,024 equal a neighbour.
  func compare(_ filtered: UnsafePointer<UInt8>) -> Int {
    let raw = UnsafeRawPointer(filtered)
    var repeated = 0
    for row in 0..<Tile.edge {
      let start = raw + (row &* PackFormat.rowLength &+ 1)
      let left = Self.equalPixels(start, start - 4) & ~1
      let above = row > 0 ? Self.equalPixels(start, start - PackFormat.rowLength) : 0
      equalsLeft[row] = left
      equalsAbove[row] = above
      repeated &+= (left | above).nonzeroBitCount
    }
    return repeated
  }

  /// A bit for each of 32 pixels that is the same in both rows.
  @inline(__always)
  private static func equalPixels(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer) -> UInt32 {
    var found = SIMD4<UInt32>()
    var weights = SIMD4<UInt32>(1, 2, 4, 8)
    for group in 0..<8 {
      let a = first.loadUnaligned(fromByteOffset: group &* 16, as: SIMD4<UInt32>.self)
      let b = second.loadUnaligned(fromByteOffset: group &* 16, as: SIMD4<UInt32>.self)
      found |= unsafeBitCast(a .== b, to: SIMD4<UInt32>.self) & weights
      weights = weights &<< 4
    }
    return found[0] | found[1] | found[2] | found[3]
  }

  /// Splits the compared rows into `sequences` and counts symbols; returns how many sequences there are.
  ///
  /// What follows the last match is literal and in no sequence.
  func match(_ filtered: UnsafePointer<UInt8>, counting counts: SymbolCounts) -> Int {
    let raw = UnsafeRawPointer(filtered)
    let (equalsLeft, equalsAbove, lastRun, sequences) = (equalsLeft, equalsAbove, lastRun, sequences)
    lastRun.update(repeating: 0, count: 1 << Int(Self.colorTableBits))
    var sequenceCount = 0
    /// Where the bytes begin that no match covers yet.
    var literal = 0
    var row = 0
    rows: while row < Tile.edge {
      let start = row &* PackFormat.rowLength &+ 1
      let left = UInt64(equalsLeft[row])
      let above = UInt64(equalsAbove[row])
      let events = left | above | left &>> 1
      var column = max(0, (literal &- start &+ 3) &>> 2)
      while true {
        let rest = events &>> UInt64(column)
        if rest == 0 { break }
        column &+= rest.trailingZeroBitCount
        var position = start &+ column &* 4
        var end: Int
        var distance: Int
        if (left | above) &>> UInt64(column) & 1 != 0 {
          let leftRun = (~(left &>> UInt64(column))).trailingZeroBitCount
          let aboveRun = (~(above &>> UInt64(column))).trailingZeroBitCount
          distance = aboveRun > leftRun ? PackFormat.rowLength : 4
          end = position &+ 4 &* max(leftRun, aboveRun)
        } else {
          let word = raw.loadUnaligned(fromByteOffset: position, as: UInt32.self)
          let place = Int((word &* 0x9E37_79B1) &>> (32 &- Self.colorTableBits))
          let candidate = Int(lastRun[place])
          lastRun[place] = UInt16(truncatingIfNeeded: position)
          guard candidate != 0, raw.loadUnaligned(fromByteOffset: candidate, as: UInt32.self) == word else {
            column &+= 1
            continue
          }
          distance = position &- candidate
          end = position &+ 4
        }
        while end < PackFormat.tileLength {
          let difference =
            raw.loadUnaligned(fromByteOffset: end, as: UInt64.self)
            ^ raw.loadUnaligned(fromByteOffset: end &- distance, as: UInt64.self)
          if difference != 0 {
            end &+= difference.trailingZeroBitCount &>> 3
            break
          }
          end &+= 8
        }
        end = min(end, PackFormat.tileLength)
        // Backwards, over bytes that would be literals.
        let difference =
          raw.loadUnaligned(fromByteOffset: position &- 8, as: UInt64.self)
          ^ raw.loadUnaligned(fromByteOffset: position &- 8 &- distance, as: UInt64.self)
        position &-= min(difference.leadingZeroBitCount &>> 3, position &- literal, position &- distance)

        counts.countLiterals(filtered + literal, count: position &- literal)
        var literals = UInt64(truncatingIfNeeded: position &- literal)
        var length = end &- position
        while length > 0 {
          var part = min(length, Self.longest)
          if length &- part > 0, length &- part < Self.shortest { part = length &- Self.shortest }
          counts.countMatch(length: part, distance: distance)
          sequences[sequenceCount] =
            literals | UInt64(truncatingIfNeeded: part) &<< 16 | UInt64(truncatingIfNeeded: distance) &<< 32
          sequenceCount &+= 1
          literals = 0
          length &-= part
        }
        literal = end
        column = (literal &- start &+ 3) &>> 2
        if column >= Tile.edge {
          row = literal / PackFormat.rowLength
          continue rows
        }
      }
      row &+= 1
    }
    counts.countLiterals(filtered + literal, count: PackFormat.tileLength &- literal)
    return sequenceCount
  }
}
