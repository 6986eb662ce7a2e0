/// The visual order of a line's characters (UAX #9, L1 and L2).
extension BidiParagraph {
  /// Characters of one level, in the order of the text.
  struct Run: Equatable {
    var range: Range<Int>
    var level: UInt8

    var isRightToLeft: Bool { level % 2 == 1 }
  }

  /// The runs of a line from left to right.
  func runs(ofLine line: Range<Int>) -> [Run] {
    var runs: [Run] = []
    for (index, level) in zip(line, lineLevels(line)) {
      if let last = runs.last, last.level == level {
        runs[runs.count - 1].range = last.range.lowerBound..<index + 1
      } else {
        runs.append(Run(range: index..<index + 1, level: level))
      }
    }
    guard let highest = runs.map(\.level).max(), highest > 0 else { return runs }
    // From the highest level to the lowest odd one, reverse the runs at that level or above.
    for level in stride(from: highest, to: 0, by: -1) {
      var start = 0
      while start < runs.count {
        guard runs[start].level >= level else {
          start += 1
          continue
        }
        let end = runs[start...].firstIndex { $0.level < level } ?? runs.count
        runs[start..<end].reverse()
        start = end
      }
    }
    return runs
  }

  /// The line's levels: separators, and white space before them and at the end, have the paragraph's level.
  private func lineLevels(_ line: Range<Int>) -> [UInt8] {
    var result = Array(levels[line])
    var isTrailing = true
    for index in line.reversed() {
      switch classes[index] {
      case .b, .s:
        isTrailing = true
        result[index - line.lowerBound] = baseLevel
      case .ws, .lri, .rli, .fsi, .pdi, .bn, .lre, .lro, .rle, .rlo, .pdf:
        if isTrailing { result[index - line.lowerBound] = baseLevel }
      default: isTrailing = false
      }
    }
    return result
  }
}
