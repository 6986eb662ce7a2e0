import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintHistory

/// Rows that no document has, with valid checksums: of future revisions, of packs that do not exist, of numbers that would
/// overflow.
@Suite("Crafted index")
struct CraftedIndexTests {
  /// Numbers that are too great, negative, or those of a following revision.
  private static let numbers = ["5000", "id + 1", "\(1 << 48)", "\(Int.max)", "-1", "\(Int.min)", "NULL", "'x'"]

  /// A statement for each column of each table and each number.
  private static let changes: [String] = {
    var changes: [String] = []
    func add(_ table: String, _ columns: String, _ numbers: [String], where condition: String = "TRUE") {
      for column in columns.split(separator: " ") {
        changes += numbers.map { "UPDATE OR IGNORE \(table) SET \(column) = \($0) WHERE \(condition)" }
      }
    }
    let columns = "parent depth jump base grp pack width time pixels x w tile_count bytes"
    for row in ["id > 0", "id = (SELECT current FROM document)", "id = 3"] {
      add("revision", columns, numbers, where: row)
      add("revision", "tiles", ["x'ffffffffffffffffff'", "x'80'", "NULL", "7"], where: row)
      add("revision", "command author typed", ["NULL", "x'00ff'", "'later {}'"], where: row)
    }
    let plain = numbers.filter { !$0.contains("id") }
    add("tile", "pack offset length crc", plain)
    add(
      "document",
      """
      commits current tip next_revision revisions next_pack synced_revision pack_bytes next_note synced_note root \
      root_note steps limit_steps limit_bytes side_age live_bytes small_packs merged_pack sides_seen uuid settings color
      """, plain)
    add("grp", "last name", plain)
    add("branch", "revision", plain)
    add("note", "pack text", plain)
    add("pack", "bytes live units damaged", plain)
    for number in ["5000", "\(Int.max)", "-1"] {
      changes.append("INSERT OR IGNORE INTO tile VALUES (\(number), 1, 1, 8, 8, 0, 0)")
      changes.append("INSERT OR IGNORE INTO tile VALUES (0, \(number), 1, 8, 8, 0, 0)")
    }
    return changes
  }()

  /// What commands do with a history.
  private static let reading: [@Sendable (History) throws -> Void] = [
    { _ = try ($0.undoName(), $0.redoName(), $0.limitBlockers(), $0.diskBytes(), $0.stepsToUndo()) },
    { _ = try $0.diskUsage() },
    { history in
      for isWholeTree in [false, true] {
        var query = HistoryQuery()
        query.isWholeTree = isWholeTree
        for entry in try history.list(query) {
          let snapshot = try history.snapshot(at: entry.revision.number)
          for index in PlainPicture.indices(of: snapshot.size).prefix(9) { _ = try snapshot.tile(at: index) }
        }
      }
    },
    { history in _ = try (history.unfinishedCopy(), history.packsAfterIndex()) },
  ]

  private static let editing: [@Sendable (History) throws -> Void] = [
    { _ = try $0.undo(3) },
    { _ = try ($0.undo(1), $0.redo(2)) },
    { try $0.goTo(2) },
    { _ = try $0.revise([(TileIndex(x: 0, y: 0), .color(.black))]) },
    { _ = try $0.join(steps: 2, named: nil) },
    { _ = try $0.ungroup() },
    { try $0.rename(2, to: "Two") },
    { try $0.setBranch("new", to: 2) },
    { _ = try $0.setLimits(Limits(steps: 5, bytes: 0, sideAge: 1)) },
    { _ = try $0.forget(.before($0.current.number)) },
    { _ = try $0.forget(.all) },
  ]

  private static let played = Result {
    let (document, start) = try SampleDocument.random(seed: 35)
    _ = try document.play(steps: 25, seed: 35, start: start)
    return try document.contents()
  }

  /// Throws what is not a failure of the document.
  private func expectDamage(_ change: String, _ body: () throws -> Void) throws {
    do { try body() } catch let error as HistoryError {
      switch error {
      case .damaged, .unknownRevision, .notAnAncestor, .wouldLoseBranches, .unknownGroup, .partOfGroup: break
      default: Issue.record("\(change): \(error)")
      }
    }
  }

  @Test("such rows are damage or do no harm, whatever reads or writes the index", arguments: 0..<8)
  func isDamage(part: Int) throws {
    let document = try SampleDocument()
    // A column has eight numbers, so that one change in three takes other ones of the next column.
    let changes = sample(of: Self.changes, oneIn: 3)
    for change in changes[changes.count * part / 8..<changes.count * (part + 1) / 8] {
      try document.restore(Self.played.get())
      try document.execute(change)
      let crafted = try document.contents()
      for work in Self.reading {
        try expectDamage(change) { try work(document.open(.reading)) }
      }
      // Nothing is committed, so the document stays as it is.
      for work in Self.editing {
        try expectDamage(change) {
          let history = try document.open(.dryRun)
          try history.beginEditing()
          try work(history)
        }
      }
      try expectDamage(change) {
        let history = try document.open()
        try history.beginEditing()
        _ = try history.revise([(TileIndex(x: 0, y: 0), .color(.black))])
        _ = try history.recoverUnconfirmed()
        try history.endEditing()
        _ = try history.collect()
      }
      try document.restore(crafted)
      try expectDamage(change) { _ = try document.repair() }
    }
  }
}
