import PaintRaster

// Unsafe: compares words of filtered rows at any address, with a margin at both ends.

/// Finds repetitions in a tile's filtered rows, for deflate.
///
/// It compares pixels, not bytes: with the pixel to the left (distance 4), the pixel above (129, a row with its filter
/// byte), and, where a run of one colour begins, with the last such run. Matches are then extended byte by byte in both
/// directions, which adds the alpha of the pixel before and the red and green of the one after.
@safe struct TileMatcher {
  /// Bytes that must be readable before and after the filtered rows.
  static let margin = 32
  private static let shortest = 3
  private static let longest = 258
  private static let colorTableBits: UInt32 = 9

  /// For each row a bit for each pixel that equals the one to its left, and one for each that equals the one above.
  private let equalsLeft: UnsafeMutablePointer<UInt32>
  private let equalsAbove: UnsafeMutablePointer<UInt32>
  /// The same for their first three bytes.
  private let colorEqualsLeft: UnsafeMutablePointer<UInt32>
  private let colorEqualsAbove: UnsafeMutablePointer<UInt32>
  /// The last position of a colour; 0 for none, because no pixel is there.
  private let lastRun: UnsafeMutablePointer<UInt16>

  /// Bytes of memory that a matcher works in.
  static let byteCount = 4 * 128 + 2 * (1 << Int(colorTableBits))

  /// A matcher that works in `memory`, `byteCount` bytes, aligned to 8, that the caller keeps alive.
  init(in memory: UnsafeMutableRawPointer) {
    let masks = unsafe memory.bindMemory(to: UInt32.self, capacity: 128)
    unsafe equalsLeft = unsafe masks
    unsafe equalsAbove = unsafe masks + 32
    unsafe colorEqualsLeft = unsafe masks + 64
    unsafe colorEqualsAbove = unsafe masks + 96
    unsafe lastRun = unsafe UnsafeMutableRawPointer(masks + 128).bindMemory(
      to: UInt16.self, capacity: 1 << Int(Self.colorTableBits))
  }

  /// Compares the pixels of the rows at `filtered`; returns the number of the 1,024 that equal a neighbour.
  func compare(_ filtered: UnsafePointer<UInt8>) -> Int {
    let raw = unsafe UnsafeRawPointer(filtered)
    var repeated = 0
    for row in 0..<Tile.edge {
      let start = unsafe raw + (row &* PackFormat.rowLength &+ 1)
      let left = unsafe Self.equalPixels(start, start - 4)
      let above = unsafe row > 0 ? Self.equalPixels(start, start - PackFormat.rowLength) : (pixels: 0, colors: 0)
      unsafe equalsLeft[row] = left.pixels & ~1
      unsafe equalsAbove[row] = above.pixels
      unsafe colorEqualsLeft[row] = left.colors & ~1
      unsafe colorEqualsAbove[row] = above.colors
      repeated &+= (left.pixels & ~1 | above.pixels).nonzeroBitCount
    }
    return repeated
  }

  /// A bit for each of 32 pixels that is the same in both rows, and for each whose first three bytes are.
  @inline(__always)
  private static func equalPixels(
    _ first: UnsafeRawPointer, _ second: UnsafeRawPointer
  ) -> (pixels: UInt32, colors: UInt32) {
    var pixels = SIMD4<UInt32>()
    var colors = SIMD4<UInt32>()
    var weights = SIMD4<UInt32>(1, 2, 4, 8)
    for group in 0..<8 {
      let a = unsafe first.loadUnaligned(fromByteOffset: group &* 16, as: SIMD4<UInt32>.self)
      let b = unsafe second.loadUnaligned(fromByteOffset: group &* 16, as: SIMD4<UInt32>.self)
      let difference = a ^ b
      unsafe pixels |= unsafeBitCast(difference .== 0, to: SIMD4<UInt32>.self) & weights
      unsafe colors |= unsafeBitCast((difference &<< 8) .== 0, to: SIMD4<UInt32>.self) & weights
      weights = weights &<< 4
    }
    return (
      pixels[0] | pixels[1] | pixels[2] | pixels[3], colors[0] | colors[1] | colors[2] | colors[3]
    )
  }

  /// The number of the 512 pixels in every second row whose colour occurred before, as far as a small table remembers.
  func repeatedColors(_ filtered: UnsafePointer<UInt8>) -> Int {
    let raw = unsafe UnsafeRawPointer(filtered)
    let lastRun = unsafe lastRun
    unsafe lastRun.update(repeating: 0, count: 1 << Int(Self.colorTableBits))
    var seen = 0
    for row in stride(from: 0, to: Tile.edge, by: 2) {
      var position = row &* PackFormat.rowLength &+ 1
      for _ in 0..<Tile.edge {
        let word = unsafe raw.loadUnaligned(fromByteOffset: position, as: UInt32.self)
        let place = Self.place(of: word)
        let candidate = unsafe Int(lastRun[place])
        unsafe lastRun[place] = UInt16(truncatingIfNeeded: position)
        // Without a branch: offset 0 of the rows is not a pixel, and does not count.
        let equal = unsafe raw.loadUnaligned(fromByteOffset: candidate, as: UInt32.self) == word
        seen &+= (equal ? 1 : 0) & (candidate != 0 ? 1 : 0)
        position &+= 4
      }
    }
    return seen
  }

