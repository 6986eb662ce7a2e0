import PaintRaster

// Unsafe: reads filtered rows and writes pixels, as vectors.

/// Reverses PNG's row filters (PNG specification, section 9), a pixel at a time: its four samples are in four lanes.
///
/// Each pixel depends on the one to its left, so wider vectors would not help.
enum TileUnfilter {
  private typealias Samples = SIMD4<Int16>

  /// Restores a tile's pixels from its 32 filtered rows, each after a byte that is the number of its filter.
  ///
  /// - Throws: `undecodableTile` for a filter that PNG does not have, or one in the first row that uses the row above.
  static func unfilter(
    _ filtered: UnsafeMutablePointer<UInt8>, into pixels: UnsafeMutablePointer<UInt32>
  ) throws(PackError) {
    for row in 0..<Tile.edge {
      let source = unsafe UnsafeRawPointer(filtered + row &* PackFormat.rowLength + 1)
      let type = unsafe filtered[row &* PackFormat.rowLength]
      guard type <= 4 else { throw .undecodableTile(reason: "filter \(type)") }
      guard row > 0 || type <= 1 else { throw .undecodableTile(reason: "filter \(type) in the first row") }
      let target = unsafe pixels + row &* Tile.edge
      // In the first row nothing is read through `above`: the filters that use it were refused.
      let above = unsafe UnsafePointer(row > 0 ? target - Tile.edge : target)
      switch type {
      case 0: unsafe UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: Tile.edge &* 4)
      case 1: unsafe sub(source, target)
      case 2: unsafe up(source, target, above)
      case 3: unsafe average(source, target, above)
      default: unsafe paeth(source, target, above)
      }
    }
  }

  @inline(__always)
  private static func sub(_ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>) {
    var left: UInt32 = 0
    for x in 0..<Tile.edge {
      left = unsafe sum(source.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self), left)
      unsafe target[x] = left
    }
  }

  @inline(__always)
  private static func up(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>, _ above: UnsafePointer<UInt32>
  ) {
    for x in 0..<Tile.edge {
      unsafe target[x] = unsafe sum(source.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self), above[x])
    }
  }

  @inline(__always)
  private static func average(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>, _ above: UnsafePointer<UInt32>
  ) {
    var left = Samples()
    for x in 0..<Tile.edge {
      let rest = unsafe samples(source.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self))
      left = unsafe (rest &+ (left &+ samples(above[x])) &>> 1) & 255
      unsafe target[x] = word(left)
    }
  }

  /// The lane's predictor is the one of left, above and corner that is nearest to left + above - corner (section 9.4).
  @inline(__always)
  private static func paeth(
    _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt32>, _ row: UnsafePointer<UInt32>
  ) {
    var left = Samples()
    var corner = Samples()
    for x in 0..<Tile.edge {
      let rest = unsafe samples(source.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self))
      let above = unsafe samples(row[x])
      let horizontal = above &- corner
      let vertical = left &- corner
      let toLeft = magnitude(horizontal)
      let toAbove = magnitude(vertical)
      let toCorner = magnitude(horizontal &+ vertical)
      let other = choose(above, where: toAbove .<= toCorner, else: corner)
      let isLeft = (toLeft .<= toAbove) .& (toLeft .<= toCorner)
      left = (rest &+ choose(left, where: isLeft, else: other)) & 255
      corner = above
      unsafe target[x] = word(left)
    }
  }

  /// The sum of each of four bytes, modulo 256: without their high bits no byte carries into the next.
  @inline(__always)
  private static func sum(_ first: UInt32, _ second: UInt32) -> UInt32 {
    let low = (first & 0x7f7f_7f7f) &+ (second & 0x7f7f_7f7f)
    return low ^ ((first ^ second) & 0x8080_8080)
  }

  @inline(__always)
  private static func samples(_ word: UInt32) -> Samples {
    unsafe Samples(truncatingIfNeeded: unsafeBitCast(word, to: SIMD4<UInt8>.self))
  }

  @inline(__always)
  private static func word(_ samples: Samples) -> UInt32 {
    unsafe unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: samples), to: UInt32.self)
  }

  @inline(__always)
  private static func magnitude(_ lanes: Samples) -> Samples {
    let sign = lanes &>> 15
    return (lanes ^ sign) &- sign
  }

  /// Bit by bit, as `replacing(with:where:)` was compiled to a branch for each lane.
  @inline(__always)
  private static func choose(_ first: Samples, where mask: SIMDMask<Samples>, else second: Samples) -> Samples {
    unsafe second ^ ((first ^ second) & unsafeBitCast(mask, to: Samples.self))
  }
}
