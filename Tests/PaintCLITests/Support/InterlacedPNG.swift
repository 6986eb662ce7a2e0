/// An interlaced PNG, made in the plainest way.
enum InterlacedPNG {
  /// A grey picture of `side` x `side` pixels, at most 200, whose data are not compressed.
  static func file(side: Int) -> [UInt8] {
    var rows: [UInt8] = []
    // Each pass: first column and row, then the steps (PNG specification, "Interlacing and pass extraction").
    for (left, top, across, down) in [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ] {
      for y in stride(from: top, to: side, by: down) where left < side {
        rows += [0] + stride(from: left, to: side, by: across).map { UInt8(truncatingIfNeeded: 7 * $0 + 31 * y) }
      }
    }
    var (low, high) = (1, 0)
    for byte in rows {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    func short(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
    let stream =
      [0x78, 1, 1] + short(rows.count) + short(65_535 - rows.count) + rows + short(high).reversed()
      + short(low).reversed()
    let header: [UInt8] = [0, 0, 0, UInt8(side), 0, 0, 0, UInt8(side), 8, 0, 0, 0, 1]
    return PlainAnimation.signature + PlainAnimation.chunk("IHDR", header) + PlainAnimation.chunk("IDAT", stream)
      + PlainAnimation.chunk("IEND", [])
  }
}
