/// The revisions in depth-first order, so that ancestry is a comparison of positions.
struct TreeOrder {
  /// All numbers in ascending order.
  let numbers: [Int]
  private var positions: [Int: (first: Int, end: Int)] = [:]

  /// Orders revisions whose parents are among them.
  ///
  /// - Complexity: O(n log n).
  init(_ revisions: [Int: RebuiltRevision]) {
    numbers = revisions.keys.sorted()
    var sizes: [Int: Int] = [:]
    // A child's number is greater than its parent's: in descending order every child comes before its parent.
    for number in numbers.reversed() {
      let size = sizes[number, default: 0] + 1
      sizes[number] = size
      if let parent = revisions[number]?.parent { sizes[parent, default: 0] += size }
    }
    var next: [Int: Int] = [:]
    var root = 0
    for number in numbers {
      let size = sizes[number] ?? 1
      let first: Int
      if let parent = revisions[number]?.parent {
        first = next[parent] ?? 0
        next[parent] = first + size
      } else {
        first = root
        root += size
      }
      positions[number] = (first, first + size)
      next[number] = first + 1
    }
  }

  /// The position of a revision in the order; all its descendants come after it.
  func position(of number: Int) -> Int { positions[number]?.first ?? 0 }

  /// Whether the first revision is an ancestor of the second one, or the same.
  func isAncestor(_ first: Int, of second: Int) -> Bool {
    guard let outer = positions[first], let inner = positions[second] else { return false }
    return outer.first <= inner.first && inner.first < outer.end
  }
}
