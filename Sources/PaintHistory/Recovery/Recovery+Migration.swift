import PaintRaster
import SystemPackage

extension Recovery {
  /// Migrates the open index from version 1 to this version, in one SQLite transaction; another one then adds the
  /// checksums of pages.
  ///
  /// Rows of version 1 have no checksums, so only the packs show whether they are correct: the whole document is
  /// examined first, and the new rows are those that the examination built from the packs. The document's state and
  /// settings are not in packs and are copied. A program of version 1 that has released the lock meanwhile does not
  /// find the column `serial` when it continues, and stops.
  ///
  /// - Precondition: a transaction is open in which nothing was written; another one is open when this returns.
  /// - Throws: `.damaged` if there are problems other than kept files; the document is unchanged then.
  /// - Complexity: O(document) time, once per document; the log grows by about the size of the index.
  func migrate() throws(HistoryError) {
    var examination = try Examination(of: path, options: options)
    if !examination.builder.problems.isEmpty, state.mayHaveLostSteps {
      // After a power cut, the newest steps may be in the index only: they are cut off as usual, by the rules of the
      // old version.
      try recover()
      examination = try Examination(of: path, options: options)
    }
    if let problem = examination.builder.problems.first {
      throw .damaged("a document of an earlier version is checked first: \(problem.message)")
    }
    do throws(HistoryError) {
      try replaceTables(with: examination.builder)
      try commitMigration()
    } catch {
      // The old tables are restored, unless the outcome is unknown.
      if history.stopError == nil {
        history.rollback()
        index.version = 1
      }
      throw error
    }
    transaction.reader?.version = IndexSchema.version
    if access != .dryRun { try history.maintenance.rewriteWithPageSums() }
    try transaction.begin()
  }

  /// Replaces the rows of version 1 by verified rows, and writes a note about changed limits.
  private func replaceTables(with proved: IndexBuilder) throws(HistoryError) {
    let waiting = try index.allPacks().filter(\.isEmptied)
    for table in IndexPart.tables { try index.database.execute("DROP TABLE \(table)") }
    try index.database.execute(IndexSchema.sql)
    try index.database.execute("PRAGMA user_version = \(IndexSchema.version)")
    index.version = IndexSchema.version
    for table in IndexPart.tables where table != "document" && table != "pack" {
      try index.copyRows(of: table, from: proved.index)
    }
    transaction.state.packBytes = 0
    transaction.state.liveBytes = 0
    transaction.state.smallPacks = 0
    for pack in try proved.packAccounts() {
      try index.count(WrittenPack(number: pack.number, bytes: pack.bytes, units: pack.units), in: &transaction.state)
      try index.markDead(pack.bytes - pack.live, of: pack.number, in: &transaction.state)
    }
    // Their files are about to be removed.
    for pack in waiting {
      try index.count(WrittenPack(number: pack.number, bytes: 0, units: 0), in: &transaction.state)
    }
    try index.insert(state)
    // If older revisions were forgotten, depths are now counted from another revision.
    history.forget()
    transaction.state.limits = state.limits.migrated
    if state.limits != proved.notedLimits ?? Limits() { try history.note(.limits(state.limits)) }
  }

  private func commitMigration() throws(HistoryError) {
    let wasSynced = access == .editing && !transaction.committed.mayHaveLostSteps
    try history.countPacks()
    if wasSynced { transaction.state.syncedNote = state.nextNote - 1 }
    try index.update(&transaction.state)
    try history.commitTransaction()
    if access == .editingInGroups { history.hasUnsynced = true }
    transaction.current = try index.indexedRevision(state.current)
    if access != .dryRun { history.shortenLog(beyond: 0) }
  }
}

extension Limits {
  /// The default side branch age that documents of version 1 stored: 90 days, in milliseconds.
  static let version1SideAge = 90 * 86_400_000

  /// The default limits of version 1.
  static var version1: Limits { Limits(steps: 0, bytes: 0, sideAge: version1SideAge) }

  /// These limits for the current version, in which the former default is no limit.
  var migrated: Limits { sideAge == Self.version1SideAge ? Limits(steps: steps, bytes: bytes, sideAge: 0) : self }
}

extension Index {
  /// Copies all rows of a table from another index of the same version.
  func copyRows(of table: String, from other: Index) throws(HistoryError) {
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
