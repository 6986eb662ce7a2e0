/// Soft hyphens: invisible, except that a line which ends at one ends with a visible hyphen.
extension TextParagraph {
  /// The visible hyphen of a line.
  struct Hyphen: Equatable {
    var character: Unicode.Scalar
    /// The font's index in its stack.
    var font: Int
  }

  /// A part of a line as it is shaped.
  struct Part {
    /// The characters around it, and its range in them.
    var text: [UInt32]
    var range: Range<Int>
    var script: UInt32
    var font: Int
    var isRightToLeft: Bool
  }

  /// Whether a character is a soft hyphen.
  func isSoftHyphen(_ index: Int) -> Bool { codePoints[index] == 0xad }

  /// The hyphen of a line whose last character is at `index`: U+2010 or, in fonts without it, the hyphen-minus; nil if
  /// no font has one.
  func hyphen(after index: Int, fonts: FontStack) throws(TextError) -> Hyphen? {
    let characters: [Unicode.Scalar] = ["\u{2010}", "-"]
    let own = items[firstItem(endingAfter: index)].font
    for character in characters where fonts.fonts[own].glyph(of: character) != 0 {
      return Hyphen(character: character, font: own)
    }
    for character in characters {
      if let font = try fonts.font(for: [character], preferred: nil) { return Hyphen(character: character, font: font) }
    }
    return nil
  }

  /// The parts of a line from left to right, each of one script, font and direction; the hyphen continues the last
  /// character, in its direction and kerned with it.
  func parts(ofLine line: Range<Int>, hyphen: Hyphen?) -> [Part] {
    var parts: [Part] = []
    for (item, isRightToLeft) in self.parts(ofLine: line) {
      var part = Part(
        text: codePoints, range: item.range, script: item.script, font: item.font, isRightToLeft: isRightToLeft)
      guard let hyphen, item.range.upperBound == line.upperBound else {
        parts.append(part)
        continue
      }
      // HarfBuzz looks at five characters before and after a part.
      let start = max(item.range.lowerBound - 5, 0)
      let after = codePoints[line.upperBound...].prefix(5)
      part.text = codePoints[start..<line.upperBound] + [hyphen.character.value] + after
      let (first, end) = (item.range.lowerBound - start, line.upperBound - start)
      part.range = first..<end + 1
      if hyphen.font == item.font {
        parts.append(part)
        continue
      }
      var last = part
      part.range = first..<end
      last.range = end..<end + 1
      last.font = hyphen.font
      parts += isRightToLeft ? [last, part] : [part, last]
    }
    return parts
  }
}
