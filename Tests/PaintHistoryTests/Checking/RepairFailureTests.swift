import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

@Suite("DocumentRepair: calls that fail")
struct RepairFailureTests {
  /// A document whose records are damaged in every pack, so that only the index knows its tiles.
  private func documentWithoutRecords() throws -> SampleDocument {
    let document = try SampleDocument()
    let history = try document.open()
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<4 { try history.commitRevision(randomTiles(on: document.size, count: 3, using: &generator)) }
    try history.endEditing()
    for pack in try document.packs() {
      try document.rewrite("packs/\(pack)") { bytes in
        let name = Array("paNT".utf8)
        guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: name) }) else { return }
        bytes[start + name.count + 2] ^= 1
      }
    }
    return document
  }

  @Test("a pack that cannot be read is not damaged: a repair keeps every tile, or changes nothing")
  func reading() throws {
    let document = try documentWithoutRecords()
    let files = try document.filledContents()
    let before = try document.look()
    let counting = FailingDisk(of: .everything)
    let whole = try document.repair(disk: counting)
    #expect(whole.isRepaired && !whole.losesTiles)
    #expect(try document.look().picture == before.picture)
    let places = counting.calls.indices.filter {
      [.read, .open].contains(counting.calls[$0].kind) && counting.calls[$0].matches("packs/*.png")
    }
    #expect(places.count > 10)
    for (number, place) in places.enumerated() {
      let errno: Errno = number % 2 == 0 ? .ioError : .tooManyOpenFiles
      try document.restore(files)
      let note: Comment = "\(counting.calls[place]) with \(errno)"
      do {
        let report = try document.repair(disk: FailingDisk(.fail(place + 1, errno), of: .everything))
        #expect(report.isRepaired && !report.losesTiles, note)
      } catch {
        guard case .disk = error else { throw error }
        #expect(try document.filledContents().filter { files[$0.key] != nil } == files, note)
      }
      #expect(try document.look().picture == before.picture, note)
    }
  }

  /// A disk on which a new index cannot take its place, nor be told afterwards whether the old log is there.
  private struct SilentDisk: InterceptingDisk {
    let base: any Disk = SystemDisk()
    let document: FilePath

    func intercept<Result>(_ call: DiskCall, _ body: () throws(DiskError) -> Result) throws(DiskError) -> Result {
      if call.kind == .rename, call.path.lastComponent?.string == "index.new" { throw call.error(.ioError) }
      let isRemoved = (try? SystemDisk().status(of: document.appending("index.sqlite-wal"))) == nil
      if call.kind == .status, call.path.lastComponent?.string == "index.sqlite-wal", isRemoved {
        throw call.error(.ioError)
      }
      return try body()
    }
  }

  @Test("the copies of the old index and log stay if it cannot be told whether the log is there")
  func copies() throws {
    let document = try documentWithoutRecords()
    #expect(throws: HistoryError.self) { _ = try document.repair(disk: SilentDisk(document: document.path)) }
    let aside = document.path.appending("damaged-1")
    #expect(try SystemDisk().status(of: aside.appending("index.sqlite-wal")) != nil)
    #expect(try SystemDisk().status(of: aside.appending("index.sqlite")) != nil)
  }
}
