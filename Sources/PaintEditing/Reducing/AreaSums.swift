import PaintRaster
import Synchronization

/// The sums of some rows of a smaller picture, to which tiles are added in any order.
struct AreaSums: Sendable {
  /// The sizes.
  let scale: AreaScale
  /// The rows of the smaller picture.
  private(set) var rows = 0..<0
  private var sums: [SIMD4<UInt64>] = []

  /// Sums without rows.
  init(_ scale: AreaScale) { self.scale = scale }

  /// Begins the rows before `end`.
  mutating func extend(to end: Int) {
    guard end > rows.upperBound else { return }
    let width = scale.target.width
    sums.append(contentsOf: repeatElement(.zero, count: (end - rows.upperBound) * width))
    rows = rows.lowerBound..<end
  }

  /// Adds what a tile adds; its rows are among these.
  mutating func add(_ part: AreaPart) {
    for y in part.rows {
      for x in part.columns { sums[place(x, y)] &+= part.sums[part.place(x, y)] }
    }
  }

  /// Removes what was added.
  mutating func subtract(_ part: AreaPart) {
    for y in part.rows {
      for x in part.columns { sums[place(x, y)] &-= part.sums[part.place(x, y)] }
    }
  }

  private func place(_ x: Int, _ y: Int) -> Int { (y - rows.lowerBound) * scale.target.width + x }

  /// The pixels of all rows; every tile has been added.
  func pixels() -> [UInt32] { sums.map(average) }

  /// Removes the rows before `end`, which are complete, and appends their pixels.
  mutating func finish(before end: Int, to pixels: inout [UInt32]) {
    let count = max(0, end - rows.lowerBound) * scale.target.width
    pixels.append(contentsOf: sums.prefix(count).lazy.map(average))
    sums.removeFirst(count)
    rows = max(end, rows.lowerBound)..<rows.upperBound
  }

  /// The average of `AreaAverage`, with its rounding.
  private func average(_ sum: SIMD4<UInt64>) -> UInt32 {
    let alphas = sum.w
    guard alphas > 0 else { return 0 }
    let area = UInt64(scale.source.width * scale.source.height)
    let colors = (sum &+ sum &+ SIMD4(repeating: alphas)) / SIMD4(repeating: 2 * alphas)
    let alpha = (2 * alphas + area) / (2 * area)
    return UInt32(truncatingIfNeeded: colors.x | colors.y << 8 | colors.z << 16 | alpha << 24)
  }
}

/// Sums to which several threads add tiles.
final class SharedAreaSums: Sendable {
  private let sums: Mutex<AreaSums>

  init(_ scale: AreaScale) { sums = Mutex(AreaSums(scale)) }

  /// Uses the sums, alone.
  func use<R: Sendable>(_ body: (inout sending AreaSums) -> sending R) -> R { sums.withLock(body) }
}
