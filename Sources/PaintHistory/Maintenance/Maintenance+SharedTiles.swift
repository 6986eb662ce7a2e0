import PaintRaster

/// A step that is taken over has the tiles of another one, in whose packs they are. Before one of the two is removed,
/// the other gets its own copy, so that whatever removes tiles knows one revision for each.
extension Maintenance {
  /// Gives a revision that is removed, and those that have its tiles, tiles of their own.
  ///
  /// - Complexity: O(tiles of the revision), for each revision that has them.
  func separateTiles(of number: Int) throws(HistoryError) {
    try separateTilesOfOthers(from: number)
    if let revision = try index.revision(number), revision.sameAs != nil { try separate(revision) }
  }

  /// Gives the revisions that have the tiles of one that is removed tiles of their own: the first of them writes them.
  func separateTilesOfOthers(from number: Int) throws(HistoryError) {
    var others = try index.revisions(sameAs: number)[...]
    guard let first = others.popFirst() else { return }
    try separate(try index.indexedRevision(first))
    for other in others { try share(try index.indexedRevision(other), with: first) }
  }

  /// Writes the tiles that a revision has from another one.
  private func separate(_ revision: Revision) throws(HistoryError) {
    var revision = revision
    revision.sameAs = nil
    var tiles: [(key: UInt32, tile: Tile)] = []
    let keys = try index.tiles(of: revision.number)
    for key in keys {
      let version = try index.version(of: key, writtenBy: revision.number)
      // A tile of the pack that is being built cannot be read yet.
      if case .slot(let slot)? = version?.location, slot.pack >= transaction.writer.packs.pack {
        try history.writePacks()
      }
      guard let version, let tile = try packs.tile(at: version.location) else {
        throw .damaged("the index lacks a tile of r\(revision.number)")
      }
      tiles.append((key, tile))
    }
    try record(revision) { (writer) throws(HistoryError) in
      for (key, tile) in tiles {
        switch tile {
        case .color(let color): writer.append(color, of: key)
        case .pixels(let pixels):
          try index.move(key, of: revision.number, to: try writer.append(pixels, of: key))
        }
      }
    }
  }

  /// Records that a revision has the tiles of another one than before.
  private func share(_ revision: Revision, with source: Int) throws(HistoryError) {
    var revision = revision
    revision.sameAs = source
    let keys = try index.tiles(of: revision.number)
    try record(revision) { (_) throws(HistoryError) in
      for key in keys {
        guard case .slot(let slot)? = try index.version(of: key, writtenBy: source)?.location else { continue }
        try index.move(key, of: revision.number, to: slot)
      }
    }
  }

  /// Writes a new record of a revision, with the tiles that `body` adds.
  private func record(
    _ revision: Revision, _ body: (inout PackWriter) throws(HistoryError) -> Void
  ) throws(HistoryError) {
    let writer = try transaction.finishedWriter()
    let former = try index.prunedRow(revision.number)
    writer.packs.begin(revision, document: state.identity)
    try body(&writer.packs)
    let pack = writer.packs.end(as: revision)
    typealias Column = IndexPart.Column.Revision
    try index.update(.revision, revision.number, [(Column.pack, pack), (Column.same, revision.sameAs)])
    if let former { try index.markDead(former.recordBytes, of: former.pack, in: &transaction.state) }
    if current.number == revision.number { transaction.current.sameAs = revision.sameAs }
  }
}
