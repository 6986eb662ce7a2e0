import PaintHistory
import PaintRaster

extension History {
  /// Adds a selection to the open revision, or that there is none.
  ///
  /// - Returns: what was stored about it.
  func add(_ mask: SelectionMask?, _ summary: SelectionSummary?) throws(HistoryError) -> SelectionState? {
    guard let mask, let summary else {
      try add(SelectionState.tile(nil), at: SelectionState.place, in: .selectionSummary)
      return nil
    }
    let state = SelectionState(
      revision: self.state.nextRevision, selectsOutside: mask.isMostlyAll, summary: summary)
    for index in mask.tileIndices(otherThan: state.outside) { try add(mask[index], at: index, in: .selection) }
    try add(SelectionState.tile(state), at: SelectionState.place, in: .selectionSummary)
    return state
  }
}

extension Document {
  /// What is known about the selection of the current revision; nil if there is none.
  ///
  /// - Throws: the errors of `History.tile`.
  /// - Complexity: one lookup, or none after an edit.
  public func selection() throws(HistoryError) -> SelectionState? {
    let current = history.current
    if let known = knownSelection, known.revision.number == current.number, known.revision.time == current.time,
      known.revision.fingerprint == current.fingerprint
    {
      return known.state
    }
    var state: SelectionState?
    if let tile = try history.tile(at: SelectionState.place, in: .selectionSummary, since: 0),
      let writer = try history.writer(of: SelectionState.place, in: .selectionSummary)
    {
      state = try SelectionState(tile, writtenBy: writer)
    }
    knownSelection = (current, state)
    return state
  }

  /// What is known about the selection of a picture's revision; nil if there is none.
  ///
  /// - Throws: the errors of `Snapshot.tile`.
  public func selection(of picture: Snapshot) throws(HistoryError) -> SelectionState? {
    guard let tile = try picture.tile(at: SelectionState.place, in: .selectionSummary, since: 0),
      let writer = try picture.writer(of: SelectionState.place, in: .selectionSummary)
    else { return nil }
    return try SelectionState(tile, writtenBy: writer)
  }

  /// The mask of a picture's revision; nil if there is no selection.
  ///
  /// - Throws: the errors of `Snapshot.tile`; `.damaged` if the mask does not have its fingerprint.
  /// - Complexity: O(tiles); memory for those that are selected in part.
  public func selectionMask(of picture: Snapshot) throws(HistoryError) -> SelectionMask? {
    guard let state = try selection(of: picture) else { return nil }
    var mask = SelectionMask(on: picture.size, selectingAll: state.selectsOutside)
    for row in 0..<picture.size.tileRows {
      do throws(SnapshotError<Never>) {
        try picture.forEachTile(
          row: row, columns: 0..<picture.size.tileColumns, in: .selection, since: state.revision
        ) { (index, tile) throws(Never) in mask.set(tile, at: index) }
      } catch {
        throw HistoryError(error)
      }
    }
    // What never left memory cannot be damaged.
    guard history.isInMemory || mask.summary == state.summary else {
      throw .damaged("the selection of r\(picture.revision.number) does not have the fingerprint that was recorded")
    }
    return mask
  }
}
