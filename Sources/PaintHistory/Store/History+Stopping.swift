extension History {
  /// Makes the transaction part of the document.
  ///
  /// - Throws: `.outcomeUnknown`, and the history ends, unless SQLite is sure that nothing was kept.
  func commitTransaction() throws(HistoryError) {
    let index = index
    do throws(DatabaseError) {
      try index.database.execute("COMMIT")
    } catch {
      guard error.leavesTransactionOpen else { throw stop(after: HistoryError(error).reason) }
      rollback()
      throw HistoryError(error)
    }
  }

  /// Ends this history after a commit or a sync of which nobody knows how it ended.
  ///
  /// Nothing is taken back: the packs that were written may be part of the document. What the log contains decides, and
  /// the next process reads it.
  ///
  /// - Returns: the error to throw, here and by whatever is asked of this history later.
  func stop(after reason: String) -> HistoryError {
    if let end { return end }
    unsyncedMark.leave()
    let error = HistoryError.outcomeUnknown(reason)
    end = error
    outbox.removeAll()
    // What the other thread still writes belongs to a transaction that never ends.
    queue?.drain()
    failure = nil
    let index = writer.index
    if index.database.isInTransaction { try? index.database.execute("ROLLBACK") }
    isEditing = false
    writer.packs.leave(nextPack: committed.nextPack)
    open = nil
    openGroup = nil
    forget()
    state = committed
    if let revision = try? Self.revision(committed.current, in: index) { current = revision }
    lock?.release()
    return error
  }
}
