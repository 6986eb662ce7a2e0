/// The fast sweep, four pixels at a time and only where cells were changed; `sweepPlainly` is its measure.
extension TileSweep {
  /// Adds up the cells of a tile, leaving zeros; sums must fit 32 bits.
  @inline(__always)
  func sweep(_ cells: UnsafeMutablePointer<Int32>, _ marks: UnsafeMutablePointer<StrandMarks>, height: Int) {
    switch rule {
    case .nonzero: sweepNonzero(cells, marks, height: height)
    case .evenodd: sweepPlainly(cells, marks, height: height)
    }
  }

  @inline(never)
  private func sweepNonzero(
    _ cells: UnsafeMutablePointer<Int32>, _ marks: UnsafeMutablePointer<StrandMarks>, height: Int
  ) {
    for row in 0..<height {
      let mark = marks[row].once
      if mark == 0 {
        fillRow(row)
        continue
      }
      marks[row] = StrandMarks()
      let source = UnsafeMutableRawPointer(cells + row &* CellStrip<Int32>.stride)
      let target = UnsafeMutableRawPointer(mask + row &* Tile.edge)
      // One bit in four: groups of four cells with a change. Each mark stands for the cell behind it, too.
      var groups = mark | mark &<< 1
      groups |= groups &>> 1
      groups = (groups | groups &>> 2) & 0x1111_1111
      var seen: UInt32 = 0
      var whole: UInt32 = 0
      var sum = Int32(truncatingIfNeeded: carry[row])
      var position = 0
      while groups != 0 {
        let next = groups.trailingZeroBitCount &>> 2
        groups &= groups &- 1
        if next > position { Self.fillGap(target, from: position, to: next, sum, &seen, &whole) }
        let four = Self.bytes(source + next &* 16, &sum)
        target.storeBytes(of: four, toByteOffset: next &* 4, as: UInt32.self)
        seen |= (four == 0 ? 0 : 1) &<< UInt32(truncatingIfNeeded: next)
        whole |= (four == .max ? 1 : 0) &<< UInt32(truncatingIfNeeded: next)
        position = next &+ 1
      }
      if position < 8 { Self.fillGap(target, from: position, to: 8, sum, &seen, &whole) }
      occupied[row] = UInt8(truncatingIfNeeded: seen)
      solid[row] = UInt8(truncatingIfNeeded: whole)
      if mark &>> 31 != 0 {
        sum &+= source.load(fromByteOffset: Tile.edge &* 4, as: Int32.self)
        source.storeBytes(of: 0, toByteOffset: Tile.edge &* 4, as: Int32.self)
      }
      carry[row] = Int(sum)
    }
    clearRows(from: height)
  }

  /// Writes what a sum stands for into groups of four pixels, and past them: whoever comes next overwrites that.
  @inline(__always)
  private static func fillGap(
    _ target: UnsafeMutableRawPointer, from first: Int, to end: Int, _ sum: Int32, _ seen: inout UInt32,
    _ whole: inout UInt32
  ) {
    let value = byte(covered: covered(sum, .nonzero))
    let values = SIMD16<UInt8>(repeating: value)
    target.storeBytes(of: values, toByteOffset: first &* 4, as: SIMD16<UInt8>.self)
    target.storeBytes(of: values, toByteOffset: first &* 4 &+ 16, as: SIMD16<UInt8>.self)
    let bits: UInt32 = (1 &<< UInt32(truncatingIfNeeded: end)) &- (1 &<< UInt32(truncatingIfNeeded: first))
    if value != 0 { seen |= bits }
    if value == 255 { whole |= bits }
  }

  /// The coverage 0…255 of four pixels, whose cells it sets to zero.
  ///
  /// `sum` is the sum before them, and then that behind them.
  @inline(__always)
  private static func bytes(_ cells: UnsafeMutableRawPointer, _ sum: inout Int32) -> UInt32 {
    let v = cells.load(as: SIMD4<Int32>.self)
    cells.storeBytes(of: SIMD4(repeating: 0), as: SIMD4<Int32>.self)
    let pairs = v &+ SIMD4(0, v[0], v[1], v[2])
    let total = pairs &+ SIMD4(0, 0, pairs[0], pairs[1]) &+ SIMD4(repeating: sum)
    sum = total[3]
    let negative = total &>> 31
    let size = (total ^ negative) &- negative
    let one = SIMD4(repeating: Int32(truncatingIfNeeded: FixedPoint.one))
    let clamped = size.replacing(with: one, where: size .> one)
    let values = ((clamped &<< 8) &- clamped &+ SIMD4(repeating: 32_768)) &>> 16
    return unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: values), to: UInt32.self)
  }
}
