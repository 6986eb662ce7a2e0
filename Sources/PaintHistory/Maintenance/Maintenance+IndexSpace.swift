import SystemPackage

extension Maintenance {
  /// The bytes of the packs, the index and its log, without kept files.
  func storedBytes() throws(HistoryError) -> Int {
    var bytes = state.packBytes
    guard let files = history.indexFiles else { return bytes }
    for file in [files.index, files.log] {
      let status = try HistoryError.catching(disk.status(of: file))
      bytes += Int(status?.size ?? 0)
    }
    return bytes
  }

  /// Frees unused pages of the index if there are many, and empties its log, which still contains what was forgotten.
  ///
  /// To be called between transactions, while the lock is held. Everything is already committed, so failures are not
  /// thrown: the next gc does what a full disk or a reader of the old log prevented. After a failed sync this history is
  /// stopped.
  func shrinkIndex() {
    guard access != .dryRun, !isEditing, history.stopError == nil else { return }
    // The page counts are read in an implicit transaction, which ends with the statement.
    let hasSums = index.database.hasPageSums
    if let pages = try? index.pages(), Self.wantsVacuum(free: pages.free, of: pages.all) || !hasSums {
      do throws(HistoryError) {
        try rewriteIndex()
      } catch {
        if history.stopError != nil {
          history.postponed = error
          return
        }
      }
    }
    history.shortenLog(beyond: 0)
  }

  /// Rewrites the index densely, with checksums of its pages; it has the same rows before and after.
  ///
  /// To be called between transactions, while the lock is held.
  ///
  /// - Throws: an error of SQLite; the index is as before then. After a failed sync this history is stopped: another
  ///   sync of the log would succeed without what the failed one has dropped, and a checkpoint relies on it.
  private func rewriteIndex() throws(HistoryError) {
    do throws(HistoryError) { try index.database.rewrite() } catch {
      if index.database.failure?.isSyncFailure ?? false { _ = history.stop(after: error.reason) }
      throw error
    }
  }

  /// Gives the pages of an index checksums if they have none, because a program migrated it that did not do this.
  ///
  /// To be called at the start of a transaction in which nothing was written; another one is open when this returns.
  /// The index is checked first, so that the checksums do not confirm damage.
  ///
  /// - Throws: `.damaged` if the index is damaged; `.index` if a sync fails, and this history is stopped then. If there
  ///   is no room, nothing is thrown: the next writer tries again.
  /// - Complexity: O(index), once per document; otherwise one call.
  func addPageSums() throws(HistoryError) {
    guard !index.database.hasPageSums else { return }
    if let fault = try index.database.faults().first { throw .damaged("index.sqlite: \(fault)") }
    try checkIndex()
    try transaction.end()
    try rewriteWithPageSums()
    try transaction.begin()
  }

  /// Gives the pages of the index checksums, between transactions; as `addPageSums`, but its rows are known to be
  /// correct.
  func rewriteWithPageSums() throws(HistoryError) {
    if let stopError = history.stopError { throw stopError }
    do throws(HistoryError) { try rewriteIndex() } catch {
      if history.stopError != nil { throw error }
      if case .damaged = error { throw error }
      return
    }
    // Until then the pages are in the log, which has checksums of its own.
    history.shortenLog(beyond: 0)
    if let stopError = history.stopError { throw stopError }
  }

  /// The approximate bytes of the index after `shrinkIndex`, which also packs rows more densely.
  func expectedIndexBytes() throws(HistoryError) -> Int {
    let (free, all) = try index.pages()
    return (Self.wantsVacuum(free: free, of: all) ? all - free : all) * 4_096
  }

  /// Whether rewriting the index is worthwhile: if an eighth of it is free, or if it has at most a megabyte and
  /// anything is free.
  private static func wantsVacuum(free: Int, of all: Int) -> Bool {
    free > 0 && (all <= 256 || free * 8 >= all)
  }
}
