// Unsafe: owns its memory; counters are changed as vectors.

/// Histograms of neighbouring columns, with 16 coarse bins of 16 values each and 256 fine ones.
@safe struct ColumnHistograms: ~Copyable {
  typealias Bins = SIMD16<UInt32>

  /// The number of columns.
  let count: Int
  private let radius: Int
  private let coarse: UnsafeMutablePointer<Bins>
  /// For each column 16 times 16 fine bins.
  private let fine: UnsafeMutablePointer<Bins>
  /// The fine bins of the square, then its coarse ones; and for each group of 16 fine bins, the column of the square
  /// for which they were last updated.
  private let square: UnsafeMutablePointer<Bins>
  private let lastUpdate: UnsafeMutablePointer<Int>

  init(count: Int, radius: Int) {
    self.count = count
    self.radius = radius
    unsafe coarse = .allocate(capacity: count)
    unsafe fine = .allocate(capacity: count * 16)
    unsafe square = .allocate(capacity: 17)
    unsafe lastUpdate = .allocate(capacity: 16)
  }

  deinit {
    unsafe coarse.deallocate()
    unsafe fine.deallocate()
    unsafe square.deallocate()
    unsafe lastUpdate.deallocate()
  }

  /// Empties all bins.
  func clear() {
    unsafe coarse.update(repeating: .zero, count: count)
    unsafe fine.update(repeating: .zero, count: count * 16)
  }

  /// Adds `amount`, modulo 2^32, to the bin of `value` in column `column`.
  @inline(__always)
  func add(_ amount: UInt32, of value: Int, to column: Int) {
    // The lanes are consecutive words.
    let bins = unsafe UnsafeMutableRawPointer(coarse + column).assumingMemoryBound(to: UInt32.self)
    unsafe bins[value >> 4] &+= amount
    let finer = unsafe UnsafeMutableRawPointer(fine + column * 16).assumingMemoryBound(to: UInt32.self)
    unsafe finer[value] &+= amount
  }

  /// Calls `write` with x and the median over the columns from x to x + 2 · radius, for x in 0 ..< `width`.
  ///
  /// The median is the least value such that it and all lower values have at least half the total weight; 0 if all
  /// weights are 0.
  @inline(__always)
  func medians(_ width: Int, write: (Int, Int) -> Void) {
    let side = 2 * radius + 1
    // Not in the square yet.
    unsafe lastUpdate.update(repeating: 0 - side, count: 16)
    var sums = Bins.zero
    for column in 0..<side - 1 { unsafe sums &+= coarse[column] }
    for x in 0..<width {
      unsafe sums &+= coarse[x + side - 1]
      unsafe square[16] = sums
      let half = (sums.wrappedSum() &+ 1) / 2
      var below: UInt32 = 0
      let group = find(half, in: 16, below: &below)
      refresh(group, at: x)
      let value = find(half, in: group, below: &below)
      write(x, group * 16 + value)
      unsafe sums &-= coarse[x]
    }
  }

  /// The first of the 16 bins of `square[group]` at which the running sum, starting at `below`, reaches `half`; `below`
  /// becomes the sum before that bin.
  @inline(__always)
  private func find(_ half: UInt32, in group: Int, below: inout UInt32) -> Int {
    // Read from memory: indexing a vector by a variable lane copies all of it.
    let bins = unsafe UnsafeRawPointer(square + group).assumingMemoryBound(to: UInt32.self)
    var bin = 0
    while bin < 15 {
      let sum = unsafe below &+ bins[bin]
      if sum >= half { break }
      below = sum
      bin += 1
    }
    return bin
  }

  /// Updates a group of the square's fine bins to the square at x, incrementally or from scratch, whichever is cheaper.
  @inline(__always)
  private func refresh(_ group: Int, at x: Int) {
    let side = 2 * radius + 1
    let bins = unsafe fine + group
    var sums = unsafe square[group]
    if unsafe 2 * (x - lastUpdate[group]) > side {
      sums = .zero
      for column in x..<x + side { unsafe sums &+= bins[column * 16] }
    } else {
      for column in unsafe lastUpdate[group]..<x { unsafe sums &+= bins[(column + side) * 16] &- bins[column * 16] }
    }
    unsafe square[group] = sums
    unsafe lastUpdate[group] = x
  }
}
