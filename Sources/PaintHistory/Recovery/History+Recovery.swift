extension History {
  /// Whether there are steps that are not known to be synced.
  public var mayHaveLostSteps: Bool { state.mayHaveLostSteps }

  /// The steps that were cut off because their packs are missing or incomplete; nil if there were none.
  public var lostSteps: LostSteps? { recovery.lostSteps }

  /// The number of packs that this history has set aside, because the index does not know their content.
  public var unconfirmedPacks: Int { recovery.setAside }

  /// Adds the complete revisions of unconfirmed packs, and a branch `recovered-N` for the last of each line of them;
  /// the current revision does not change.
  ///
  /// Each keeps its number, or gets a new one if another revision has it: an index that was restored from a backup may
  /// have used a number again.
  ///
  /// A revision is complete if its parent exists and its tiles give the recorded fingerprint. It takes effect when
  /// `commit` has returned; `removeRecoveredPacks` then removes the packs that are not needed any longer.
  ///
  /// - Throws: `.disk`, `.index`, `.damaged`; the transaction is rolled back then.
  /// - Complexity: reads the unconfirmed packs, and the tiles that their revisions replaced.
  public func recoverUnconfirmed() throws(HistoryError) -> RecoveryResult { try recovery.recoverUnconfirmed() }

  /// Removes the unconfirmed packs whose revisions, names and groups are all part of the document; returns the number
  /// of packs that are left.
  ///
  /// To be called between `beginEditing` and `commit`, after the recovered revisions were committed.
  ///
  /// - Throws: `.disk` if a pack cannot be read or removed, `.index` if the index cannot be read; `.damaged` if it is
  ///   damaged, or if `unconfirmed` is not a folder.
  public func removeRecoveredPacks() throws(HistoryError) -> Int { try recovery.removeRecoveredPacks() }

  /// Removes all unconfirmed packs; returns their number and bytes.
  ///
  /// A dry run only counts them.
  ///
  /// - Throws: `.disk`, `.index` or `.outcomeUnknown` if packs cannot be set aside first; `.damaged` if the index needs one
  ///   of them, or if `unconfirmed` is not a folder or has other entries; nothing is removed then.
  public func forgetUnconfirmed() throws(HistoryError) -> (packs: Int, bytes: Int) { try recovery.forgetUnconfirmed() }
}
