/// Parts a paragraph into lines that are not wider than a width.
struct LineFitter {
  private let paragraph: TextParagraph
  private let fonts: FontStack
  private let size: Double
  private let maximumWidth: Double
  private let breaks: LineBreaks
  private let isSpace: [Bool]
  /// The advance of all characters before each place, as they stand in the whole paragraph.
  private var advances: [Double]
  /// The least of those from each place on: where it is too much, no later place fits.
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
      let shaped = try font.shape(paragraph.codes, item.range, script: item.script, isRightToLeft: isRightToLeft)
      for glyph in shaped { own[glyph.cluster] += Double(glyph.advance) * scale }
    }
    advances = [0]
    advances.reserveCapacity(own.count + 1)
    for advance in own { advances.append(advances[advances.count - 1] + advance) }
    // Marks may take room back, so later places need not lie farther right.
    var leastAhead = advances
    for place in leastAhead.indices.dropLast().reversed() {
      leastAhead[place] = min(leastAhead[place], leastAhead[place + 1])
    }
    self.leastAhead = leastAhead
  }

  /// The lines in their order; spaces at their ends are left out.
  ///
  /// A word wider than all of a line is parted between clusters; a line has one cluster at least.
  func lines() throws(TextError) -> [TextLine] {
    let count = paragraph.scalars.count
    var lines: [TextLine] = []
    var start = 0
    repeat {
      var end = lastFitting(from: start)
      var line = try set(start..<end)
      // Set by itself a line may be wider than as a part of the whole, where letters joined or were kerned.
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

  /// The last place where a line that begins at `start` may end.
  private func lastFitting(from start: Int) -> Int {
    let count = paragraph.scalars.count
    var best: Int?
    var bestCluster: Int?
    // Behind the last character that is no space.
    var content = start
    var place = start + 1
    while place <= count {
      if !isSpace[place - 1] { content = place }
      let isEnd = place == count
      if isEnd || breaks.isClusterStart[place] {
        let fits = advances[content] - advances[start] <= maximumWidth
        if fits || bestCluster == nil { bestCluster = place }
        if isEnd || breaks.isAllowed[place] {
          if fits { best = place } else { break }
        }
        // A long word is not looked through to its end for each of its lines.
        if !fits, bestCluster != nil, leastAhead[place] - advances[start] > maximumWidth { break }
      }
      place += 1
    }
    return best ?? bestCluster ?? count
  }

  /// The place before `end` where a line may end that begins at `start`: of those at which it should, else of those
  /// between two clusters; nil where there is none.
  private func earlierEnd(than end: Int, from start: Int) -> Int? {
    let places = (start + 1..<max(start + 1, end)).reversed()
    return places.first { breaks.isAllowed[$0] } ?? places.first { breaks.isClusterStart[$0] }
  }

  /// The end of a range without the spaces at its end.
  private func trimmed(_ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound, isSpace[end - 1] { end -= 1 }
    return end
  }
}
