// Unsafe: works in memory that the encoder owns.

/// Builds length-limited prefix codes for deflate; contains only pointers, does not allocate.
///
/// Optimal lengths by Moffat and Katajainen, "In-place calculation of minimum-redundancy codes" (1995). A leaf that
/// would be too deep is moved under the deepest leaf that has room: libdeflate's rule, near optimal with one
/// comparison.
@safe struct HuffmanCode {
  /// The most symbols that a deflate alphabet has.
  static let symbolLimit = 288
  /// Buckets of the counting sort by frequency; the last one takes all higher frequencies.
  private static let bucketCount = 64

  private let sorted: UnsafeMutablePointer<UInt32>
  private let nodes: UnsafeMutablePointer<UInt32>
  private let buckets: UnsafeMutablePointer<UInt32>
  private let lengthCounts: UnsafeMutablePointer<UInt32>
  private let reversed: UnsafeMutablePointer<UInt8>

  /// Words of memory that a builder works in.
  static let wordCount = 2 * symbolLimit + bucketCount + 32 + 64

  /// A builder that works in `memory`, `wordCount` words that the caller keeps alive.
  init(in memory: UnsafeMutablePointer<UInt32>) {
    unsafe sorted = unsafe memory
    unsafe nodes = unsafe sorted + Self.symbolLimit
    unsafe buckets = unsafe nodes + Self.symbolLimit
    unsafe lengthCounts = unsafe buckets + Self.bucketCount
    unsafe reversed = unsafe UnsafeMutableRawPointer(lengthCounts + 32).assumingMemoryBound(to: UInt8.self)
    for byte in 0..<256 {
      unsafe reversed[byte] = (0..<8).reduce(0) { $0 | UInt8((byte >> $1 & 1) << (7 - $1)) }
    }
  }

  /// Writes `code | length << 16` for each symbol into `codes`, the code's bits in the order in which deflate sends them;
  /// 0 where the frequency is 0.
  ///
  /// At least two symbols get a code, because some readers refuse fewer; their frequencies are then raised to 1. A
  /// length is at most `limit`, a frequency at most 65,535.
  func build(
    _ frequencies: UnsafeMutablePointer<UInt32>, count: Int, limit: Int, into codes: UnsafeMutablePointer<UInt32>
  ) {
    let used = unsafe sort(frequencies, count: count)
    connect(used)
    countLengths(used, limit: limit)
    unsafe assign(used, count: count, limit: limit, into: codes)
  }

  /// Fills `sorted` with `frequency << 16 | symbol` in ascending order; returns their number.
  private func sort(_ frequencies: UnsafeMutablePointer<UInt32>, count: Int) -> Int {
    let (sorted, buckets) = unsafe (sorted, buckets)
    let last = Self.bucketCount - 1
    unsafe buckets.update(repeating: 0, count: Self.bucketCount)
    for symbol in 0..<count { unsafe buckets[min(Int(frequencies[symbol]), last)] &+= 1 }
    var symbol = 0
    while unsafe count &- Int(buckets[0]) < 2 {
      if unsafe frequencies[symbol] == 0 {
        unsafe frequencies[symbol] = 1
        unsafe buckets[0] &-= 1
        unsafe buckets[1] &+= 1
      }
      symbol &+= 1
    }
    let used = unsafe count &- Int(buckets[0])
    // Unused symbols are placed after the used ones and not read again.
    unsafe buckets[0] = UInt32(truncatingIfNeeded: used)
    var start: UInt32 = 0
    for bucket in 1..<Self.bucketCount {
      let size = unsafe buckets[bucket]
      unsafe buckets[bucket] = start
      start &+= size
    }
    let firstFrequent = unsafe Int(buckets[last])
    for symbol in 0..<count {
      let frequency = unsafe frequencies[symbol]
      let bucket = min(Int(frequency), last)
      let place = unsafe buckets[bucket]
      unsafe sorted[Int(place)] = frequency &<< 16 | UInt32(truncatingIfNeeded: symbol)
      unsafe buckets[bucket] = place &+ 1
    }
    var index = firstFrequent &+ 1
    while index < used {
      let key = unsafe sorted[index]
      var hole = index
      while hole > firstFrequent, unsafe sorted[hole &- 1] > key {
        unsafe sorted[hole] = unsafe sorted[hole &- 1]
        hole &-= 1
      }
      unsafe sorted[hole] = key
      index &+= 1
    }
    return used
  }

  /// Turns `nodes` into the inner nodes of the tree, each with the index of its parent; the root is node `used - 2`.
  private func connect(_ used: Int) {
    let (sorted, nodes) = unsafe (sorted, nodes)
    var leaf = 0
    var root = 0
    for next in 0..<used &- 1 {
      var weight: UInt32 = 0
      for _ in 0..<2 {
        let leafWeight = unsafe leaf < used ? sorted[leaf] &>> 16 : .max
        let rootWeight = unsafe root < next ? nodes[root] : .max
        if rootWeight < leafWeight {
          weight &+= rootWeight
          unsafe nodes[root] = UInt32(truncatingIfNeeded: next)
          root &+= 1
        } else {
          weight &+= leafWeight
          leaf &+= 1
        }
      }
      unsafe nodes[next] = weight
    }
  }

  /// Counts the leaves of each length, at most `limit`.
  private func countLengths(_ used: Int, limit: Int) {
    let (nodes, lengthCounts) = unsafe (nodes, lengthCounts)
    unsafe lengthCounts.update(repeating: 0, count: 32)
    unsafe lengthCounts[1] = 2
    unsafe nodes[used &- 2] = 0
    var node = used &- 3
    while node >= 0 {
      var depth = unsafe Int(nodes[Int(nodes[node])]) &+ 1
      unsafe nodes[node] = UInt32(truncatingIfNeeded: depth)
      if depth >= limit {
        depth = limit &- 1
        while unsafe lengthCounts[depth] == 0 { depth &-= 1 }
      }
      unsafe lengthCounts[depth] &-= 1
      unsafe lengthCounts[depth &+ 1] &+= 2
      node &-= 1
    }
  }

  /// Gives the rarest symbols the longest codes, then numbers the codes (RFC 1951, 3.2.2).
  private func assign(_ used: Int, count: Int, limit: Int, into codes: UnsafeMutablePointer<UInt32>) {
    let (sorted, lengthCounts, reversed) = unsafe (sorted, lengthCounts, reversed)
    unsafe codes.update(repeating: 0, count: count)
    var index = 0
    var length = limit
    while length > 0 {
      let end = unsafe index &+ Int(lengthCounts[length])
      while index < end {
        unsafe codes[Int(sorted[index] & 0xFFFF)] = UInt32(truncatingIfNeeded: length)
        index &+= 1
      }
      length &-= 1
    }
    // From here on `lengthCounts` has the next code of each length.
    var code: UInt32 = 0
    var fewer: UInt32 = 0
    for length in 1...limit {
      code = (code &+ fewer) &<< 1
      fewer = unsafe lengthCounts[length]
      unsafe lengthCounts[length] = code
    }
    for symbol in 0..<count {
      let length = unsafe codes[symbol]
      let code = unsafe lengthCounts[Int(length)]
      unsafe lengthCounts[Int(length)] = code &+ 1
      // Unused symbols have length 0; all 16 bits of their reversed code are then shifted out.
      let bits = unsafe UInt32(reversed[Int(code & 255)]) &<< 8 | UInt32(reversed[Int(code &>> 8 & 255)])
      unsafe codes[symbol] = (bits &>> (16 &- length)) | length &<< 16
    }
  }
}
