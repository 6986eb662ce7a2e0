// Unsafe: loads and stores vectors of cells and coverages.

/// The fast sweep, eight pixels at a time and only where cells were changed; `sweepScalar` is its reference.
extension TileSweep {
  /// Adds up the cells of a tile, leaving zeros; sums must fit 32 bits.
  ///
  /// Cells and marks of rows that are not in `changes` must be 0.
  @inline(__always)
  mutating func sweep(
    _ cells: UnsafeMutablePointer<Int32>, _ marks: UnsafeMutablePointer<StrandMarks>, changes: UInt32, height: Int
  ) {
    switch rule {
    case .nonzero: unsafe sweepNonzero(cells, marks, changes: changes, height: height)
    case .evenodd: unsafe sweepScalar(cells, marks, height: height)
    }
  }

  @inline(never)
  private mutating func sweepNonzero(
    _ cells: UnsafeMutablePointer<Int32>, _ marks: UnsafeMutablePointer<StrandMarks>, changes: UInt32, height: Int
  ) {
    var busy = (changes | carried) & Self.rows(height)
    clear(except: busy)
    let mask = unsafe UnsafeMutableRawPointer(mask)
    let carry = unsafe carry
    var carried: UInt32 = 0
    var written: UInt32 = 0
    while busy != 0 {
      let row = busy.trailingZeroBitCount
      let bit = busy & (0 &- busy)
      busy &= busy &- 1
      let mark = unsafe marks[row].once
      let before = unsafe carry[row]
      let target = unsafe mask + row &* Tile.edge
      if mark == 0 {
        fillRow(row)
        carried |= before == 0 ? 0 : bit
        continue
      }
      unsafe marks[row] = StrandMarks()
      written |= bit
      // The groups of eight from the first change to the last; each mark also includes the next cell.
      let first = mark.trailingZeroBitCount &>> 3
      let end = min((Tile.edge &+ 8 &- mark.leadingZeroBitCount) &>> 3, Tile.edge / 8)
      unsafe Self.fill(target, 0)
      if before != 0 && first != 0 { unsafe Self.fill(target, before, groups: 0, first) }
      let source = unsafe UnsafeMutableRawPointer(cells + row &* CellStrip<Int32>.stride)
      var sum = Sum(Int32(truncatingIfNeeded: before))
      var group = first
      repeat {
        let eight = unsafe sum.add(source + group &* 32)
        unsafe target.storeBytes(of: eight, toByteOffset: group &* 8, as: SIMD8<UInt8>.self)
        group &+= 1
      } while group != end
      var total = Int(sum.total)
      if total != 0 && end != Tile.edge / 8 { unsafe Self.fill(target, total, groups: end, Tile.edge / 8) }
      if mark &>> 31 != 0 {
        unsafe total &+= Int(source.load(fromByteOffset: Tile.edge &* 4, as: Int32.self))
        unsafe source.storeBytes(of: 0, toByteOffset: Tile.edge &* 4, as: Int32.self)
      }
      unsafe carry[row] = total
      carried |= total == 0 ? 0 : bit
    }
    setCarried(carried)
    // In a separate loop: loading 16 bytes that were stored as two times 8 would stall until they are in the cache.
    while written != 0 {
      let row = written.trailingZeroBitCount
      written &= written &- 1
      unsafe Self.note(mask + row &* Tile.edge, occupied + row, solid + row)
    }
  }

  /// Writes the coverage that a sum represents into a row's groups of eight pixels `first` ..< `end`.
  @inline(__always)
  private static func fill(_ row: UnsafeMutableRawPointer, _ sum: Int, groups first: Int, _ end: Int) {
    let value = byte(covered: covered(sum, .nonzero))
    let values = SIMD8<UInt8>(repeating: value)
    var group = first
    repeat {
      unsafe row.storeBytes(of: values, toByteOffset: group &* 8, as: SIMD8<UInt8>.self)
      group &+= 1
    } while group != end
  }

