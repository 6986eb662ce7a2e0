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
  ]

  @Test("the text is as documented", arguments: cases)
  func isAsDocumented(change: NoteRecord.Change, text: String) {
    let note = NoteRecord(number: 17, document: "5d41402abc4b2a76b9719d911017c592", change: change)
    #expect(note.text == "note 17\ndocument 5d41402abc4b2a76b9719d911017c592\n\(text)\n\n")
  }
}
