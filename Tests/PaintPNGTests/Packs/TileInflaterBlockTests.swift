import Testing

@testable import PaintPNG

/// Blocks written bit by bit: each rule by which zlib refuses one, and codes that no compressor makes.
@Suite("TileInflater, blocks")
struct TileInflaterBlockTests {
  private typealias Outcome = TileInflater.Outcome

  /// Checks the outcome for the bits, and that zlib has the same.
  private func check(_ bits: DeflateBits, _ expected: Outcome, _ comment: Comment) {
    let trial = InflaterTrial()
    #expect(trial.ours(bits.bytes).outcome == expected, comment)
    #expect(trial.difference(bits.bytes) == nil, comment)
  }

  /// Lengths that are 0 except for these symbols.
  private func lengths(_ count: Int, _ some: [Int: Int]) -> [Int] { (0..<count).map { some[$0] ?? 0 } }

  /// A block with codes of these lengths, followed only by 64 zeros.
  private func described(_ literals: [Int], _ distances: [Int]) -> DeflateBits {
    var random = SampleTiles.SeededNumbers(seed: 1)
    var bits = DeflateBits()
    bits.addCodes(literals: literals, distances: distances, using: &random)
    bits.add(0, 64)
    return bits
  }

  /// A block of a tile's bytes, all 7, with codes of these lengths, then `tail` and a flush.
  private func sevens(
    _ literals: [Int], _ distances: [Int], count: Int = 4_128, _ tail: (inout DeflateBits) -> Void = { _ in }
  ) -> DeflateBits {
    var random = SampleTiles.SeededNumbers(seed: 1)
    var bits = DeflateBits()
    bits.addCodes(literals: literals, distances: distances, using: &random)
    let codes = DeflateBits.codes(literals)
    for _ in 0..<count { bits.add(codes[7]) }
    tail(&bits)
    bits.add(codes[256])
    bits.addStored()
    return bits
  }

  @Test("a block of the type that deflate does not have is refused")
  func kind() {
    var bits = DeflateBits()
    bits.add(6, 3)
    bits.add(0, 61)
    check(bits, .noStream, "kind 3")
  }

  @Test("more than 286 literals or 30 distances are refused")
  func symbolCounts() {
    for (literals, distances) in [(287, 1), (288, 1), (257, 31), (257, 32), (288, 32)] {
      var bits = DeflateBits()
      bits.addCounts(literals: literals, distances: distances)
      bits.add(0, 64)
      check(bits, .noStream, "\(literals), \(distances)")
    }
  }

  @Test("invalid codes of code lengths are refused")
  func codesOfLengths() {
    let cases: [([Int: Int], Outcome, Comment)] = [
      ([0: 1, 1: 1, 2: 1], .noStream, "too many"), ([0: 1], .noStream, "a single one"),
      ([0: 1, 1: 2], .noStream, "too few"), ([:], .noStream, "none"), ([0: 7, 1: 7], .noStream, "two of seven bits"),
    ]
    for (places, expected, comment) in cases {
      var bits = DeflateBits()
      bits.addCounts(literals: 257, distances: 1, places: lengths(19, places))
      bits.add(0, 300)
      check(bits, expected, comment)
    }
    var short = DeflateBits()
    short.addCounts(literals: 257, distances: 1, places: lengths(19, [:]))
    short.add(0, 200)
    check(short, .length(0), "none, and fewer bits than lengths")
  }

  @Test("repeats before the first length and after the last are refused")
  func repeats() {
    let codes = DeflateBits.codes(DeflateBits.evenPlaces)
    var bits = DeflateBits()
    bits.addCounts(literals: 257, distances: 1)
    bits.add(codes[16])
    bits.add(0, 64)
    check(bits, .noStream, "repeats nothing")
    // After 255 zeros: 255 and 256 have a code of one bit, and the repeat is for lengths of distances.
    for (symbol, extra, distances) in [(16, 2, 2), (17, 3, 3), (18, 7, 11)] {
      for tooMany in [0, 1] {
        var bits = DeflateBits()
        bits.addCounts(literals: 257, distances: distances - tooMany)
        for _ in 0..<255 { bits.add(codes[0]) }
        bits.add(codes[1])
        if symbol > 16 { bits.add(codes[1]) }
        bits.add(codes[symbol])
        bits.add(0, extra)
        let before = bits.count
        bits.add(0, 64)
        let literals = bits.bytes.count * 8 - before
        check(bits, tooMany == 0 ? .length(literals) : .noStream, "\(symbol), \(tooMany) too many")
      }
    }
  }

  @Test("a block without an end is refused")
  func noEnd() {
    check(described(lengths(257, [0: 1, 1: 1]), [1]), .noStream, "no code for 256")
  }

