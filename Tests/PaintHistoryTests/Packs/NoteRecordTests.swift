import Testing

@testable import PaintHistory

@Suite("NoteRecord")
struct NoteRecordTests {
  static let cases: [(NoteRecord.Change, String)] = [
    (.rename(42, name: "New\nname"), "rename 42\nname New\\nname"),
    (.group(Group(first: 40, last: 42, name: "Tree\\")), "group 40\nlast 42\nname Tree\\\\"),
    (.ungroup(40), "ungroup 40"),
    (.branch("sketch", revision: 12), "branch sketch\nrevision 12"),
    (.unbranch("ünï"), "unbranch ünï"),
    (
      .amend(
        RemadeLine(
          first: 507, last: 510, current: 509, tip: 510,
          steps: [.init(old: 7, new: 507), .init(old: 8, new: 508), .init(old: 11, new: 510)])),
      "amend 507 510\ncurrent 509\ntip 510\nmap 7:507+1 11:510"
    ),
    (.amend(RemadeLine(first: 4, last: 3, current: 2, tip: 2, steps: [])), "amend 4 3\ncurrent 2\ntip 2"),
  ]

  @Test("the text is as documented", arguments: cases)
  func isAsDocumented(change: NoteRecord.Change, text: String) {
    let note = NoteRecord(number: 17, document: "5d41402abc4b2a76b9719d911017c592", change: change)
    #expect(PackRecord(note.text) == .note(note))
    #expect(note.text == "note 17\ndocument 5d41402abc4b2a76b9719d911017c592\n\(text)\n\n")
  }

  @Test(
    "a map of other revisions is none",
    arguments: ["7:506", "7:511", "507:508", "0:507", "7:507+4", "7:507+1+1", "7", "x:507", "7:507+x", "7:507 8:508+3"])
  func isNone(map: String) {
    #expect(RemadeLine.steps(map, first: 507, last: 510) == nil)
  }
}
