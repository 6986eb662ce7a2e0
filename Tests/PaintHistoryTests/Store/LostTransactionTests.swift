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

  private func open(
    _ document: SampleDocument, on disk: FailingDisk, writingBehind writesBehind: Bool
  ) throws -> History {
    let history = try document.open(.editingInGroups, disk: disk)
    if writesBehind { try history.writeBehind() }
    return history
  }

  @Test("leaves a whole document, whatever is tried afterwards", arguments: [false, true])
  func leavesWhole(writesBehind: Bool) throws {
    let document = try SampleDocument()
    var generator = SeededGenerator(seed: 4)
    do {
      let history = try document.open()
      for _ in 0..<60 { try history.commitRevision(randomTiles(on: document.size, count: 2, using: &generator)) }
      try history.endEditing()
    }
    let files = try document.filledContents()
    let before = try document.look()
    let counting = FailingDisk(of: .everything)
    #expect(perform(with: try open(document, on: counting, writingBehind: writesBehind)))
    let reads = counting.calls.indices.filter { counting.calls[$0].kind == .read && counting.calls[$0].isOfIndex }
    #expect(reads.count > 20)
    for read in reads {
      try document.restore(files)
      let failing = FailingDisk(.fail(read + 1, .ioError), of: .everything)
      let isCommitted: Bool
      do {
        isCommitted = perform(with: try open(document, on: failing, writingBehind: writesBehind))
      } catch {
        continue
      }
      let note: Comment = "\(counting.calls[read])"
      #expect(try document.check().problems.isEmpty, note)
      let after = try document.look()
      #expect(isCommitted || after.revisions.count <= before.revisions.count, note)
      let next = try document.open()
      try next.beginEditing()
      try next.endEditing()
    }
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
    let document = try SampleDocument()
    var generator = SeededGenerator(seed: 5)
    do {
      let history = try document.open()
      for _ in 0..<60 { try history.commitRevision(randomTiles(on: document.size, count: 2, using: &generator)) }
      try history.endEditing()
    }
    let files = try document.filledContents()
    let before = try document.look()
    let counting = FailingDisk(of: .everything)
    #expect(performGroup(with: try open(document, on: counting, writingBehind: writesBehind)).committed == 3)
    let reads = counting.calls.indices.filter { counting.calls[$0].kind == .read && counting.calls[$0].isOfIndex }
    #expect(reads.count > 20)
    for read in reads {
      try document.restore(files)
      let failing = FailingDisk(.fail(read + 1, .ioError), of: .everything)
      let (errors, committed): ([HistoryError], Int)
      do {
        (errors, committed) = performGroup(with: try open(document, on: failing, writingBehind: writesBehind))
      } catch {
        continue
      }
      let note: Comment = "\(counting.calls[read]): \(errors)"
      #expect(errors.allSatisfy { if case .index(let reason) = $0 { reason.contains("disk") } else { false } }, note)
      #expect(try document.check().problems.isEmpty, note)
      let after = try document.look()
      #expect(after.revisions.count == before.revisions.count + committed, note)
      #expect(committed == 3 || !errors.isEmpty, note)
    }
  }
}
