extension History {
  /// All branches, ordered by the bytes of their names.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  public func branches() throws(HistoryError) -> [Branch] { try index.branches() }

  /// The revision that a branch points to; nil if there is no such branch.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  public func branch(_ name: String) throws(HistoryError) -> Int? { try index.branch(name) }

  /// Makes a branch point to a revision; creates or moves it.
  ///
  /// It takes effect when `commit` has returned.
  ///
  /// - Throws: `.unknownRevision` if the revision does not exist; `.index` or `.damaged` if the index cannot be changed,
  ///   and the transaction is rolled back then.
  public func setBranch(_ name: String, to number: Int) throws(HistoryError) {
    precondition(!name.isEmpty, "a branch has a name")
    _ = try revision(number)
    try note(.branch(name, revision: number))
  }

  /// Removes a branch's name; the revision stays.
  ///
  /// - Throws: `.index` or `.damaged` if the index cannot be changed. The transaction is rolled back then.
  public func removeBranch(_ name: String) throws(HistoryError) {
    try note(.unbranch(name))
  }

  /// Gives a revision another name.
  ///
  /// - Throws: `.unknownRevision` if the revision does not exist; `.index` or `.damaged` if the index cannot be changed,
  ///   and the transaction is rolled back then.
  public func rename(_ number: Int, to name: String) throws(HistoryError) {
    _ = try revision(number)
    try note(.rename(number, name: name))
    if current.number == number { transaction.current.name = name }
    transaction.openGroup?.rename(number, to: name)
  }

  /// Makes a change that does not concern pixels, both in the packs and in the index.
  ///
  /// - Throws: after an error the transaction is rolled back.
  func note(_ change: NoteRecord.Change, replacing former: Int = 0) throws(HistoryError) {
    precondition(
      isEditing && transaction.openRevision == nil,
      "names change between beginEditing and commit, and between revisions")
    transaction.add(
      .note(NoteRecord(number: state.nextNote, document: state.identity, change: change, replaces: former)))
    transaction.state.nextNote += 1
    try rollingBack { () throws(HistoryError) in try transaction.send() }
  }
}
