/// An interlaced PNG, made in the plainest way.
public enum InterlacedPNG {
  /// A grey picture whose data are not compressed.
  ///
  /// - Parameters:
  ///   - side: pixels in each direction, 5 to 200.
  ///   - chunkBytes: the most bytes of data in a chunk.
  ///   - pixel: the grey of a column and row.
  public static func file(
    side: Int, chunkBytes: Int = .max,
    pixel: (_ x: Int, _ y: Int) -> UInt8 = { UInt8(truncatingIfNeeded: 7 * $0 + 31 * $1) }
  ) -> [UInt8] {
    var rows: [UInt8] = []
    // Each pass: first column and row, then the steps (PNG specification, "Interlacing and pass extraction").
    for (left, top, across, down) in [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ] {
      for y in stride(from: top, to: side, by: down) {
        rows += [0] + stride(from: left, to: side, by: across).map { pixel($0, y) }
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
    let header = PNGChunk.number(side) + PNGChunk.number(side) + [8, 0, 0, 0, 1]
    var bytes = PNGChunk.signature + PNGChunk.bytes("IHDR", header)
    var rest = stream[...]
    while !rest.isEmpty {
      bytes += PNGChunk.bytes("IDAT", Array(rest.prefix(chunkBytes)))
      rest = rest.dropFirst(chunkBytes)
    }
    return bytes + PNGChunk.bytes("IEND", [])
  }
}
