@testable import PaintText

/// A case of Unicode's conformance tests of the bidirectional algorithm.
struct BidiCase {
  var scalars: [Unicode.Scalar]
  /// The given level of the paragraph; nil if the text determines it.
  var givenLevel: UInt8?
  /// The expected level of the paragraph; nil if the case does not state it.
  var paragraphLevel: UInt8?
  /// The level of each character; nil for those that rule X9 removes.
  var levels: [UInt8?]
  /// The positions of the other characters from left to right.
  var order: [Int]

  /// The cases of a line of BidiCharacterTest.txt: one, or none if the line cannot be read.
  static func ofCharacters(_ line: Substring) -> [BidiCase] {
    let fields = line.split(separator: ";", omittingEmptySubsequences: false)
    guard fields.count == 5 else { return [] }
    let scalars = fields[0].split(separator: " ").compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
    return [
      BidiCase(
        scalars: scalars, givenLevel: fields[1] == "2" ? nil : UInt8(fields[1]), paragraphLevel: UInt8(fields[2]),
        levels: fields[3].split(separator: " ").map { UInt8($0) },
        order: fields[4].split(separator: " ").compactMap { Int($0) })
    ]
  }

  /// The cases of a line of BidiTest.txt, up to three: one for each direction of the paragraph.
  ///
  /// Each class is represented by a character that has it.
  static func ofClasses(_ line: Substring, levels: [UInt8?], order: [Int]) -> [BidiCase] {
    let fields = line.split(separator: ";")
    guard fields.count == 2, let directions = UInt8(fields[1].drop { $0 == " " }, radix: 16) else { return [] }
    let scalars = fields[0].split(separator: " ").compactMap { examples[$0] }
    return [nil, 0, 1].enumerated().filter { directions & 1 << $0.offset != 0 }.map { _, level in
      BidiCase(scalars: scalars, givenLevel: level, paragraphLevel: nil, levels: levels, order: order)
    }
  }

  private static let examples: [Substring: Unicode.Scalar] = [
    "L": "a", "R": "\u{5d0}", "AL": "\u{628}", "EN": "1", "ES": "+", "ET": "$", "AN": "\u{661}", "CS": ",",
    "NSM": "\u{300}", "BN": "\u{ad}", "B": "\u{2029}", "S": "\t", "WS": " ", "ON": "!", "LRE": "\u{202a}",
    "LRO": "\u{202d}", "RLE": "\u{202b}", "RLO": "\u{202e}", "PDF": "\u{202c}", "LRI": "\u{2066}", "RLI": "\u{2067}",
    "FSI": "\u{2068}", "PDI": "\u{2069}",
  ]

  /// Nil if our paragraph agrees with the case, otherwise its result.
  var problem: String? {
    guard levels.count == scalars.count else { return "a case that was not read" }
    let paragraph = BidiParagraph(scalars, baseLevel: givenLevel)
    var seenLevels = [UInt8](repeating: .max, count: scalars.count)
    var seenOrder: [Int] = []
    for run in paragraph.runs(ofLine: 0..<scalars.count) {
      for place in run.range { seenLevels[place] = run.level }
      seenOrder += run.isRightToLeft ? run.range.reversed() : Array(run.range)
    }
    seenOrder.removeAll { levels[$0] == nil }
    let isSame = zip(levels, seenLevels).allSatisfy { $0 == nil || $0 == $1 }
    guard isSame, seenOrder == order, paragraphLevel == nil || paragraphLevel == paragraph.baseLevel else {
      return "\(self): level \(paragraph.baseLevel), levels \(seenLevels), order \(seenOrder)"
    }
    return nil
  }
}
