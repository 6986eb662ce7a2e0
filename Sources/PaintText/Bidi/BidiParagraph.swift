/// The embedding levels of a paragraph by all rules of the Unicode bidirectional algorithm (UAX #9).
///
/// Levels are those of P1 to I2; a line's own levels and the visual order of its runs come from `runs(ofLine:)`.
///
/// Compared with libfribidi 1.0.8, that of Debian 12, which could replace this folder. Both pass Unicode's tests,
/// BidiTest and BidiCharacterTest of Unicode 15 (`BidiConformanceTests`). But libfribidi has the classes of Unicode 10,
/// which differ from Unicode 15 for 1,170 characters, and lacks eight brackets; and it reads freed memory, and crashes,
/// in two of eight texts of 10,000 random characters, brackets, embeddings and isolates (one is in
/// `BidiParagraphTests`).
struct BidiParagraph {
  /// The level of the paragraph: 0 is left to right, 1 right to left.
  let baseLevel: UInt8
  /// The level of each character; even levels are left to right.
  private(set) var levels: [UInt8]
  /// The original classes of the characters.
  let classes: [BidiClass]

  /// The maximum level of embeddings (BD2).
  static let maximumDepth: UInt8 = 125

  /// Resolves the characters of one paragraph, which may end with its separator.
  ///
  /// The paragraph's level is `baseLevel`, or if that is nil the level of its first strong character.
  ///
  /// - Complexity: linear in the characters, except for brackets: each is searched for among at most 63 open ones.
  init(_ scalars: [Unicode.Scalar], baseLevel givenLevel: UInt8? = nil) {
    classes = scalars.map(BidiClass.init)
    let matches = Self.isolateEnds(classes)
    baseLevel = givenLevel ?? Self.firstStrong(classes, in: 0..<classes.count, matches) ?? 0
    levels = []
    // Most text has only one direction, that of its first strong character.
    if baseLevel == 0, !classes.contains(where: { Self.needsRules($0) }) {
      levels = [UInt8](repeating: baseLevel, count: classes.count)
      return
    }
    var explicit = BidiExplicitLevels(classes: classes, base: baseLevel, matches: matches)
    explicit.resolve()
    var sequences = BidiSequences(scalars, explicit, original: classes, base: baseLevel, matches: matches)
    sequences.resolve()
    levels = sequences.levels
    // Characters removed by X9 take the level of the preceding character.
    for i in levels.indices where classes[i].isRemoved { levels[i] = i == 0 ? baseLevel : levels[i - 1] }
  }

  /// Whether a character of the class can have a level other than 0.
  private static func needsRules(_ class: BidiClass) -> Bool {
    switch `class` {
    case .r, .al, .an, .lre, .lro, .rle, .rlo, .lri, .rli, .fsi: true
    default: false
    }
  }

  /// For each isolate initiator the index of its end, `count` if it has none; -1 for all other characters (BD9).
  static func isolateEnds(_ classes: [BidiClass]) -> [Int] {
    var ends = [Int](repeating: -1, count: classes.count)
    var open: [Int] = []
    for (i, `class`) in classes.enumerated() {
      if `class`.isIsolateInitiator {
        ends[i] = classes.count
        open.append(i)
      } else if `class` == .pdi, let start = open.popLast() {
        ends[start] = i
      }
    }
    return ends
  }

  /// The level of the first strong character outside of isolates (P2, P3); nil if there is none.
  static func firstStrong(_ classes: [BidiClass], in range: Range<Int>, _ isolateEnds: [Int]) -> UInt8? {
    var i = range.lowerBound
    while i < range.upperBound {
      switch classes[i] {
      case .l: return 0
      case .r, .al: return 1
      case .lri, .rli, .fsi: i = isolateEnds[i]
      default: break
      }
      i += 1
    }
    return nil
  }
}
