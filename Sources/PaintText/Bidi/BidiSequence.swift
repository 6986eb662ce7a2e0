/// One isolating run sequence: resolves weak characters (UAX #9, W1 to W7) and neutrals (N1, N2).
struct BidiSequence {
  /// The class of each character; at the end `l`, `r`, `en` or `an`.
  var classes: [BidiClass]
  /// The original classes of the characters.
  let original: [BidiClass]
  let scalars: [Unicode.Scalar]
  let level: UInt8
  /// The directions before and after the sequence (sos and eos).
  let start: BidiClass
  let end: BidiClass

  mutating func resolve() {
    resolveWeak()
    resolveBrackets()
    resolveNeutrals()
  }

  private mutating func resolveWeak() {
    // W1: marks take the class of their base character.
    var before = start
    for i in classes.indices {
      if classes[i] == .nsm { classes[i] = before == .pdi || before.isIsolateInitiator ? .on : before }
      before = classes[i]
    }
    // W2: numbers after Arabic letters; W3.
    var strong = start
    for i in classes.indices {
      switch classes[i] {
      case .l, .r, .al: strong = classes[i]
      case .en where strong == .al: classes[i] = .an
      default: break
      }
    }
    for i in classes.indices where classes[i] == .al { classes[i] = .r }
    // W4: a single separator within a number.
    for i in classes.indices.dropFirst().dropLast() where classes[i] == .es || classes[i] == .cs {
      let (before, after) = (classes[i - 1], classes[i + 1])
      if before == .en, after == .en { classes[i] = .en }
      if before == .an, after == .an, classes[i] == .cs { classes[i] = .an }
    }
    // W5, W6: terminators next to a number belong to it; other separators and terminators become neutral.
    var i = 0
    while i < classes.count {
      guard classes[i] == .et else {
        i += 1
        continue
      }
      let end = classes[i...].firstIndex { $0 != .et } ?? classes.count
      let isNumber = i > 0 && classes[i - 1] == .en || end < classes.count && classes[end] == .en
      for j in i..<end { classes[j] = isNumber ? .en : .on }
      i = end
    }
    for i in classes.indices where classes[i] == .es || classes[i] == .cs { classes[i] = .on }
    // W7: numbers after left-to-right letters.
    strong = start
    for i in classes.indices {
      if classes[i] == .l || classes[i] == .r { strong = classes[i] }
      if classes[i] == .en, strong == .l { classes[i] = .l }
    }
  }

  private mutating func resolveNeutrals() {
    let embedding: BidiClass = level % 2 == 0 ? .l : .r
    var i = 0
    while i < classes.count {
      guard classes[i].isNeutral else {
        i += 1
        continue
      }
      let end = classes[i...].firstIndex { !$0.isNeutral } ?? classes.count
      let before = i > 0 ? Self.strength(classes[i - 1]) ?? start : start
      let after = end < classes.count ? Self.strength(classes[end]) ?? self.end : self.end
      for j in i..<end { classes[j] = before == after ? before : embedding }
      i = end
    }
  }

  /// The direction of a resolved character for neutrals next to it: numbers count as right to left.
  static func strength(_ class: BidiClass) -> BidiClass? {
    switch `class` {
    case .l: .l
    case .r, .en, .an: .r
    default: nil
    }
  }
}
