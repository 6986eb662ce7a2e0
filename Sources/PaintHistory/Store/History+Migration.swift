import PaintRaster
import SystemPackage

extension History {
  /// Makes the index of version 1 that is open one of this version, in one transaction of SQLite's.
  ///
  /// Rows of version 1 have no checksums, so nothing but the packs can tell whether they are right: the whole document is
  /// examined first, and the new rows are those that the examination made from the packs. Where the document stands and
  /// its settings are in no pack; they are taken over. A program of version 1 that has let go of the lock meanwhile finds
  /// no column `serial` when it goes on, and stops.
  ///
  /// - Precondition: a transaction in which nothing was written yet; another one is open when this returns.
  /// - Throws: `.damaged` where anything but a kept file is wrong; the document is as it was then.
  /// - Complexity: O(document) time, once in its life; the log grows by about the size of the index.
  func migrate() throws(HistoryError) {
    var examination = try Examination(of: path, options: options)
    if !examination.builder.problems.isEmpty, mayHaveLostSteps {
      // After a power cut the newest steps may be in the index only: those are cut off as ever, by the old version's rules.
      try recover()
      examination = try Examination(of: path, options: options)
    }
    if let problem = examination.builder.problems.first {
      throw .damaged("a document of an earlier version is looked at as a whole first: \(problem.message)")
    }
    do throws(HistoryError) {
      try replaceTables(with: examination.builder)
      try commitMigration()
    } catch {
      // The tables are the old ones again, unless nobody knows.
      if end == nil {
        rollback()
        index.version = 1
      }
      throw error
    }
    reader?.version = IndexSchema.version
    let index = index
    try HistoryError.catching { () throws(DatabaseError) in try index.database.execute("BEGIN IMMEDIATE") }
  }

  /// Puts proved rows in the place of those of version 1, and notes what changes with the version.
  private func replaceTables(with proved: IndexBuilder) throws(HistoryError) {
    let index = index
    try HistoryError.catching { () throws(DatabaseError) in
      let waiting = try index.allPacks().filter(\.isEmptied)
      for table in IndexPart.tables { try index.database.execute("DROP TABLE \(table)") }
      try index.database.execute(IndexSchema.sql)
      try index.database.execute("PRAGMA user_version = \(IndexSchema.version)")
      index.version = IndexSchema.version
      for table in IndexPart.tables where table != "document" && table != "pack" {
        try index.copyRows(of: table, from: proved.index)
      }
      state.packBytes = 0
      state.liveBytes = 0
      state.smallPacks = 0
      for pack in try proved.packAccounts() {
        try index.count(WrittenPack(number: pack.number, bytes: pack.bytes, units: pack.units), in: &state)
        try index.lose(pack.bytes - pack.live, of: pack.number, in: &state)
      }
      // Their files wait to be removed.
      for pack in waiting { try index.count(WrittenPack(number: pack.number, bytes: 0, units: 0), in: &state) }
      try index.insert(state)
    }
    // Depths are counted from another revision now, where older ones were forgotten.
    forget()
    state.limits = state.limits.migrated
    if state.limits != proved.notedLimits ?? Limits() { try note(.limits(state.limits)) }
  }

  private func commitMigration() throws(HistoryError) {
    let wasSynced = access == .editing && !mayHaveLostStepsBefore
    try countPacks()
    if wasSynced { state.syncedNote = state.nextNote - 1 }
    let index = index
    try HistoryError.catching { () throws(DatabaseError) in try index.update(&state) }
    try commitTransaction()
    writer.packs.didCommit()
    committed = state
    if access == .editingInGroups { hasUnsynced = true }
    current = try Self.revision(state.current, in: index)
    if access != .rehearsing { shortenLog(beyond: 0) }
  }

  /// `mayHaveLostSteps` at the last commit.
  private var mayHaveLostStepsBefore: Bool {
    committed.syncedRevision < committed.nextRevision - 1 || committed.syncedNote < committed.nextNote - 1
  }
}

extension Limits {
  /// What documents of version 1 stored where nobody said how long side branches are kept: 90 days, in milliseconds.
  static let formerSideAge = 90 * 86_400_000

  /// No limit but that.
  static var former: Limits { Limits(steps: 0, bytes: 0, sideAge: formerSideAge) }

  /// These limits in a document of the present version: what was the default then is no limit any more.
  var migrated: Limits { sideAge == Self.formerSideAge ? Limits(steps: steps, bytes: bytes, sideAge: 0) : self }
}

extension Index {
  /// Adds all rows of a table of another index, which are of the same version.
  func copyRows(of table: String, from other: Index) throws(DatabaseError) {
    let columns = Set(IndexPart.all.filter { $0.table == table }.flatMap(\.names)).sorted()
    let query = try other.database.statement("SELECT \(columns.joined(separator: ", ")) FROM \(table)")
    defer { query.reset() }
    let values = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    let insertion = try database.statement(
      "INSERT INTO \(table)(\(columns.joined(separator: ", "))) VALUES (\(values))")
    while try query.step() {
      for column in 0..<Int32(columns.count) { insertion.bind(column + 1, query.value(column)) }
      try insertion.run()
    }
  }
}
