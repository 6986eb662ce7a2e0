import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintHistory

@Suite("PackRecord")
struct PackRecordTests {
  private static let texts = [
    "", " ", "Pencil", "a\\nb", "a\nb", "\r\n", "\n\nrevision 7\n\n", "\\", "ünï ☃ 👩‍👩‍👧", "zero\u{0}end", "\u{2028}",
    "e\u{301}",
  ]

  private static func revision(using generator: inout SeededGenerator) throws -> RevisionRecord {
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    func text() -> String { texts.randomElement(using: &generator) ?? "" }
    func colour() -> Pixel { Pixel(bits: UInt32(truncatingIfNeeded: generator.next())) }
    let size = try #require(CanvasSize(width: number(1...400), height: number(1...400)))
    let revision = Revision(
      number: number(1...1 << 40), parent: Bool.random(using: &generator) ? 0 : nil, depth: 0, size: size,
      background: colour(), base: number(0...1),
      fingerprint: Fingerprint(high: generator.next(), low: generator.next()),
      time: number(-5...1 << 48), name: text(), author: text(), command: text(), typed: text(),
      pixels: number(0...99), bounds: PixelBox(x: number(0...9), y: 0, width: number(0...65_536), height: 5),
      tileCount: 0, bytes: 0,
      group: Bool.random(using: &generator) ? 1 : nil)
    var record = RevisionRecord(document: "5d41402abc4b2a76b9719d911017c592", revision: revision)
    record.isAbandoned = number(0...9) == 0
    record.color = (0..<number(0...5)).map { _ in UInt8.random(in: 0...255, using: &generator) }
    var isColour = false
    var color = Pixel.white
    for index in PlainPicture.indices(of: size) where number(0...3) > 0 {
      if number(0...3) == 0 { isColour.toggle() }
      if number(0...3) == 0 { color = colour() }
      if isColour {
        record.colors.append(.init(tile: index.key, color: color))
      } else {
        record.slots.append(.init(tile: index.key, adler: UInt32(truncatingIfNeeded: generator.next())))
      }
    }
    return record
  }

  private static func note(using generator: inout SeededGenerator) -> NoteRecord {
    let text = texts.randomElement(using: &generator) ?? ""
    let number = Int.random(in: 1...99, using: &generator)
    let changes: [NoteRecord.Change] = [
      .rename(number, name: text), .group(Group(first: number, last: number + 3, name: text)), .ungroup(number),
      .branch(text, revision: number), .unbranch(text), .cut(number...number + 2),
      .amend(
        RemadeLine(
          first: number + 3, last: number + 5, current: number + 4, tip: number,
          steps: (0..<3).map { RemadeLine.Step(old: number, new: number + 3 + $0) })),
    ]
    return NoteRecord(number: number, document: "00", change: changes.randomElement(using: &generator) ?? .ungroup(1))
  }

  @Test(
    "records are read back, alone and in sequence", arguments: [1, .random(in: 2 ... .max)] as [UInt64])
  func roundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var records: [PackRecord] = []
    for _ in 0..<300 {
      records.append(
        Bool.random(using: &generator)
          ? .revision(try Self.revision(using: &generator)) : .note(Self.note(using: &generator)))
    }
    for record in records { #expect(PackRecord(record.text) == record, "seed \(seed): \(record.text)") }
    let read = PackRecord.read(records.map(\.text).joined())
    #expect(read.records == records && read.damage == [], "seed \(seed)")
  }

