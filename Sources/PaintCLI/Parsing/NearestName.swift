/// Finds the known name that is most similar to a mistyped one.
enum NearestName {
  /// The name with the smallest edit distance to `word`; of several the one that begins most like it, then the first.
  ///
  /// Nil if the distance is above 1 and above a third of the longer word's length, or if nothing of a word is left.
  /// Case is ignored.
  static func nearest(to word: String, among names: some Sequence<String>) -> String? {
    let typed = Array(word.utf8.prefix(64)).map(lowercased)
    var best: (name: String, edits: Int, alike: Int)?
    for name in names {
      let most = min(max(1, max(typed.count, name.utf8.count) / 3), best?.edits ?? .max)
      // Each edit changes the length by at most one; computing the distance is expensive.
      guard abs(typed.count - name.utf8.count) <= most else { continue }
      let known = Array(name.utf8).map(lowercased)
      let edits = distance(typed, known)
      guard edits <= most, edits < max(typed.count, name.utf8.count) else { continue }
      let alike = zip(typed, known).prefix { $0 == $1 }.count
      guard let found = best, found.edits == edits, found.alike >= alike else {
        best = (name, edits, alike)
        continue
      }
    }
    return best?.name
  }

  /// `did you mean NAME?`; nil if no name is similar.
  static func hint(for word: String, among names: some Sequence<String>) -> String? {
    nearest(to: word, among: names).map { "did you mean \($0)?" }
  }

  /// The shortest name that begins with `word`, of several the first; nil for a word of less than two letters.
  ///
  /// Case is ignored.
  static func begun(with word: String, among names: some Sequence<String>) -> String? {
    let typed = word.utf8.map(lowercased)
    guard typed.count > 1 else { return nil }
    return names.filter { $0.utf8.lazy.map(lowercased).starts(with: typed) }.min { $0.utf8.count < $1.utf8.count }
  }

  /// The edit distance: bytes inserted, deleted or replaced, or two neighbours exchanged.
  ///
  /// Optimal string alignment.
  ///
  /// - Complexity: O(product of both lengths).
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
