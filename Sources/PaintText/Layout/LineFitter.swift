/// Breaks a paragraph into lines that are not wider than a maximum.
struct LineFitter {
  private let paragraph: TextParagraph
  private let fonts: FontStack
  private let size: Double
  private let maximumWidth: Double
  private let breaks: LineBreaks
  private let isSpace: [Bool]
  /// The total advance of all characters before each index, as shaped in the whole paragraph.
  private var advances: [Double]
  /// The minimum of those from each index on: if it is too wide, no later break fits.
  private let leastAhead: [Double]

  init(_ paragraph: TextParagraph, fonts: FontStack, size: Double, maximumWidth: Double) throws(TextError) {
    self.paragraph = paragraph
    self.fonts = fonts
    self.size = size
    self.maximumWidth = maximumWidth
    isSpace = paragraph.scalars.map { LineBreakClass($0) == .space }
    breaks = LineBreaks(paragraph.scalars, isClusterStart: paragraph.isClusterStart)
    var own = [Double](repeating: 0, count: paragraph.scalars.count)
    for (item, isRightToLeft) in paragraph.parts(ofLine: 0..<own.count) {
      let font = fonts.fonts[item.font]
      let scale = size / Double(font.unitsPerEm)
      let shaped = try font.shape(paragraph.codePoints, item.range, script: item.script, isRightToLeft: isRightToLeft)
      for glyph in shaped { own[glyph.cluster] += Double(glyph.advance) * scale }
    }
    advances = [0]
    advances.reserveCapacity(own.count + 1)
    for advance in own { advances.append(advances[advances.count - 1] + advance) }
    // Marks can have negative advances, so later indices need not be farther right.
    var leastAhead = advances
    for index in leastAhead.indices.dropLast().reversed() {
      leastAhead[index] = min(leastAhead[index], leastAhead[index + 1])
    }
    self.leastAhead = leastAhead
  }

  /// The lines in order, without the spaces at their ends.
  ///
  /// A word wider than a line is broken between clusters; a line has at least one cluster.
  func lines() throws(TextError) -> [TextLine] {
    let count = paragraph.scalars.count
    var lines: [TextLine] = []
    var start = 0
    repeat {
      var end = lastFitting(from: start)
      var line = try set(start..<end)
      // Shaped separately, a line can be wider than as a part of the paragraph, where letters joined or were kerned.
      while line.width > maximumWidth, let earlier = earlierEnd(than: end, from: start) {
        end = earlier
        line = try set(start..<end)
      }
      lines.append(line)
      start = end
    } while start < count
    return lines
  }

  private func set(_ range: Range<Int>) throws(TextError) -> TextLine {
    try TextLine(range.lowerBound..<trimmed(range), of: paragraph, size: size, fonts: fonts)
  }

  /// The last index where a line that begins at `start` can end.
  private func lastFitting(from start: Int) -> Int {
    let count = paragraph.scalars.count
    var best: Int?
    var bestCluster: Int?
    // The index after the last character that is not a space.
    var content = start
    var index = start + 1
    while index <= count {
      if !isSpace[index - 1] { content = index }
      let isEnd = index == count
      if isEnd || breaks.isClusterStart[index] {
        let fits = advances[content] - advances[start] <= maximumWidth
        if fits || bestCluster == nil { bestCluster = index }
        if isEnd || breaks.isAllowed[index] {
          if fits { best = index } else { break }
        }
        // So a long word is not searched to its end for each of its lines.
        if !fits, bestCluster != nil, leastAhead[index] - advances[start] > maximumWidth { break }
      }
      index += 1
    }
    return best ?? bestCluster ?? count
  }

  /// The last index before `end` where a line that begins at `start` can end: a break opportunity if there is one,
  /// otherwise a cluster boundary; nil if there is neither.
  private func earlierEnd(than end: Int, from start: Int) -> Int? {
    let indices = (start + 1..<max(start + 1, end)).reversed()
    return indices.first { breaks.isAllowed[$0] } ?? indices.first { breaks.isClusterStart[$0] }
  }

  /// The end of a range without the spaces at its end.
  private func trimmed(_ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound, isSpace[end - 1] { end -= 1 }
    return end
  }
}
