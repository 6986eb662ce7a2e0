/// Finds the known name that a mistyped one was most likely meant to be.
enum NearestName {
  /// The name with the fewest edits from `word`, the first of several.
  ///
  /// Nil if that is more than a third of the longer one's length, and more than one. Case does not count.
  static func nearest(to word: String, among names: some Sequence<String>) -> String? {
    let typed = Array(word.utf8.prefix(64)).map(lowercased)
    var best: (name: String, edits: Int)?
    for name in names {
      let most = min(max(1, max(typed.count, name.utf8.count) / 3), (best?.edits ?? .max) - 1)
      // Each edit changes the length by one at most, and the rest is long in coming.
      guard abs(typed.count - name.utf8.count) <= most else { continue }
      let edits = distance(typed, Array(name.utf8).map(lowercased))
      guard edits <= most else { continue }
      if edits < best?.edits ?? .max { best = (name, edits) }
    }
    return best?.name
  }

  /// `did you mean NAME?`, or nil if nothing is near.
  static func hint(for word: String, among names: some Sequence<String>) -> String? {
    nearest(to: word, among: names).map { "did you mean \($0)?" }
  }

  /// The edits from one to the other: bytes put in, left out, replaced, or two neighbours exchanged.
  ///
  /// Optimal string alignment, in time of the product of both lengths.
  static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...second.count)
    for row in 1..<(first.count + 1) {
      var current = [row]
      for column in 1..<(second.count + 1) {
        let isSame = first[row - 1] == second[column - 1]
        var edits = min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, first[row - 1] == second[column - 2], first[row - 2] == second[column - 1] {
          edits = min(edits, beforePrevious[column - 2] + 1)
        }
        current.append(edits)
      }
      beforePrevious = previous
      previous = current
    }
    return previous[second.count]
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
