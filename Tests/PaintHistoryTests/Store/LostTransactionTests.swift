import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

@Suite("A transaction that SQLite rolls back")
struct LostTransactionTests {
  /// Edits and queries of which each may fail, as the lines of a script with --keep-going.
  ///
  /// - Returns: whether the commit succeeded.
  private func perform(with history: History) -> Bool {
    func attempt(_ part: () throws(HistoryError) -> Void) { do throws(HistoryError) { try part() } catch {} }
    for place in 0..<3 {
      attempt { () throws(HistoryError) in
        try history.beginEditing()
        _ = try history.revise([(TileIndex(x: place % 2, y: 0), .pixels(Tile.color(.black).expanded))])
      }
      // As an edit does that fails.
      attempt { () throws(HistoryError) in try history.abandonRevision() }
      attempt { () throws(HistoryError) in
        if history.isEditing { _ = try history.index.notes(after: 0) }
      }
      attempt { () throws(HistoryError) in _ = try history.line() }
    }
    do throws(HistoryError) {
      try history.commit()
      return true
    } catch {
      return false
    }
  }

  /// Works on a document of 60 revisions, and again for each read of its index, which then fails.
  ///
  /// - Parameter check: gets what the work returned and how many revisions the document has more than before.
  /// - Returns: what the work returned without a failure.
  private func failEachRead<Result>(
    seed: UInt64, writingBehind writesBehind: Bool, _ work: (History) -> Result,
    check: (_ result: Result, _ added: Int, _ note: Comment) -> Void
  ) throws -> Result {
    let document = try SampleDocument()
    var generator = SeededGenerator(seed: seed)
    do {
      let history = try document.open()
      for _ in 0..<60 { try history.commitRevision(randomTiles(on: document.size, count: 2, using: &generator)) }
      try history.endEditing()
    }
    let files = try document.filledContents()
    let before = try document.look().revisions.count
    func attempt(on disk: FailingDisk) throws -> Result {
      let history = try document.open(.editingInGroups, disk: disk)
      if writesBehind { try history.writeBehind() }
      return work(history)
    }
    let counting = FailingDisk(of: .everything)
    let whole = try attempt(on: counting)
    let reads = counting.calls.indices.filter { counting.calls[$0].kind == .read && counting.calls[$0].isOfIndex }
    #expect(reads.count > 20)
    for read in sample(of: reads, oneIn: 2) {
      try document.restore(files)
      let result: Result
      do { result = try attempt(on: FailingDisk(.fail(read + 1, .ioError), of: .everything)) } catch { continue }
      let note: Comment = "\(counting.calls[read]): \(result)"
      #expect(try document.check().problems.isEmpty, note)
      check(result, try document.look().revisions.count - before, note)
      let next = try document.open()
      try next.beginEditing()
      try next.endEditing()
    }
    return whole
  }

  @Test("leaves a whole document, whatever is tried afterwards", arguments: [false, true])
  func leavesWhole(writesBehind: Bool) throws {
    let isCommitted = try failEachRead(seed: 4, writingBehind: writesBehind, perform) { isCommitted, added, note in
      #expect(isCommitted || added <= 0, note)
    }
    #expect(isCommitted)
  }

  /// Edits and queries within a group, without looking whether the transaction is still open.
  ///
  /// - Returns: the errors, and how many revisions were committed.
  private func performGroup(with history: History) -> (errors: [HistoryError], committed: Int) {
    var errors: [HistoryError] = []
    var committed = 0
    func attempt(_ part: () throws(HistoryError) -> Void) {
      do throws(HistoryError) { try part() } catch { errors.append(error) }
    }
    attempt { () throws(HistoryError) in
      try history.beginEditing()
      try history.beginGroup(named: nil)
    }
    for place in 0..<3 where history.isInGroup {
      attempt { () throws(HistoryError) in _ = try history.index.notes(after: 0) }
      if !history.isInGroup { break }
      attempt { () throws(HistoryError) in
        _ = try history.revise([(TileIndex(x: place % 2, y: 0), .pixels(Tile.color(.black).expanded))])
      }
      attempt { () throws(HistoryError) in try history.abandonRevision() }
    }
    attempt { () throws(HistoryError) in
      guard history.isInGroup else { return }
      let summary = try history.endGroup()
      try history.commit()
      committed = summary?.revisions ?? 0
    }
    return (errors, committed)
  }

  @Test("undoes an open group, and each error is one of the disk", arguments: [false, true])
  func undoesGroup(writesBehind: Bool) throws {
    let whole = try failEachRead(seed: 5, writingBehind: writesBehind, performGroup) { result, added, note in
      #expect(
        result.errors.allSatisfy { if case .index(let reason) = $0 { reason.contains("disk") } else { false } }, note)
      #expect(added == result.committed, note)
      #expect(result.committed == 3 || !result.errors.isEmpty, note)
    }
    #expect(whole.committed == 3)
  }
}
