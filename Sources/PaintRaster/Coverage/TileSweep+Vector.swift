/// The fast sweep, four pixels at a time; `sweepPlainly` is its measure.
extension TileSweep {
  /// Adds up the cells of a tile, leaving zeros; sums must fit 32 bits.
  @inline(never)
  func sweep(_ cells: UnsafeMutablePointer<Int32>, touched: UInt64, height: Int) -> Result {
    // Bytes of all pixels seen so far: or-ed to find rows with coverage, and-ed to find full tiles.
    var all = SIMD16<UInt8>(repeating: 255)
    var first = Tile.edge
    var last = -1
    for row in 0..<height {
      let target = UnsafeMutableRawPointer(mask + row &* Tile.edge)
      if (touched >> UInt64(truncatingIfNeeded: row)) & 1 == 0 {
        let value = SIMD16<UInt8>(repeating: Self.byte(carry[row]))
        for x in stride(from: 0, to: Tile.edge, by: 16) {
          target.storeBytes(of: value, toByteOffset: x, as: SIMD16<UInt8>.self)
        }
        all &= value
        if value[0] > 0 {
          first = Swift.min(first, row)
          last = row
        }
        continue
      }
      let source = UnsafeMutableRawPointer(cells + row &* CellStrip<Int32>.stride)
      var sum = SIMD4(repeating: Int32(truncatingIfNeeded: carry[row]))
      var any = SIMD16<UInt8>(repeating: 0)
      for x in stride(from: 0, to: Tile.edge, by: 16) {
        let a = Self.bytes(source + (x &* 4), &sum)
        let b = Self.bytes(source + (x &* 4 &+ 16), &sum)
        let c = Self.bytes(source + (x &* 4 &+ 32), &sum)
        let d = Self.bytes(source + (x &* 4 &+ 48), &sum)
        let ab = SIMD8<Int32>(lowHalf: a, highHalf: b)
        let cd = SIMD8<Int32>(lowHalf: c, highHalf: d)
        let values = SIMD16<UInt8>(truncatingIfNeeded: SIMD16<Int32>(lowHalf: ab, highHalf: cd))
        target.storeBytes(of: values, toByteOffset: x, as: SIMD16<UInt8>.self)
        any |= values
        all &= values
      }
      let behind = source.load(fromByteOffset: Tile.edge &* 4, as: Int32.self)
      source.storeBytes(of: 0, toByteOffset: Tile.edge &* 4, as: Int32.self)
      carry[row] = Int(sum[3] &+ behind)
      if any != SIMD16<UInt8>(repeating: 0) {
        first = Swift.min(first, row)
        last = row
      }
    }
    if last < 0 { return .none }
    // Rows below the canvas were not written; they count for nothing, but memory is to be the same every time.
    for row in height..<Tile.edge { (mask + row &* Tile.edge).update(repeating: 0, count: Tile.edge) }
    return all == SIMD16<UInt8>(repeating: 255) ? .full : .mask(rows: first..<last &+ 1)
  }

  /// The coverage 0…255 of four pixels; `sum` holds four times the sum before them, and then that behind them.
  @inline(__always)
  private static func bytes(_ cells: UnsafeMutableRawPointer, _ sum: inout SIMD4<Int32>) -> SIMD4<Int32> {
    let v = cells.load(as: SIMD4<Int32>.self)
    cells.storeBytes(of: SIMD4(repeating: 0), as: SIMD4<Int32>.self)
    let pairs = v &+ SIMD4(0, v[0], v[1], v[2])
    let total = pairs &+ SIMD4(0, 0, pairs[0], pairs[1]) &+ sum
    sum = SIMD4(repeating: total[3])
    let negative = total &>> 31
    let size = (total ^ negative) &- negative
    let one = SIMD4(repeating: Int32(truncatingIfNeeded: FixedPoint.one))
    let clamped = size.replacing(with: one, where: size .> one)
    return ((clamped &<< 8) &- clamped &+ SIMD4(repeating: 32_768)) &>> 16
  }
}