  @Test("invalid codes of literals are refused, except a single end of the block")
  func literals() {
    check(described(lengths(257, [0: 1, 1: 1, 256: 1]), [1]), .noStream, "too many")
    check(described(lengths(257, [0: 2, 256: 2]), [1]), .noStream, "too few")
    check(described(lengths(257, [256: 2]), [1]), .noStream, "one of two bits")
    var random = SampleTiles.SeededNumbers(seed: 1)
    var bits = DeflateBits()
    bits.addCodes(literals: lengths(257, [256: 1]), distances: [1], using: &random)
    var other = bits
    bits.add(0, 1)
    bits.addStored()
    check(bits, .length(0), "the end alone")
    other.add(1, 1)
    other.addStored()
    check(other, .noStream, "the bit that is no code")
  }

  @Test("invalid codes of distances are refused, except a single one, or none without matches")
  func distances() {
    let literals = lengths(258, [7: 2, 256: 2, 257: 1])
    let codes = DeflateBits.codes(literals)
    check(described(literals, [1, 1, 1]), .noStream, "too many")
    check(described(literals, [2]), .noStream, "one of two bits")
    check(described(literals, [2, 2]), .noStream, "two of two bits")
    check(sevens(literals, [0]), .tile, "none")
    check(sevens(literals, [0, 0, 0]), .tile, "none of three")
    let ending: (inout DeflateBits) -> Void = { $0.add(codes[257]) }
    check(sevens(literals, [0], count: 4_125, ending), .noStream, "none, and a match")
    check(
      sevens(literals, [1], count: 4_125) {
        $0.add(codes[257]); $0.add(0, 1)
      }, .tile, "one, and a match")
    check(
      sevens(literals, [0, 0, 1], count: 4_125) {
        $0.add(codes[257]); $0.add(0, 1)
      }, .tile, "one, of distance 3")
    check(
      sevens(literals, [1], count: 4_125) {
        $0.add(codes[257]); $0.add(1, 1)
      }, .noStream, "the bit that is none")
  }

  @Test("a match that begins before the tile is refused")
  func lookBack() {
    let literals = lengths(258, [7: 2, 256: 2, 257: 1])
    let codes = DeflateBits.codes(literals)
    for before in [0, 1, 2, 3, 40] {
      for distance in 1...4 {
        let bits = sevens(literals, [2, 2, 2, 2], count: before) { bits in
          bits.add(codes[257])
          bits.add(DeflateBits.codes([2, 2, 2, 2])[distance - 1])
          for _ in 0..<4_128 - 3 - before { bits.add(codes[7]) }
        }
        check(bits, distance <= before ? .tile : .noStream, "\(before) bytes before, distance \(distance)")
      }
    }
  }

  @Test("fixed symbols without a meaning are refused")
  func fixedSymbols() {
    let literals = DeflateBits.codes(DeflateBits.fixedLiterals)
    let distances = DeflateBits.codes(DeflateBits.fixedDistances)
    for symbol in [286, 287] {
      for before in [0, 100] {
        var bits = DeflateBits()
        bits.add(2, 3)
        for _ in 0..<before { bits.add(literals[7]) }
        bits.add(literals[symbol])
        bits.add(0, 100)
        check(bits, .noStream, "literal \(symbol) behind \(before)")
      }
    }
    for (symbol, expected) in [(0, Outcome.tile), (30, .noStream), (31, .noStream)] {
      var bits = DeflateBits()
      bits.add(2, 3)
      for _ in 0..<4_125 { bits.add(literals[7]) }
      bits.add(literals[257])
      bits.add(distances[symbol])
      bits.add(literals[256])
      bits.addStored()
      check(bits, expected, "distance \(symbol)")
    }
  }

  @Test("a stored block whose length does not match its complement is refused")
  func stored() {
    for bit in 0..<32 {
      var bits = DeflateBits()
      bits.addStored(Array(repeating: 7, count: 4_128))
      bits.addStored()
      check(bits, .tile, "undamaged")
      var bytes = bits.bytes
      bytes[1 + bit / 8] ^= 1 << UInt8(bit & 7)
      let trial = InflaterTrial()
      #expect(trial.ours(bytes).outcome == .noStream, "bit \(bit)")
      #expect(trial.difference(bytes) == nil, "bit \(bit)")
    }
  }

  @Test("a block may end the tile without a flush if it ends on a byte boundary")
  func borders() {
    let literals = lengths(257, [7: 1, 256: 1])
    for padding in 0..<8 {
      var bits = DeflateBits()
      for _ in 0..<padding {
        // Ten bits without data: an empty block with fixed codes.
        bits.add(2, 3)
        bits.add(0, 7)
      }
      var random = SampleTiles.SeededNumbers(seed: 1)
      bits.addCodes(literals: literals, distances: [0], using: &random)
      for _ in 0..<4_128 { bits.add(0, 1) }
      bits.add(1, 1)
      check(bits, bits.count % 8 == 0 ? .tile : .unflushed, "\(padding) empty blocks, \(bits.count) bits")
    }
  }
}
