/// What is restored at the end of a rehearsal.
struct Rehearsal {
  let state: DocumentState
  let current: Revision
  let openGroup: OpenGroup?
}

extension History {
  /// Begins a rehearsal: revisions that are made until it ends are taken back then, also within an open group.
  ///
  /// The history can move in it, because moves are taken back, too. A rehearsal can contain others.
  ///
  /// - Throws: `.index` if the index cannot be written, or the error of an earlier revision that is written behind. The
  ///   transaction is rolled back then.
  public func beginRehearsal() throws(HistoryError) {
    precondition(
      isEditing && transaction.openRevision == nil,
      "a rehearsal begins between revisions, while editing")
    try rollingBack { () throws(HistoryError) in
      let writer = try transaction.finishedWriter()
      try writer.index.database.execute("SAVEPOINT rehearsal")
      writer.packs.setMark()
    }
    transaction.rehearsals.append(Rehearsal(state: state, current: current, openGroup: transaction.openGroup))
    transaction.openGroup = nil
  }

  /// Ends the rehearsal and takes back everything since it began; the canvas shows what it showed then.
  ///
  /// Does nothing if there is none, as after an error that ended the transaction.
  ///
  /// - Throws: `.disk` if a pack cannot be written, `.index` if the index cannot be written, `.damaged` if it is damaged.
  ///   The transaction is rolled back then.
  public func endRehearsal() throws(HistoryError) {
    guard let rehearsal = transaction.rehearsals.last else { return }
    let outer = transaction.rehearsals.dropLast()
    try takeBack(to: "rehearsal", rehearsal.state, rehearsal.current)
    transaction.openGroup = rehearsal.openGroup
    transaction.rehearsals = Array(outer)
  }

  /// Ends the rehearsal and keeps what it made, which takes effect when `commit` has returned.
  ///
  /// - Throws: `.index` if the index cannot be written, or the error of an earlier revision that is written behind. The
  ///   transaction is rolled back then.
  public func keepRehearsal() throws(HistoryError) {
    guard transaction.rehearsals.popLast() != nil else { return }
    try rollingBack { () throws(HistoryError) in
      try transaction.finishedWriter().index.database.execute("RELEASE rehearsal")
    }
    transaction.writer.packs.clearMark()
  }

  /// Takes back everything since a savepoint of the index, at which a mark of the packs was set.
  ///
  /// - Throws: the errors of `endRehearsal`.
  func takeBack(to savepoint: String, _ state: DocumentState, _ current: Revision) throws(HistoryError) {
    try rollingBack { () throws(HistoryError) in
      try abandonRevision()
      let writer = try transaction.finishedWriter()
      try writer.index.database.execute("ROLLBACK TO \(savepoint)")
      try writer.index.database.execute("RELEASE \(savepoint)")
      transaction.openGroup = nil
      // A pack that could not be removed must be swept, because its number will be used again.
      if !writer.packs.rollBackToMark() { recovery.isSwept = false }
      // Pending content of earlier steps is only in memory. After it is written, the memory may be cleared.
      try writePacks()
    }
    recovery.forgetNotes()
    forget()
    transaction.shown.isWhole = false
    transaction.state = state
    transaction.current = current
  }
}
