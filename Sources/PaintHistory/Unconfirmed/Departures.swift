/// What the index says is rightly not in it any more: so a row that is missing for another reason is noticed.
struct Departures {
  /// The oldest revision that is kept, and the revision before which nothing shows at it.
  let root: Int
  let base: Int
  private let forgotten: [ClosedRange<Int>]
  private let cut: [ClosedRange<Int>]

  /// Reads the notes of an index.
  ///
  /// - Complexity: O(notes).
  init(_ index: Index, root: Int, base: Int) throws(DatabaseError) {
    self.root = root
    self.base = base
    var forgotten: [ClosedRange<Int>] = []
    var cut: [ClosedRange<Int>] = []
    for note in try index.notes(after: 0) {
      guard case .note(let record)? = PackRecord(note.text) else { continue }
      switch record.change {
      case .root(_, let ranges): forgotten += ranges
      case .cut(let numbers): cut.append(numbers)
      default: break
      }
    }
    self.forgotten = NumberRanges.union(forgotten, [])
    self.cut = NumberRanges.union(cut, [])
  }

  /// Whether a revision was forgotten as no ancestor of the root, or lost in a power cut: its tiles show nowhere.
  func isForgotten(_ number: Int) -> Bool { Self.contains(forgotten, number) || Self.contains(cut, number) }

  /// Whether a revision is rightly not kept; tiles of those below the root may show still.
  func isGone(_ number: Int) -> Bool { number < root || isForgotten(number) }

  /// Whether all of these are known not to be kept.
  func cover(_ ranges: [ClosedRange<Int>]) -> Bool {
    let gone = NumberRanges.union(forgotten + cut, root > 0 ? [0...root - 1] : [])
    return ranges.allSatisfy { range in
      gone.contains { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound }
    }
  }

  private static func contains(_ ranges: [ClosedRange<Int>], _ number: Int) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < number { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(number)
  }
}
