import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

@Suite("A rollback journal in a document")
struct RollbackJournalTests {
  /// SQLite's format: pages of the index as they were, and the name of a file to delete.
  private func journal(of index: [UInt8], naming victim: FilePath) -> [UInt8] {
    func bytes(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    let pages = index.count / 4_096
    var journal: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
    for value in [UInt32(pages), 7, UInt32(pages), 512, 4_096] { journal += bytes(value) }
    journal += [UInt8](repeating: 0, count: 512 - journal.count)
    for page in 0..<pages {
      let content = index[page * 4_096..<(page + 1) * 4_096]
      var sum: UInt32 = 7
      for place in stride(from: 4_096 - 200, to: 0, by: -200) { sum &+= UInt32(content[page * 4_096 + place]) }
      journal += bytes(UInt32(page + 1)) + content + bytes(sum)
    }
    let name = Array(victim.string.utf8)
    journal += bytes(0x4000_0000 / 4_096 + 1) + name + bytes(UInt32(name.count))
    journal += bytes(name.reduce(0) { $0 &+ UInt32($1) }) + journal[..<8]
    return journal
  }

  @Test("is not played back, is reported, and is moved aside by a repair")
  func isNotPlayedBack() throws {
    let document = try SampleDocument(width: 64, height: 64)
    let history = try document.open()
    try history.commitRevision([(TileIndex(x: 0, y: 0), .color(.black))])
    try history.endEditing()
    history.index.database.close()
    let disk = SystemDisk()
    let victim = document.folder.appending("letter.txt")
    try disk.write(disk.open(victim, .createNew), [1, 2, 3])
    let index = try disk.contents(of: document.path.appending("index.sqlite"))
    let file = try disk.open(document.path.appending("index.sqlite-journal"), .createNew)
    try disk.write(file, journal(of: index, naming: victim))
    // Not even by a command that has looked at the names in the document before the journal was there.
    let database = try Database(path: document.path.appending("index.sqlite"), mode: .editing, files: disk.sqliteFiles)
    database.skipCheckpointOnClose()
    try database.execute("BEGIN IMMEDIATE; ROLLBACK")
    database.close()
    #expect(try disk.contents(of: victim) == [1, 2, 3])
    for access in [History.Access.reading, .editing, .dryRun] {
      #expect(throws: HistoryError.self) { try document.open(access).beginEditing() }
    }
    #expect(try document.check().problems.map(\.code) == [.unexpectedFile])
    #expect(try document.repair().isRepaired)
    #expect(try disk.contents(of: victim) == [1, 2, 3])
    #expect(try document.check().problems.isEmpty)
    #expect(try document.look().current == 1)
  }
}
