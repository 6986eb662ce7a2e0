import PaintRaster

/// A mask is stored with its summary, which would not describe it any longer if some of its tiles are lost.
extension IndexBuilder {
  /// Finds the selections that have lost tiles; their summaries are written anew by the repair.
  func findIncompleteSelections() throws(HistoryError) {
    for (number, revision) in revisions {
      let isLost = lost[number]?.keys.contains { Self.isOfSelection($0) } ?? false
      guard isLost || revision.unnamedTiles > 0, let writer = try selectionWriter(at: number) else { continue }
      selectionsToSummarise.insert(writer)
      if writer == number { revisions[number]?.needsNewRecord = true } else { stubsToWrite.insert(writer) }
      guard try index.version(of: SelectionState.key, writtenBy: writer) == nil else { continue }
      // The list of its tiles has the summary; the repair writes its value.
      try index.insert(TileVersion(revision: writer, location: .color(.transparent)), of: SelectionState.key)
      summariesToAdd.insert(writer)
    }
  }

  private static func isOfSelection(_ key: UInt32) -> Bool {
    [TilePlane.selection, .selectionSummary].contains(TilePlace(key: key).plane)
  }

  /// The revision of which tiles of a selection are left: the given one, or for the root also the last one before it;
  /// nil if there is none.
  private func selectionWriter(at number: Int) throws(HistoryError) -> Int? {
    let query = try index.database.statement(
      "SELECT max(revision) FROM tile WHERE tile BETWEEN ?1 AND ?2 AND revision BETWEEN ?3 AND ?4")
    query.bind(1, Int(TilePlane.selection.keys.lowerBound))
    query.bind(2, Int(TilePlane.selectionSummary.keys.upperBound))
    query.bind(3, number == root ? 0 : number)
    query.bind(4, number)
    defer { query.reset() }
    return try query.step() ? query.optionalInt(0) : nil
  }

  /// The summary of what is left of the mask that a revision wrote.
  func summaryOfSelection(_ number: Int, packs: PackStore) throws(HistoryError) -> Tile? {
    guard selectionsToSummarise.contains(number), let size = revisions[number]?.size ?? revisions[root]?.size else {
      return nil
    }
    var tiles: [UInt32: Tile] = [:]
    for key in try index.tilesListed(of: number) where Self.isOfSelection(key) {
      if key == SelectionState.key, summariesToAdd.contains(number) { continue }
      guard let version = try index.version(of: key, writtenBy: number) else { continue }
      tiles[key] = try packs.tile(at: version.location)
    }
    return SelectionState.tile(forRemaining: tiles, of: Revision(stub: number, size: size, background: .transparent))
  }
}
