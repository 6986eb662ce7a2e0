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
    if let pages = try? index.pages(), Self.wantsVacuum(free: pages.free, of: pages.all) {
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

  /// Rewrites the index densely; it has the same rows before and after.
  ///
  /// To be called between transactions, while the lock is held.
  ///
  /// - Throws: an error of SQLite; the index is as before then. After a failed sync this history is stopped: another
  ///   sync of the log would succeed without what the failed one has dropped, and a checkpoint relies on it.
  private func rewriteIndex() throws(HistoryError) {
    do throws(HistoryError) { try index.database.execute("VACUUM") } catch {
      if index.database.failure?.isSyncFailure ?? false { _ = history.stop(after: error.reason) }
      throw error
    }
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
