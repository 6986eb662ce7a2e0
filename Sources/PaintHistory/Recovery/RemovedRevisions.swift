/// The revisions that were removed deliberately, so that a row that is missing for another reason is detected.
struct RemovedRevisions {
  /// The oldest revision that is kept, and its base.
  let root: Int
  let base: Int
  private let forgotten: [ClosedRange<Int>]
  private let cut: [ClosedRange<Int>]

  /// Reads the notes of an index.
  ///
  /// - Complexity: O(notes).
  init(_ index: Index, root: Int, base: Int) throws(HistoryError) {
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

  /// Whether a revision was forgotten and is not an ancestor of the root, or was cut off after a power cut: its tiles
  /// are not visible anywhere.
  func isForgotten(_ number: Int) -> Bool { Self.contains(forgotten, number) || Self.contains(cut, number) }

  /// Whether a revision was removed deliberately; tiles of revisions below the root may still be visible.
  func isRemoved(_ number: Int) -> Bool { number < root || isForgotten(number) }

  /// Whether all of these were removed.
  func containsAll(_ ranges: [ClosedRange<Int>]) -> Bool {
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
