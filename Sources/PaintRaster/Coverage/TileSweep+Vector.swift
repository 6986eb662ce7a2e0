/// The fast sweep, eight pixels at a time and only where cells were changed; `sweepPlainly` is its measure.
extension TileSweep {
  /// Adds up the cells of a tile, leaving zeros; sums must fit 32 bits.
  ///
  /// Cells and marks of rows that are not in `changes` must be 0.
  @inline(__always)
  mutating func sweep(
    _ cells: UnsafeMutablePointer<Int32>, _ marks: UnsafeMutablePointer<StrandMarks>, changes: UInt32, height: Int
  ) {
    switch rule {
    case .nonzero: sweepNonzero(cells, marks, changes: changes, height: height)
    case .evenodd: sweepPlainly(cells, marks, height: height)
    }
  }

  @inline(never)
  private mutating func sweepNonzero(
    _ cells: UnsafeMutablePointer<Int32>, _ marks: UnsafeMutablePointer<StrandMarks>, changes: UInt32, height: Int
  ) {
    var busy = (changes | carried) & Self.rows(height)
    clear(but: busy)
    let mask = UnsafeMutableRawPointer(mask)
    let occupied = occupied
    let solid = solid
    let carry = carry
    var carried: UInt32 = 0
    var written: UInt32 = 0
    while busy != 0 {
      let row = busy.trailingZeroBitCount
      busy &= busy &- 1
      let mark = marks[row].once
      let target = mask + row &* Tile.edge
      var sum = Sum(Int32(truncatingIfNeeded: carry[row]))
      if mark == 0 {
        let value = sum.fill(target)
        occupied[row] = value == 0 ? 0 : 255
        solid[row] = value == 255 ? 255 : 0
        carried |= (sum.isZero ? 0 : 1) &<< UInt32(truncatingIfNeeded: row)
        continue
      }
      written |= 1 &<< UInt32(truncatingIfNeeded: row)
      marks[row] = StrandMarks()
      let source = UnsafeMutableRawPointer(cells + row &* CellStrip<Int32>.stride)
      // One bit in eight: groups of eight cells with a change. Each mark stands for the cell behind it, too.
      var groups = mark | mark &<< 1
      groups |= groups &>> 1
      groups |= groups &>> 2
      groups = (groups | groups &>> 4) & 0x0101_0101
      var position = 0  // in pixels
      repeat {
        let next = groups.trailingZeroBitCount
        groups &= groups &- 1
        if next != position { sum.fill(target, from: position, to: next) }
        let eight = sum.add(source + next &* 4)
        target.storeBytes(of: eight, toByteOffset: next, as: SIMD8<UInt8>.self)
        position = next &+ 8
      } while groups != 0
      if position != Tile.edge { sum.fill(target, from: position, to: Tile.edge) }
      var total = sum.total
      if mark &>> 31 != 0 {
        total &+= source.load(fromByteOffset: Tile.edge &* 4, as: Int32.self)
        source.storeBytes(of: 0, toByteOffset: Tile.edge &* 4, as: Int32.self)
      }
      carry[row] = Int(total)
      carried |= (total == 0 ? 0 : 1) &<< UInt32(truncatingIfNeeded: row)
    }
    keepCarried(carried)
    // Not at once: loading 16 bytes that were stored as twice 8 would wait until they are in the cache.
    while written != 0 {
      let row = written.trailingZeroBitCount
      written &= written &- 1
      Self.note(mask + row &* Tile.edge, occupied + row, solid + row)
    }
  }

  /// Notes which groups of four pixels of a row are 0 and which 255.
  @inline(__always)
  private static func note(
    _ row: UnsafeMutableRawPointer, _ occupied: UnsafeMutablePointer<UInt8>, _ solid: UnsafeMutablePointer<UInt8>
  ) {
    let low = row.load(as: SIMD4<UInt32>.self)
    let high = row.load(fromByteOffset: 16, as: SIMD4<UInt32>.self)
    /// A bit for each group that is `value`: of eight bytes 0 or 255 each keeps its own bit, and the product gathers them.
    @inline(__always)
    func bits(_ value: UInt32) -> UInt8 {
      let none = SIMD4<UInt32>(repeating: 0)
      let all = SIMD4<UInt32>(repeating: .max)
      let found = SIMD8<UInt8>(
        truncatingIfNeeded: SIMD8(
          lowHalf: none.replacing(with: all, where: low .== value),
          highHalf: none.replacing(with: all, where: high .== value)))
      let word = UInt64(littleEndian: unsafeBitCast(found, to: UInt64.self)) & 0x8040_2010_0804_0201
      return UInt8(truncatingIfNeeded: (word &* 0x0101_0101_0101_0101) &>> 56)
    }
    occupied.pointee = ~bits(0)
    solid.pointee = bits(.max)
  }

