import CTextLibraries

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
  let codes: [UInt32]
  let bidi: BidiParagraph
  private(set) var items: [Item] = []
  /// Whether a cluster begins at each character.
  private(set) var isClusterStart: [Bool]
  /// Characters that no font has.
  private(set) var missing: [Unicode.Scalar] = []

  init(_ text: some StringProtocol, fonts: FontStack) {
    scalars = Array(text.unicodeScalars)
    codes = scalars.map(\.value)
    bidi = BidiParagraph(scalars)
    isClusterStart = [Bool](repeating: false, count: scalars.count)
    let scripts = Self.scripts(codes)
    var place = 0
    var previous: Int?
    for character in text {
      let cluster = Array(character.unicodeScalars)
      isClusterStart[place] = true
      let found = fonts.font(for: cluster, preferred: previous)
      if found == nil { missing += cluster.filter { !FontStack.isUnseen($0) } }
      let font = found ?? 0
      previous = font
      for _ in cluster {
        if let last = items.last, last.script == scripts[place], last.font == font {
          items[items.count - 1].range = last.range.lowerBound..<place + 1
        } else {
          items.append(Item(range: place..<place + 1, script: scripts[place], font: font))
        }
        place += 1
      }
    }
  }

  /// The parts of a line from left to right, each of one script, font and direction.
  func parts(ofLine line: Range<Int>) -> [(item: Item, isRightToLeft: Bool)] {
    var parts: [(Item, Bool)] = []
    for run in bidi.runs(ofLine: line) {
      let first = firstItem(endingBehind: run.range.lowerBound)
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

  /// The index of the item that contains the character at `place`.
  private func firstItem(endingBehind place: Int) -> Int {
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low + high) / 2
      if items[middle].range.upperBound <= place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Scripts; characters common to all scripts take that of the preceding character, or of the next one at the
  /// beginning.
  private static func scripts(_ codes: [UInt32]) -> [UInt32] {
    var scripts = codes.map(ctl_script)
    var current = scripts.first { !isShared($0) } ?? common
    for place in scripts.indices {
      if isShared(scripts[place]) { scripts[place] = current } else { current = scripts[place] }
    }
    return scripts
  }

  private static let common: UInt32 = 0x5a79_7979  // Zyyy
  private static let inherited: UInt32 = 0x5a69_6e68  // Zinh

  private static func isShared(_ script: UInt32) -> Bool { script == common || script == inherited }
}
