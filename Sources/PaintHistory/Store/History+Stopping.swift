extension History {
  /// Commits the transaction.
  ///
  /// - Throws: `.outcomeUnknown`, which stops the history, unless SQLite guarantees that nothing was committed.
  func commitTransaction() throws(HistoryError) {
    do throws(HistoryError) {
      try transaction.commit()
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
    if !isInMemory { recovery.unsyncedMark.leave() }
    let error = HistoryError.outcomeUnknown(reason)
    stopError = error
    transaction.stop()
    forget()
    lock?.release()
    return error
  }
}