  @Test(
    "a record with a changed byte is rejected or reproduced exactly",
    arguments: [1, .random(in: 2 ... .max)] as [UInt64])
  func damage(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      var bytes = Array(
        (Bool.random(using: &generator)
          ? PackRecord.revision(try Self.revision(using: &generator)) : .note(Self.note(using: &generator))).text.utf8)
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      bytes[place] =
        [UInt8.random(in: 0...127, using: &generator), 0x20, 0x0a, 0x39].randomElement(using: &generator) ?? 0
      let text = String(decoding: bytes, as: UTF8.self)
      let read = PackRecord.read(text)
      // A record that is read gives exactly the same text.
      #expect(read.damage != [] || read.records.map(\.text).joined() == text, "seed \(seed)")
    }
  }

  @Test(
    "invalid text is rejected quickly",
    arguments: [
      "", "\n", "\n\n", "x", "revision\n\n", "revision 1\n\n", "note 1\ndocument 0\n\n",
      "note 0\ndocument 0\nungroup 1\n\n",
      "note 1\ndocument 0\ncut 5 4\n\n", "note 1\ndocument 0\ngroup 5\nlast 4\nname x\n\n",
      "note 99999999999999999999\ndocument 0\nungroup 1\n\n", "note 1\ndocument 0\nungroup +1\n\n",
    ])
  func refuses(text: String) {
    #expect(PackRecord(text) == nil)
    #expect(PackRecord.read(text).records == [])
  }

  @Test(
    "numbers that no document has cause no crash",
    arguments: ["0-9223372036854775807", "9223372036854775807", "281474976710657", "0-281474976710657"])
  func refusesNumbers(forgotten: String) {
    #expect(PackRecord("note 1\ndocument 0\nroot 5\nforgotten \(forgotten)\n\n") == nil)
  }

  @Test("a group that begins after its revision, or with the start, is rejected", arguments: [0, 1, 2])
  func refusesGroups(number: Int) {
    func record(group: Int) -> String {
      "revision \(number)\ndocument 0\nsize 64 64\nbackground 00000000\nbase 0\ngroup \(group)\ntime 0\n"
        + "pixels 0 0 0 0 0\nfingerprint 00000000000000000000000000000000\nname \ncommand \n\n"
    }
    for group in 0...3 {
      let isValid = group >= 1 && group <= number
      #expect((PackRecord(record(group: group)) != nil) == isValid, "\(group)")
    }
  }

  @Test(
    "times and numbers of revisions that no document has are rejected",
    arguments: [
      (1, 0, true), (1, -1, true), (1, 1 << 48, true), (1, 1 << 48 + 1, false), (1, .min, false), (1, .max, false),
      (1 << 47, 0, true), (1 << 47 + 1, 0, false), (.max, 0, false),
    ])
  func refusesRevisions(number: Int, time: Int, isValid: Bool) {
    let text =
      "revision \(number)\ndocument 0\nsize 64 64\nbackground 00000000\nbase 0\ntime \(time)\n"
      + "pixels 0 0 0 0 0\nfingerprint 00000000000000000000000000000000\nname \ncommand \n\n"
    #expect((PackRecord(text) != nil) == isValid)
  }

  @Test("an author and words as typed are there only if they are some", arguments: ["author", "typed"])
  func refusesEmpty(key: String) {
    let head =
      "revision 1\ndocument 0\nparent 0\nsize 64 64\nbackground 00000000\nbase 0\ntime 0\npixels 0 0 0 0 0\n"
      + "fingerprint 00000000000000000000000000000000\nname \n"
    for value in ["x", ""] {
      let line = "\(key) \(value)\n"
      let end = key == "author" ? line + "command \n\n" : "command \n" + line + "\n"
      #expect((PackRecord(head + end) == nil) == value.isEmpty, "\(end)")
    }
  }

  @Test("one-colour tiles that no canvas has are rejected before memory is allocated")
  func refusesManyColors() {
    let head =
      "revision 1\ndocument 0\nparent 0\nsize 64 64\nbackground 00000000\nbase 0\ntime 0\npixels 0 0 0 0 0\n"
      + "fingerprint 00000000000000000000000000000000\nname \ncommand \n"
    #expect(PackRecord(head + "\n") != nil)
    #expect(PackRecord(head + "colors 00000000:0+1 00000000:2048+1\n\n") != nil)
    for colors in ["0+4000000000", "0+1 00000000:0+4294967295", "2", "0+2", "4294967295+1"] {
      #expect(PackRecord(head + "colors 00000000:\(colors)\n\n") == nil)
    }
  }
}
