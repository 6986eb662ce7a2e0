/// Isolating run sequences (UAX #9, X10); resolves the weak characters, brackets, neutrals and levels of each.
struct BidiSequences {
  /// The level of each character.
  private(set) var levels: [UInt8]
  /// The explicit levels, which determine the sequences.
  private let explicit: [UInt8]
  private var classes: [BidiClass]
  private let original: [BidiClass]
  private let scalars: [Unicode.Scalar]
  private let base: UInt8
  private let isolateEnds: [Int]

  init(
    _ scalars: [Unicode.Scalar], _ explicit: BidiExplicitLevels, original: [BidiClass], base: UInt8,
    matches isolateEnds: [Int]
  ) {
    self.scalars = scalars
    self.original = original
    self.base = base
    self.isolateEnds = isolateEnds
    levels = explicit.levels
    self.explicit = explicit.levels
    classes = explicit.classes
  }

  mutating func resolve() {
    for indices in sequences() {
      guard let first = indices.first, let last = indices.last else { continue }
      let level = explicit[first]
      let after = original[last].isIsolateInitiator ? classes.count : last + 1
      var sequence = BidiSequence(
        classes: indices.map { classes[$0] }, original: indices.map { original[$0] },
        scalars: indices.map { scalars[$0] },
        level: level, start: Self.direction(max(level, neighbor(before: first))),
        end: Self.direction(max(level, neighbor(from: after))))
      sequence.resolve()
      for (index, `class`) in zip(indices, sequence.classes) { levels[index] = Self.level(level, `class`) }
    }
  }

  /// I1 and I2.
  private static func level(_ level: UInt8, _ class: BidiClass) -> UInt8 {
    switch (`class`, level % 2) {
    case (.r, 0): level + 1
    case (.an, 0), (.en, 0): level + 2
    case (.l, 1), (.an, 1), (.en, 1): level + 1
    default: level
    }
  }

  private static func direction(_ level: UInt8) -> BidiClass { level % 2 == 0 ? .l : .r }

  /// The level of the last character before `index` that X9 does not remove.
  private func neighbor(before index: Int) -> UInt8 {
    var i = index - 1
    while i >= 0, original[i].isRemoved { i -= 1 }
    return i >= 0 ? explicit[i] : base
  }

  /// The level of the first character from `index` on that X9 does not remove.
  private func neighbor(from index: Int) -> UInt8 {
    var i = index
    while i < levels.count, original[i].isRemoved { i += 1 }
    return i < levels.count ? explicit[i] : base
  }

  /// The indices of the characters of each sequence: level runs, joined across isolates (BD13).
  private func sequences() -> [[Int]] {
    var runs: [[Int]] = []
    var runAt: [Int: Int] = [:]
    for i in levels.indices where !original[i].isRemoved {
      if let last = runs.last?.last, explicit[last] == explicit[i] {
        runs[runs.count - 1].append(i)
      } else {
        runAt[i] = runs.count
        runs.append([i])
      }
    }
    // A run that begins with the end of an isolate continues the run that ends with its initiator.
    var continued = Set<Int>()
    for run in runs { if let last = run.last, let next = next(after: last, runAt) { continued.insert(next) } }
    var sequences: [[Int]] = []
    for index in runs.indices where !continued.contains(index) {
      var indices = runs[index]
      while let last = indices.last, let next = next(after: last, runAt) { indices += runs[next] }
      sequences.append(indices)
    }
    return sequences
  }

  private func next(after index: Int, _ runAt: [Int: Int]) -> Int? {
    guard original[index].isIsolateInitiator, isolateEnds[index] < levels.count else { return nil }
    return runAt[isolateEnds[index]]
  }
}
