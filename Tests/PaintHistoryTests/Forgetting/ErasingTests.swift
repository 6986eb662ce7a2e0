import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

@Suite("History: forgotten content is erased")
struct ErasingTests {
  /// A document with 300 revisions whose names contain a special word.
  private func drawn() throws -> (document: SampleDocument, history: History) {
    var generator = SeededGenerator(seed: 21)
    let document = try SampleDocument()
    let history = try document.open()
    for number in 1...300 {
      try history.commitRevision(randomTiles(on: document.size, count: 2, using: &generator), name: "secret \(number)")
    }
    return (document, history)
  }

  private func isAnywhere(_ word: String, in document: SampleDocument) throws -> [String] {
    try document.contents().filter { _, bytes in
      let word = Array(word.utf8)
      guard bytes.count >= word.count else { return false }
      return (0...bytes.count - word.count).contains { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }
    }.keys.sorted()
  }

  @Test("after forgetting, no file contains the word, and the freed bytes are those that the files lost")
  func erases() throws {
    let (document, history) = try drawn()
    let before = try document.byteCount()
    try history.beginEditing()
    let stored = try history.storedBytes()
    // Only the last one, without the word, is kept.
    _ = try history.revise([], name: "Last")
    try history.commit()
    #expect(try !isAnywhere("secret", in: document).isEmpty)
    try history.beginEditing()
    _ = try history.forget(.all)
    try history.commit()
    let collected = try history.collect(thoroughly: true, since: stored)
    #expect(try isAnywhere("secret", in: document) == [])
    #expect(try document.contents()["index.sqlite-wal"]?.isEmpty ?? true)
    #expect(try history.index.pages().free == 0)
    #expect(try before - document.byteCount() == collected.bytes && collected.bytes > 0)
    #expect(try document.open(.reading).current.name == "Last")
  }

  @Test("a reader still sees its state, and the next gc erases the rest")
  func leavesReaders() throws {
    let (document, history) = try drawn()
    let reader = try document.open(.reading)
    let names = try reader.line().count
    try history.beginEditing()
    _ = try history.forget(.before(290))
    try history.commit()
    _ = try history.collect(thoroughly: true)
    #expect(try reader.line().count == names)
    #expect(try document.open(.reading).line().count == 11)
    reader.index.database.close()
    _ = try history.collect()
    #expect(try isAnywhere("secret 20", in: document) == [])
    #expect(try document.contents()["index.sqlite-wal"]?.isEmpty ?? true)
  }

  @Test("a dry run reports about how many bytes it would free")
  func dryRuns() throws {
    let (document, history) = try drawn()
    let dryRun: Int
    history.lock?.release()
    do {
      let dryRunHistory = try document.open(.dryRun)
      try dryRunHistory.beginEditing()
      let stored = try dryRunHistory.storedBytes()
      _ = try dryRunHistory.forget(.all)
      dryRun = try dryRunHistory.collect(thoroughly: true, since: stored).bytes
    }
    try history.beginEditing()
    let stored = try history.storedBytes()
    _ = try history.forget(.all)
    try history.commit()
    let freed = try history.collect(thoroughly: true, since: stored).bytes
    #expect(abs(freed - dryRun) <= 4 * 4_096, "\(dryRun) said, \(freed) freed")
  }
}
