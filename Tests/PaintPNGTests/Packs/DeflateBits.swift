/// Builds valid and invalid deflate streams bit by bit, as specified by RFC 1951.
struct DeflateBits {
  private(set) var bytes: [UInt8] = []
  private var used = 0

  /// The number of bits.
  var count: Int { used }

  /// Adds the lowest `count` bits of `value`, the lowest first.
  mutating func add(_ value: Int, _ count: Int) {
    for bit in 0..<count {
      if used & 7 == 0 { bytes.append(0) }
      bytes[used >> 3] |= UInt8(value >> bit & 1) << UInt8(used & 7)
      used += 1
    }
  }

  /// Adds a code, its highest bit first.
  mutating func add(_ code: (value: Int, length: Int)) {
    for bit in (0..<code.length).reversed() { add(code.value >> bit, 1) }
  }

  mutating func alignToByte() {
    while used & 7 != 0 { add(0, 1) }
  }

  /// Adds a stored block of these bytes; without bytes it is the end of a flush.
  mutating func addStored(_ content: [UInt8] = [], isLast: Bool = false) {
    add(isLast ? 1 : 0, 1)
    add(0, 2)
    alignToByte()
    add(content.count, 16)
    add(~content.count, 16)
    for byte in content { add(Int(byte), 8) }
  }

  /// The codes of symbols with these lengths (RFC 1951, 3.2.2).
  static func codes(_ lengths: [Int]) -> [(value: Int, length: Int)] {
    var next = 0
    var result = lengths.map { (value: 0, length: $0) }
    for length in 1...15 {
      next <<= 1
      for symbol in lengths.indices where lengths[symbol] == length {
        result[symbol].value = next
        next += 1
      }
    }
    return result
  }

  /// Lengths of the fixed codes for literals and distances.
  static let fixedLiterals = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
  static let fixedDistances = Array(repeating: 5, count: 32)

  static let placeOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  /// Lengths of a complete code of code lengths: 13 of 4 bits, 6 of 5.
  static let evenPlaces = (0..<19).map { $0 < 13 ? 4 : 5 }

  /// Adds the beginning of a block with dynamic codes: their numbers, and the lengths of the codes of code lengths.
  mutating func addCounts(literals: Int, distances: Int, places: [Int] = evenPlaces, isLast: Bool = false) {
    add(isLast ? 1 : 0, 1)
    add(2, 2)
    add(literals - 257, 5)
    add(distances - 1, 5)
    add(19 - 4, 4)
    for place in Self.placeOrder { add(places[place], 3) }
  }

  /// Adds the whole beginning of a block with codes of these lengths; repeats are sometimes encoded as such.
  mutating func addCodes(
    literals: [Int], distances: [Int], isLast: Bool = false, using random: inout SampleTiles.SeededNumbers
  ) {
    addCounts(literals: literals.count, distances: distances.count, isLast: isLast)
    let lengths = literals + distances
    let codes = Self.codes(Self.evenPlaces)
    var index = 0
    while index < lengths.count {
      var run = 1
      while index + run < lengths.count, lengths[index + run] == lengths[index] { run += 1 }
      let length = lengths[index]
      let takesRepeat = Int.random(in: 0..<4, using: &random) > 0
      if takesRepeat, length == 0, run >= 3 {
        run = Int.random(in: 3...min(run, 138), using: &random)
        add(codes[run > 10 ? 18 : 17])
        if run > 10 { add(run - 11, 7) } else { add(run - 3, 3) }
      } else if takesRepeat, index > 0, lengths[index - 1] == length, run >= 3 {
        run = Int.random(in: 3...min(run, 6), using: &random)
        add(codes[16])
        add(run - 3, 2)
      } else {
        run = 1
        add(codes[length])
      }
      index += run
    }
  }

  /// The lengths of a complete code with `leaves` symbols, at least 2, none longer than 15; in random order.
  static func randomLengths(leaves: Int, using random: inout SampleTiles.SeededNumbers) -> [Int] {
    var lengths = [1, 1]
    // Repeatedly splitting the newest leaf makes long codes.
    let deepens = Int.random(in: 0...3, using: &random)
    while lengths.count < leaves {
      let isNewest = Int.random(in: 0..<4, using: &random) < deepens && lengths[lengths.count - 1] < 15
      let index = isNewest ? lengths.count - 1 : Int.random(in: 0..<lengths.count, using: &random)
      if lengths[index] == 15 { continue }
      lengths[index] += 1
      lengths.append(lengths[index])
    }
    return lengths.shuffled(using: &random)
  }
}
