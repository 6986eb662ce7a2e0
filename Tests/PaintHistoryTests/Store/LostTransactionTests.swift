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

  @Test("leaves a whole document, whatever is tried afterwards")
  func leavesWhole() throws {
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
    #expect(perform(with: try document.open(.editingInGroups, disk: counting)))
    let reads = counting.calls.indices.filter { counting.calls[$0].kind == .read && counting.calls[$0].isOfIndex }
    #expect(reads.count > 20)
    for read in reads {
      try document.restore(files)
      let failing = FailingDisk(.fail(read + 1, .ioError), of: .everything)
      let isCommitted: Bool
      do {
        isCommitted = perform(with: try document.open(.editingInGroups, disk: failing))
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
  /// - Returns: the errors.
  private func performGroup(with history: History) -> [HistoryError] {
    var errors: [HistoryError] = []
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
      if history.isInGroup { _ = try history.endGroup() }
      try history.commit()
    }
    return errors
  }

  @Test("undoes an open group, and each error is one of the disk")
  func undoesGroup() throws {
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
    #expect(performGroup(with: try document.open(.editing, disk: counting)).isEmpty)
    let reads = counting.calls.indices.filter { counting.calls[$0].kind == .read && counting.calls[$0].isOfIndex }
    #expect(reads.count > 20)
    for read in reads {
      try document.restore(files)
      let failing = FailingDisk(.fail(read + 1, .ioError), of: .everything)
      let errors: [HistoryError]
      do { errors = performGroup(with: try document.open(.editing, disk: failing)) } catch { continue }
      let note: Comment = "\(counting.calls[read]): \(errors)"
      #expect(errors.allSatisfy { if case .index(let reason) = $0 { reason.contains("disk") } else { false } }, note)
      #expect(try document.check().problems.isEmpty, note)
      let after = try document.look()
      #expect(after.revisions.count == before.revisions.count + (errors.isEmpty ? 3 : 0), note)
    }
  }
}
