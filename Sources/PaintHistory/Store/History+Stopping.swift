extension History {
  /// Commits the transaction.
  ///
  /// - Throws: `.outcomeUnknown`, which stops the history, unless SQLite guarantees that nothing was committed.
  func commitTransaction() throws(HistoryError) {
    let index = index
    do throws(HistoryError) {
      try index.database.execute("COMMIT")
    } catch {
      guard let failure = index.database.failure, failure.leavesTransactionOpen else { throw stop(after: error.reason) }
      rollback()
      throw error
    }
  }

  /// Stops this history after a commit or a sync with an unknown outcome.
  ///
  /// Nothing is rolled back, because the packs that were written may be part of the document. The next process decides
  /// by what it finds in the log.
  ///
  /// - Returns: the error to throw, now and by all later calls.
  func stop(after reason: String) -> HistoryError {
    if let stopError { return stopError }
    unsyncedMark.leave()
    let error = HistoryError.outcomeUnknown(reason)
    stopError = error
    outbox.removeAll()
    // What the other thread still writes belongs to a transaction that is never committed.
    queue?.drain()
    failure = nil
    let index = writer.index
    if index.database.isInTransaction { try? index.database.execute("ROLLBACK") }
    isEditing = false
    writer.packs.forgetUncommitted(nextPack: committed.nextPack)
    open = nil
    openGroup = nil
    forget()
    state = committed
    if let revision = try? Self.revision(committed.current, in: index) { current = revision }
    lock?.release()
    return error
  }
}
