import PaintTestSupport
import Synchronization
import SystemPackage
import Testing

@testable import PaintHistory

@Suite("Kept files")
struct KeptFilesTests {
  /// Draws a revision whose command mentions a kept file with these bytes.
  private func take(_ bytes: [UInt8], into history: History, _ generator: inout SeededGenerator) throws -> ContentName {
    try history.beginEditing()
    let file = try history.incomingFile()
    try file.write(bytes.span)
    try file.keep()
    _ = try history.revise(
      randomTiles(on: history.current.size, count: 2, using: &generator), name: "Import",
      command: "import content:\(file.name.digits)")
    try history.endEditing()
    return file.name
  }

  private func names(_ document: SampleDocument) throws -> Set<String> {
    Set(try SystemDisk().names(in: document.path.appending("files")).map(\.string))
  }

  @Test("gc removes files that no revision mentions, and no others")
  func sweeps() throws {
    var generator = SeededGenerator(seed: 71)
    let document = try SampleDocument()
    let history = try document.open()
    let first = try take([1, 2, 3], into: history, &generator)
    let second = try take([4, 5], into: history, &generator)
    #expect(try take([1, 2, 3], into: history, &generator) == first)
    #expect(try history.collect().orphans == 0)
    #expect(try names(document) == [first.fileName, second.fileName])
    #expect(try history.diskUsage().fileBytes == 5)
    // r2 is removed, r3 uses the first one's file again.
    try history.beginEditing()
    #expect(try history.forget(.before(3)) == 3)
    try history.endEditing()
    #expect(try document.check().problems == [])
    let dryRunResult = try document.open(.dryRun).collect()
    #expect(dryRunResult.orphans == 1 && dryRunResult.bytes >= 2)
    #expect(try names(document) == [first.fileName, second.fileName])
    let collected = try history.collect()
    #expect(collected.orphans == 1 && collected.bytes >= 2)
    #expect(try names(document) == [first.fileName])
    #expect(try document.check().problems == [])
  }

  @Test("check finds missing and changed files, and a repair does not change the index")
  func checks() throws {
    var generator = SeededGenerator(seed: 72)
    let document = try SampleDocument()
    let history = try document.open()
    let first = try take([1, 2, 3], into: history, &generator)
    let second = try take([UInt8](repeating: 7, count: 200_000), into: history, &generator)
    #expect(try document.check().problems == [])
    try document.rewrite("files/\(second.fileName)") { $0[150_000] ^= 1 }
    try SystemDisk().remove(document.path.appending("files").appending(first.fileName))
    try SystemDisk().write(SystemDisk().open(document.path.appending("files").appending("x"), .createNew), [1])
    let problems = try document.check().problems
    #expect(Set(problems.map(\.code)) == [.fileDamaged, .fileMissing, .unexpectedFile], "\(problems)")
    #expect(problems.count == 3 && problems.first { $0.code == .fileMissing }?.revision == 1)
    func index() throws -> FileStatus? { try SystemDisk().status(of: document.path.appending("index.sqlite")) }
    let before = try index()
    #expect(try document.repair().isRepaired)
    #expect(try index() == before)
    #expect(try Set(document.check().problems.map(\.code)) == [.fileDamaged, .fileMissing])
    #expect(try SystemDisk().names(in: document.path.appending("damaged-1/files")) == ["x"])
  }

  @Test("a command mentions files by content: and 64 hexadecimal digits")
  func mentions() {
    let digits = String(repeating: "0a", count: 32)
    for (command, count) in [
      ("", 0), ("import content:\(digits)", 1), ("content:\(digits) content:\(digits)", 2),
      ("import content:\(digits.dropLast())", 0), ("import content:\(digits.dropLast())g", 0),
      ("content:content:\(digits)", 1),
    ] { #expect(ContentName.mentioned(in: command).count == count, "\(command)") }
  }

  private final class Seen: Sendable {
    let notes = Mutex<[String]>([])
  }

  @Test("a hidden name of an incoming file is listed among the temporary items before it exists")
  func isListed() throws {
    let document = try SampleDocument()
    var generator = SeededGenerator(seed: 72)
    _ = try take([1, 2, 3], into: document.open(), &generator)
    let seen = Seen()
    @Sendable func note(_ what: String, _ path: FilePath) {
      let isThere = (try? SystemDisk().status(of: path, followingLinks: false)) != .some(nil)
      let isHidden = path.lastComponent?.string.hasPrefix(".incoming-") ?? false
      if isHidden { seen.notes.withLock { $0.append("\(what), \(isThere ? "there" : "not there")") } }
    }
    let items = TemporaryItems(willMake: { path, _ in note("will make", path) }, didForget: { note("forgets", $0) })
    // The same bytes again, so that a link is not enough.
    _ = try take([1, 2, 3], into: document.open(disk: SystemDisk(temporaryItems: items)), &generator)
    #expect(seen.notes.withLock { $0 } == ["will make, not there", "forgets, not there"])
    #expect(try document.check().problems == [])
  }
}