  /// The index of a colour in `lastRun` (Fibonacci hashing).
  @inline(__always)
  private static func place(of word: UInt32) -> Int {
    Int((word &* 0x9E37_79B1) &>> (32 &- colorTableBits))
  }

  /// Splits the compared rows into matches and the bytes between them, which are added to `sink` in order.
  ///
  /// - Complexity: Linear in the number of runs and single pixels, not in the bytes.
  @inline(__always)
  func match<Sink: TileMatchSink>(
    _ filtered: UnsafePointer<UInt8>, effort: MatchEffort, into sink: inout Sink
  ) {
    let raw = unsafe UnsafeRawPointer(filtered)
    let lastRun = unsafe lastRun
    unsafe lastRun.update(repeating: 0, count: 1 << Int(Self.colorTableBits))
    // The start of the bytes that no match covers yet.
    var literal = 0
    var row = 0
    rows: while row < Tile.edge {
      let start = row &* PackFormat.rowLength &+ 1
      let left = unsafe UInt64(equalsLeft[row])
      let above = unsafe UInt64(equalsAbove[row])
      let colorLeft = unsafe UInt64(colorEqualsLeft[row])
      let colorAbove = unsafe UInt64(colorEqualsAbove[row])
      let events: UInt64 =
        switch effort {
        case .runs: left & (left &>> 1 | left &<< 1) | above & (above &>> 1 | above &<< 1)
        case .edges: colorLeft | colorAbove | left &>> 1
        case .everyPixel: 0xFFFF_FFFF
        }
      var column = max(0, (literal &- start &+ 3) &>> 2)
      while true {
        let rest = events &>> UInt64(truncatingIfNeeded: column)
        if rest == 0 { break }
        column &+= rest.trailingZeroBitCount
        var position = start &+ column &* 4
        var end: Int
        let distance: Int
        let bit = UInt64(truncatingIfNeeded: column)
        if (left | above) &>> bit & 1 != 0 {
          let leftRun = (~(left &>> bit)).trailingZeroBitCount
          let aboveRun = (~(above &>> bit)).trailingZeroBitCount
          distance = aboveRun > leftRun ? PackFormat.rowLength : 4
          end = unsafe Self.extended(raw, from: position &+ 4 &* max(leftRun, aboveRun), distance: distance)
        } else if (colorLeft | colorAbove) &>> bit & 1 != 0 {
          distance = colorLeft &>> bit & 1 != 0 ? 4 : PackFormat.rowLength
          end = position &+ 3
        } else {
          let word = unsafe raw.loadUnaligned(fromByteOffset: position, as: UInt32.self)
          let place = Self.place(of: word)
          let candidate = unsafe Int(lastRun[place])
          unsafe lastRun[place] = UInt16(truncatingIfNeeded: position)
          guard candidate != 0, unsafe raw.loadUnaligned(fromByteOffset: candidate, as: UInt32.self) == word else {
            column &+= 1
            continue
          }
          distance = position &- candidate
          end = unsafe Self.extended(raw, from: position &+ 4, distance: distance)
        }
        // Backwards, over bytes that would be literals.
        let difference =
          unsafe raw.loadUnaligned(fromByteOffset: position &- 8, as: UInt64.self)
          ^ raw.loadUnaligned(fromByteOffset: position &- 8 &- distance, as: UInt64.self)
        position &-= min(difference.leadingZeroBitCount &>> 3, position &- literal, position &- distance)

        var literals = position &- literal
        var length = end &- position
        while length > Self.longest {
          let part = min(Self.longest, length &- Self.shortest)
          unsafe sink.add(literals: filtered + literal, count: literals, length: part, distance: distance)
          literal &+= literals &+ part
          literals = 0
          length &-= part
        }
        unsafe sink.add(literals: filtered + literal, count: literals, length: length, distance: distance)
        literal = end
        column = (literal &- start &+ 3) &>> 2
        if column >= Tile.edge {
          row = literal / PackFormat.rowLength
          continue rows
        }
      }
      row &+= 1
    }
    unsafe sink.add(literals: filtered + literal, count: PackFormat.tileLength &- literal)
  }

  /// The end of a match that reaches to `end`, extended as far as possible.
  @inline(__always)
  private static func extended(_ raw: UnsafeRawPointer, from end: Int, distance: Int) -> Int {
    var end = end
    while end < PackFormat.tileLength {
      let difference =
        unsafe raw.loadUnaligned(fromByteOffset: end, as: UInt64.self)
        ^ raw.loadUnaligned(fromByteOffset: end &- distance, as: UInt64.self)
      if difference != 0 {
        end &+= difference.trailingZeroBitCount &>> 3
        break
      }
      end &+= 8
    }
    return min(end, PackFormat.tileLength)
  }
}
