import CLibraries

/// A paragraph split into items: its directions, scripts and fonts, and its cluster boundaries.
struct TextParagraph {
  /// Characters of one script in one font.
  struct Item: Equatable {
    var range: Range<Int>
    /// The ISO 15924 tag.
    var script: UInt32
    /// The font's index in its stack.
    var font: Int
  }

  let scalars: [Unicode.Scalar]
  /// The characters' code points, as HarfBuzz takes them.
  let codePoints: [UInt32]
  let bidi: BidiParagraph
  private(set) var items: [Item] = []
  /// Whether a cluster begins at each character.
  private(set) var isClusterStart: [Bool]
  /// Characters that no font has.
  private(set) var missing: [Unicode.Scalar] = []

  init(_ text: some StringProtocol, fonts: FontStack) throws(TextError) {
    scalars = Array(text.unicodeScalars)
    codePoints = scalars.map(\.value)
    bidi = BidiParagraph(scalars)
    isClusterStart = [Bool](repeating: false, count: scalars.count)
    let scripts = Self.scripts(codePoints)
    var index = 0
    var previous: Int?
    for character in text {
      let cluster = Array(character.unicodeScalars)
      isClusterStart[index] = true
      let found = try fonts.font(for: cluster, preferred: previous)
      if found == nil { missing += cluster.filter { !FontStack.isIgnorable($0) } }
      let font = found ?? 0
      previous = font
      for _ in cluster {
        if let last = items.last, last.script == scripts[index], last.font == font {
          items[items.count - 1].range = last.range.lowerBound..<index + 1
        } else {
          items.append(Item(range: index..<index + 1, script: scripts[index], font: font))
        }
        index += 1
      }
    }
  }

  /// The parts of a line from left to right, each of one script, font and direction.
  func parts(ofLine line: Range<Int>) -> [(item: Item, isRightToLeft: Bool)] {
    var parts: [(Item, Bool)] = []
    for run in bidi.runs(ofLine: line) {
      let first = firstItem(endingAfter: run.range.lowerBound)
      var inside: [(Item, Bool)] = []
      for item in items[first...] {
        let range = item.range.clamped(to: run.range)
        if range.isEmpty { break }
        inside.append((Item(range: range, script: item.script, font: item.font), run.isRightToLeft))
      }
      parts += run.isRightToLeft ? inside.reversed() : inside
    }
    return parts
  }

  /// The index of the item that contains the character at `index`.
  func firstItem(endingAfter index: Int) -> Int {
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low + high) / 2
      if items[middle].range.upperBound <= index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Scripts; characters common to all scripts take that of the preceding character, or of the next one at the
  /// beginning.
  private static func scripts(_ codePoints: [UInt32]) -> [UInt32] {
    var scripts = codePoints.map(ctl_script)
    var current = scripts.first { !isShared($0) } ?? common
    for index in scripts.indices {
      if isShared(scripts[index]) { scripts[index] = current } else { current = scripts[index] }
    }
    return scripts
  }

  private static let common: UInt32 = 0x5a79_7979  // Zyyy
  private static let inherited: UInt32 = 0x5a69_6e68  // Zinh

  private static func isShared(_ script: UInt32) -> Bool { script == common || script == inherited }
}
