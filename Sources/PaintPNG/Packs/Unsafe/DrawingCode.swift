// Unsafe: the tables of the code are made once and kept for the whole program.

/// One prefix code for all tiles of drawings, made once: it saves counting a tile's symbols and building its own code.
///
/// Drawings consist of matches with the pixel to the left (distance 4) and above (129), the bytes of soft edges, which
/// are nearly random, and the alphas 0 and 255. Measured in a batch of 10,000 scribbles on tiles after about 500, 5,000
/// and 10,000 of them: 1.07, 1.00 and 1.02 times the size of a code built for each tile, with 60 %
/// of its instructions and half of its mispredicted branches.
struct DrawingCode {
  /// The frequency of each symbol 257...285 of the lengths 3...258, in hundredths a tile.
  private static let lengthWeights: [UInt32] = [
    6_700, 2_600, 400, 100, 200, 1_300, 400, 100, 900, 400, 700, 400, 2_000, 2_000, 700, 500, 700, 450, 350, 300, 300,
    250,
    250, 250, 50, 50, 50, 50, 150,
  ]
  /// The frequency of each symbol of a distance, in hundredths a tile; those for 6,145 and more do not occur.
  private static let distanceWeights: [UInt32] = [
    10, 10, 10, 10_000, 10, 10, 10, 10, 10, 10, 50, 50, 100, 900, 9_000, 250, 100, 100, 100, 100, 100, 100, 50, 50, 10,
  ]
  /// The frequencies of the bytes 0 and 255 and of each other byte, in hundredths a tile.
  private static let zeroWeight: UInt32 = 1_500
  private static let fullWeight: UInt32 = 5_800
  private static let literalWeight: UInt32 = 200
  /// The longest code: with it a length and its extra bits take at most 17 bits.
  static let codeLimit = 12

  /// Sets the counts to the weights instead of a tile's counts.
  static func weigh(_ counts: SymbolCounts) {
    counts.clear()
    unsafe counts.literals.update(repeating: literalWeight, count: 256)
    unsafe counts.literals[0] = zeroWeight
    unsafe counts.literals[255] = fullWeight
    unsafe counts.literals[SymbolCounts.endOfBlock] = 100
    for (index, weight) in lengthWeights.enumerated() { unsafe counts.literals[257 + index] = weight }
    for (index, weight) in distanceWeights.enumerated() { unsafe counts.distances[index] = weight }
  }
}
