/// Bracket pairs (UAX #9, N0): both brackets take the direction of their content or of the preceding text.
extension BidiSequence {
  mutating func resolveBrackets() {
    let pairs = bracketPairs()
    guard !pairs.isEmpty else { return }
    let embedding: BidiClass = level % 2 == 0 ? .l : .r
    for (opening, closing) in pairs {
      var holdsOpposite = false
      var holdsEmbedding = false
      for index in opening + 1..<closing {
        guard let strength = Self.strength(classes[index]) else { continue }
        if strength == embedding {
          holdsEmbedding = true
          break
        }
        holdsOpposite = true
      }
      if holdsEmbedding {
        set(opening, closing, to: embedding)
      } else if holdsOpposite {
        let before = classes[..<opening].lazy.reversed().compactMap(Self.strength).first ?? start
        set(opening, closing, to: before)
      }
    }
  }

  private mutating func set(_ opening: Int, _ closing: Int, to class: BidiClass) {
    for index in [opening, closing] {
      classes[index] = `class`
      // Marks on a bracket take its class.
      var mark = index + 1
      while mark < classes.count, original[mark] == .nsm {
        classes[mark] = `class`
        mark += 1
      }
    }
  }

  /// The pairs, sorted by their opening brackets (BD16).
  private func bracketPairs() -> [(opening: Int, closing: Int)] {
    var open: [(closing: UInt32, index: Int)] = []
    var pairs: [(opening: Int, closing: Int)] = []
    search: for index in classes.indices where classes[index] == .on {
      switch BidiBracket(scalars[index]) {
      case .opening(let closing):
        // More than 63 open brackets end the search.
        if open.count == 63 { break search }
        open.append((closing, index))
      case .closing(let code):
        guard let match = open.lastIndex(where: { $0.closing == code }) else { continue }
        pairs.append((open[match].index, index))
        open.removeSubrange(match...)
      case nil: continue
      }
    }
    return pairs.sorted { $0.opening < $1.opening }
  }
}