  /// Records which groups of four pixels of a row are all 0 and which are all 255.
  @inline(__always)
  private static func note(
    _ row: UnsafeMutableRawPointer, _ occupied: UnsafeMutablePointer<UInt8>, _ solid: UnsafeMutablePointer<UInt8>
  ) {
    let low = unsafe row.load(as: SIMD4<UInt32>.self)
    let high = unsafe row.load(fromByteOffset: 16, as: SIMD4<UInt32>.self)
    /// A bit for each group that is `value`: each of eight bytes 0 or 255 keeps its own bit, and the product gathers
    /// them.
    @inline(__always)
    func bits(_ value: UInt32) -> UInt8 {
      let none = SIMD4<UInt32>(repeating: 0)
      let all = SIMD4<UInt32>(repeating: .max)
      let found = SIMD8<UInt8>(
        truncatingIfNeeded: SIMD8(
          lowHalf: none.replacing(with: all, where: low .== value),
          highHalf: none.replacing(with: all, where: high .== value)))
      let word = unsafe UInt64(littleEndian: unsafeBitCast(found, to: UInt64.self)) & 0x8040_2010_0804_0201
      return UInt8(truncatingIfNeeded: (word &* 0x0101_0101_0101_0101) &>> 56)
    }
    unsafe occupied.pointee = ~bits(0)
    unsafe solid.pointee = bits(.max)
  }

  /// The sum of the cells so far, the same in all four lanes so that it stays in the vector unit.
  private struct Sum {
    private var lanes: SIMD4<Int32>

    @inline(__always)
    init(_ start: Int32) { lanes = SIMD4(repeating: start) }

    @inline(__always)
    var total: Int32 { lanes[0] }

    /// Adds eight cells, which it sets to zero; returns their coverages, the leftmost in the lowest byte.
    @inline(__always)
    mutating func add(_ cells: UnsafeMutableRawPointer) -> SIMD8<UInt8> {
      let zero = SIMD4<Int32>(repeating: 0)
      let low = unsafe Self.sums(cells.load(as: SIMD4<Int32>.self), after: lanes)
      let high = unsafe Self.sums(
        cells.load(fromByteOffset: 16, as: SIMD4<Int32>.self), after: SIMD4(repeating: low[3]))
      unsafe cells.storeBytes(of: zero, as: SIMD4<Int32>.self)
      unsafe cells.storeBytes(of: zero, toByteOffset: 16, as: SIMD4<Int32>.self)
      lanes = SIMD4(repeating: high[3])
      return SIMD8(truncatingIfNeeded: SIMD8(lowHalf: Self.covered(low), highHalf: Self.covered(high)))
    }

    /// The sums after each of four cells.
    @inline(__always)
    private static func sums(_ cells: SIMD4<Int32>, after before: SIMD4<Int32>) -> SIMD4<Int32> {
      // Added up within halves first: shifted by a word, each half's first cell is added to its second.
      let halves = unsafe unsafeBitCast(cells, to: SIMD2<UInt64>.self)
      let pairs = unsafe unsafeBitCast(halves &+ (halves &<< 32), to: SIMD4<Int32>.self)
      return pairs &+ (SIMD4(repeating: pairs[1]) & SIMD4(0, 0, -1, -1)) &+ before
    }

    /// The coverages 0…255 that four sums represent, in the lowest bytes.
    ///
    /// In floats because baseline x86-64 has no vector instructions for absolute values and comparisons of integers.
    /// They are exact: for a magnitude a up to 1 the product 255·a/2^16 is an integer below 2^24 over 2^16, and larger
    /// ones become 255. Added to 2^23 it is rounded to an integer in the lowest bits; the only half, which would be
    /// rounded to even, is 127.5 for a = 1/2, and 128 is even.
    @inline(__always)
    private static func covered(_ sums: SIMD4<Int32>) -> SIMD4<UInt32> {
      let signed = unsafe unsafeBitCast(SIMD4<Float>(sums), to: SIMD4<UInt32>.self)
      let size = unsafe unsafeBitCast(signed & 0x7FFF_FFFF, to: SIMD4<Float>.self) * (255 / 65_536)
      let rounded = size.replacing(with: 255, where: size .> 255) + 8_388_608
      return unsafe unsafeBitCast(rounded, to: SIMD4<UInt32>.self)
    }
  }
}
