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
  /// The advances of the hyphens of lines that end at each index.
  private let hyphenAdvances: [Int: Double]

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
    hyphenAdvances = try Self.hyphenAdvances(in: paragraph, fonts: fonts, size: size)
  }

  private static func hyphenAdvances(
    in paragraph: TextParagraph, fonts: FontStack, size: Double
  ) throws(TextError) -> [Int: Double] {
    var advances: [Int: Double] = [:]
    var known: [Int: Double] = [:]
    for index in paragraph.scalars.indices.dropFirst() where paragraph.isSoftHyphen(index) {
      let item = paragraph.items[paragraph.firstItem(endingAfter: index - 1)]
      if let advance = known[item.font] {
        advances[index + 1] = advance
      } else if let hyphen = try paragraph.hyphen(after: index - 1, fonts: fonts) {
        let font = fonts.fonts[hyphen.font]
        let shaped = try font.shape([hyphen.character.value], 0..<1, script: item.script, isRightToLeft: false)
        let advance = shaped.reduce(0) { $0 + Double($1.advance) * size / Double(font.unitsPerEm) }
        known[item.font] = advance
        advances[index + 1] = advance
      }
    }
    return advances
  }

  /// The lines in order, without the spaces at their ends, and with a hyphen where they end at a soft hyphen.
  ///
  /// A word wider than a line is broken between clusters; a line has at least one cluster.
  func lines() throws(TextError) -> [TextLine] {
    let count = paragraph.scalars.count
    var lines: [TextLine] = []
    var start = 0
    repeat {
      // The soft hyphen before which a narrow line had to end.
      while start > 0, start + 1 < count, paragraph.isSoftHyphen(start) { start += 1 }
      var end = lastFitting(from: start)
      var line = try set(start..<end)
      if let later = nextSoftHyphen(after: end, from: start) {
        let longer = try set(start..<later)
        if longer.width <= maximumWidth { (end, line) = (later, longer) }
      }
      // A word is broken elsewhere only if it cannot be at a soft hyphen.
      if end < count, !breaks.isAllowed[end] {
        for earlier in (start + 1..<max(start + 1, end)).reversed() where breaks.isAllowed[earlier] {
          let shorter = try set(start..<earlier)
          guard shorter.width <= maximumWidth else { continue }
          (end, line) = (earlier, shorter)
          break
        }
      }
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
    let end = trimmed(range)
    guard showsHyphen(range) else {
      return try TextLine(range.lowerBound..<end, of: paragraph, size: size, fonts: fonts)
    }
    let word = range.lowerBound..<wordEnd(range)
    let hyphen = try paragraph.hyphen(after: word.upperBound - 1, fonts: fonts)
    return try TextLine(word, of: paragraph, hyphen: hyphen, size: size, fonts: fonts)
  }

  /// Whether a line ends at a soft hyphen that continues a word.
  private func showsHyphen(_ range: Range<Int>) -> Bool {
    guard range.upperBound < paragraph.scalars.count, paragraph.isSoftHyphen(range.upperBound - 1) else { return false }
    let end = wordEnd(range)
    return end > range.lowerBound && !isSpace[end - 1]
  }

  /// The end of a range without the soft hyphens at its end.
  private func wordEnd(_ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound, paragraph.isSoftHyphen(end - 1) { end -= 1 }
    return end
  }

  /// The next place to break after `end`, if it is a soft hyphen and the line up to it may fit: kerning can make its
  /// hyphen narrower, and letters on both sides of it may be one glyph, whose advance counts before it.
  private func nextSoftHyphen(after end: Int, from start: Int) -> Int? {
    var limit: Double?
    for index in min(end + 1, paragraph.scalars.count)..<paragraph.scalars.count {
      if let limit, advances[index] != limit { return nil }
      if limit == nil, advances[index] - advances[start] > maximumWidth { limit = advances[index] }
      if breaks.isAllowed[index] { return showsHyphen(start..<index) ? index : nil }
    }
    return nil
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
      if !isSpace[index - 1], !paragraph.isSoftHyphen(index - 1) { content = index }
      let isEnd = index == count
      if isEnd || breaks.isClusterStart[index] {
        let width = advances[content] - advances[start]
        let hyphen = hyphenAdvances[index].flatMap { showsHyphen(start..<index) ? $0 : nil } ?? 0
        let fits = width + hyphen <= maximumWidth
        if fits || bestCluster == nil { bestCluster = index }
        if isEnd || breaks.isAllowed[index] {
          // Without the hyphen, a longer part of the word may fit.
          if fits { best = index } else if width > maximumWidth { break }
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

  /// The end of a range without the spaces, and soft hyphens that are not shown, at its end.
  private func trimmed(_ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound, isSpace[end - 1] || paragraph.isSoftHyphen(end - 1) { end -= 1 }
    return end
  }
}