  /// The sum of the cells so far, in four lanes alike so that it need not leave the vector unit.
  private struct Sum {
    private var lanes: SIMD4<Int32>

    @inline(__always)
    init(_ start: Int32) { lanes = SIMD4(repeating: start) }

    @inline(__always)
    var total: Int32 { lanes[0] }

    @inline(__always)
    var isZero: Bool { lanes[0] == 0 }

    /// Writes the coverage that it stands for, which is returned, into 32 pixels.
    @inline(__always)
    func fill(_ target: UnsafeMutableRawPointer) -> UInt8 {
      let value = UInt8(truncatingIfNeeded: Self.covered(lanes)[0])
      let values = SIMD16<UInt8>(repeating: value)
      target.storeBytes(of: values, as: SIMD16<UInt8>.self)
      target.storeBytes(of: values, toByteOffset: 16, as: SIMD16<UInt8>.self)
      return value
    }

    /// Writes that coverage into pixels from `first` to `end`, multiples of eight.
    @inline(__always)
    func fill(_ target: UnsafeMutableRawPointer, from first: Int, to end: Int) {
      let values = SIMD8<UInt8>(repeating: UInt8(truncatingIfNeeded: Self.covered(lanes)[0]))
      var place = first
      repeat {
        target.storeBytes(of: values, toByteOffset: place, as: SIMD8<UInt8>.self)
        place &+= 8
      } while place != end
    }

    /// Adds eight cells, which it sets to zero; returns their coverages, the leftmost in the lowest byte.
    @inline(__always)
    mutating func add(_ cells: UnsafeMutableRawPointer) -> SIMD8<UInt8> {
      let zero = SIMD4<Int32>(repeating: 0)
      let low = Self.sums(cells.load(as: SIMD4<Int32>.self), after: lanes)
      let high = Self.sums(
        cells.load(fromByteOffset: 16, as: SIMD4<Int32>.self), after: SIMD4(repeating: low[3]))
      cells.storeBytes(of: zero, as: SIMD4<Int32>.self)
      cells.storeBytes(of: zero, toByteOffset: 16, as: SIMD4<Int32>.self)
      lanes = SIMD4(repeating: high[3])
      return SIMD8(truncatingIfNeeded: SIMD8(lowHalf: Self.covered(low), highHalf: Self.covered(high)))
    }

    /// The sums behind each of four cells.
    @inline(__always)
    private static func sums(_ cells: SIMD4<Int32>, after before: SIMD4<Int32>) -> SIMD4<Int32> {
      // Added up within halves first: moved up by a word, each half's first cell is added to its second.
      let halves = unsafeBitCast(cells, to: SIMD2<UInt64>.self)
      let pairs = unsafeBitCast(halves &+ (halves &<< 32), to: SIMD4<Int32>.self)
      return pairs &+ (SIMD4(repeating: pairs[1]) & SIMD4(0, 0, -1, -1)) &+ before
    }

    /// The coverages 0…255 that four sums stand for.
    ///
    /// With a sum's size a that is (255·a + 2^15)/2^16 in whole numbers, which is (a + (2^15 − a)/2^8)/2^8.
    @inline(__always)
    private static func covered(_ sums: SIMD4<Int32>) -> SIMD4<Int32> {
      let negative = sums &>> 31
      let size = (sums ^ negative) &- negative
      let scaled = (size &+ (SIMD4(repeating: 32_768) &- size) &>> 8) &>> 8
      return scaled.replacing(with: SIMD4(repeating: 255), where: scaled .> 255)
    }
  }
}
