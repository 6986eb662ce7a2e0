import Testing

@testable import PaintCLI
@testable import PaintTerminal

@Suite("TerminalReplies") struct TerminalRepliesTests {
  @Test("each answer is read, whatever is before, between and after them") func answers() {
    let noise = ["", "q", "\u{1b}", "\u{1b}[", "\u{1b}[A", "\u{1b}[1;2", "\u{1b}Px\u{1b}\\", "\u{1b}_\u{1b}", "é\u{0}"]
    for first in noise {
      for second in noise {
        let text =
          first + "\u{1b}_Gi=31;OK\u{1b}\\" + second + "\u{1b}P>|foot(1.16)\u{1b}\\" + first + "\u{1b}[6;18;9t" + second
          + "\u{1b}[?62;4;22c" + first
        let replies = TerminalReplies(Array(text.utf8))
        #expect(replies.hasKitty && replies.hasSixel && replies.isComplete, "\(text.debugDescription)")
        #expect(replies.name == "foot(1.16)" && replies.cell == CellSize(width: 9, height: 18))
      }
    }
  }

  @Test("a cut answer is none, and the beginning of an answer never has more than all of it") func cut() {
    let bytes = Array("\u{1b}_Gi=31;OK\u{1b}\\\u{1b}P>|iTerm2 3\u{1b}\\\u{1b}[6;18;9t\u{1b}[?62;4c".utf8)
    for end in 0..<bytes.count { #expect(!TerminalReplies(Array(bytes[..<end])).isComplete) }
    #expect(!TerminalReplies(Array(bytes[..<11])).hasKitty && TerminalReplies(Array(bytes[..<12])).hasKitty)
    #expect(TerminalReplies(bytes).isComplete)
  }

  @Test(
    "other answers mean nothing",
    arguments: [
      "\u{1b}_Gi=31;ENOENT\u{1b}\\", "\u{1b}_Gi=3;OK\u{1b}\\", "\u{1b}[6;0;9t", "\u{1b}[6;18t", "\u{1b}[6;9999;9t",
      "\u{1b}[6;99999999999999999999;9t", "\u{1b}[4;18;9t", "\u{1b}[6;-1;9t", "\u{1b}[62;4t", "\u{1b}P1$r\u{1b}\\", "",
    ])
  func others(text: String) { #expect(TerminalReplies(Array(text.utf8)) == TerminalReplies()) }

  @Test("attribute 4 alone means sixels, not the class of the terminal") func attributes() {
    #expect(!TerminalReplies(Array("\u{1b}[?4c".utf8)).hasSixel)
    #expect(!TerminalReplies(Array("\u{1b}[?62;44;14c".utf8)).hasSixel)
    #expect(TerminalReplies(Array("\u{1b}[?1;2;4c".utf8)).hasSixel)
  }

  @Test("random bytes are read to their end") func random() {
    var random = Seeded(UInt64.random(in: 0..<1_000_000))
    let letters: [UInt8] = [
      0x1b, 0x1b, 0x5b, 0x5f, 0x50, 0x5c, 0x3f, 0x34, 0x3b, 0x74, 0x63, 0x3e, 0x7c, 0x47, 0, 0xff,
    ]
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        letters.randomElement(using: &random) ?? 0
      }
      let replies = TerminalReplies(bytes)
      #expect(!replies.hasSixel || replies.isComplete)
    }
  }
}
