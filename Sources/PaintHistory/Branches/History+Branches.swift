extension History {
  /// All branches, ordered by the bytes of their names.
  ///
  /// - Throws: `.index` where the index cannot be read, `.damaged` where it is damaged.
  public func branches() throws(HistoryError) -> [Branch] {
    try HistoryError.catching { () throws(DatabaseError) in try index.branches() }
  }

  /// The revision that a branch's name stands on; nil where there is no such name.
  ///
  /// - Throws: `.index` where the index cannot be read, `.damaged` where it is damaged.
  public func branch(_ name: String) throws(HistoryError) -> Int? {
    try HistoryError.catching { () throws(DatabaseError) in try index.branch(name) }
  }

  /// Puts a branch's name on a revision, wherever it stood before.
  ///
  /// It counts once `commit` has returned.
  ///
  /// - Throws: `.unknownRevision` where there is no such revision.
  public func setBranch(_ name: String, to number: Int) throws(HistoryError) {
    precondition(!name.isEmpty, "a branch has a name")
    _ = try revision(number)
    try note(.branch(name, revision: number))
  }

  /// Removes a branch's name; the revision stays.
  ///
  /// - Throws: `.index` or `.damaged` where the index cannot be changed. The transaction is over then, and the document
  ///   is as it was at the last commit.
  public func removeBranch(_ name: String) throws(HistoryError) {
    try note(.unbranch(name))
  }

  /// Gives a revision another name.
  ///
  /// - Throws: `.unknownRevision` where there is no such revision.
  public func rename(_ number: Int, to name: String) throws(HistoryError) {
    _ = try revision(number)
    try note(.rename(number, name: name))
    if current.number == number { current.name = name }
    openGroup?.rename(number, to: name)
  }

  /// Makes a change that is none of pixels, in packs and index alike.
  ///
  /// - Throws: after an error the transaction is over and the document as it was at the last commit.
  func note(_ change: NoteRecord.Change, replacing former: Int = 0) throws(HistoryError) {
    precondition(isEditing && open == nil, "names change between beginEditing and commit, and between revisions")
    outbox.append(
      .note(NoteRecord(number: state.nextNote, document: state.identity, change: change, replaces: former)))
    state.nextNote += 1
    do throws(HistoryError) {
      try send()
    } catch {
      rollback()
      throw error
    }
  }
}
