import PaintRaster

extension IndexBuilder {
  /// Computes every revision's fingerprint from the tiles of pictures that were read.
  ///
  /// A recorded fingerprint that differs is corrected, and its revision is marked.
  ///
  /// A fingerprint is a sum over tiles, so its parts may be added in any order. This goes tile by tile, with the
  /// versions of one tile at a time. A version replaces the version of the nearest ancestor that wrote the tile.
  /// - Complexity: O(tile versions · log) time; memory for the revisions and the versions of one tile.
  func verifyFingerprints(_ tree: TreeOrder) throws(HistoryError) {
    var changes: [Int: Fingerprint] = [:]
    for number in tree.numbers { changes[number] = Fingerprint(high: 0, low: 0) }
    let query = try index.database.statement(
      "SELECT tile, revision, high, low FROM temp.hash ORDER BY tile, revision")
    defer { query.reset() }
    var versions: [Version] = []
    var tile: UInt32 = 0
    while try query.step() {
      let key = UInt32(truncatingIfNeeded: query.int(0))
      if key != tile {
        add(versions, of: tile, to: &changes, tree)
        versions.removeAll(keepingCapacity: true)
        tile = key
      }
      let number = query.int(1)
      // Revisions that were cut off or abandoned have left their hashes.
      guard revisions[number] != nil || number < root else { continue }
      let shown = max(number, root)
      // The root shows the last of the versions up to it, which are in ascending order.
      if shown == root { versions.removeAll(keepingCapacity: true) }
      versions.append(
        Version(
          revision: shown, position: tree.position(of: shown),
          hash: BlockHash(
            low: UInt64(truncatingIfNeeded: query.int(3)), high: UInt64(truncatingIfNeeded: query.int(2)))))
    }
    add(versions, of: tile, to: &changes, tree)
    compare(changes, tree)
  }

  private struct Version {
    var revision: Int
    var position: Int
    var hash: BlockHash
  }

  /// Adds the changes that the versions of one tile make to the fingerprints of their revisions.
  private func add(
    _ versions: [Version], of tile: UInt32, to changes: inout [Int: Fingerprint], _ tree: TreeOrder
  ) {
    let index = TilePlace(key: tile).index
    var enclosing: [Version] = []
    for version in versions.sorted(by: { $0.position < $1.position }) {
      while let last = enclosing.last, !tree.isAncestor(last.revision, of: version.revision) { enclosing.removeLast() }
      guard let revision = revisions[version.revision] else { continue }
      let before: BlockHash
      if revision.base != version.revision, let last = enclosing.last, last.revision >= revision.base {
        before = last.hash
      } else {
        before = Fingerprint.blockHash(of: .color(revision.background), at: index, canvas: revision.size)
      }
      changes[version.revision]?.replace(tile: index, old: before, new: version.hash)
      enclosing.append(version)
    }
  }

  private func compare(_ changes: [Int: Fingerprint], _ tree: TreeOrder) {
    for number in tree.numbers {
      guard var revision = revisions[number], let change = changes[number] else { continue }
      let blank = { Fingerprint(blank: revision.size, color: revision.background) }
      let above = revision.base == number ? nil : revision.parent
      let fingerprint = (above.flatMap { revisions[$0]?.fingerprint } ?? blank()).adding(change)
      guard fingerprint != revision.fingerprint else { continue }
      // If it has lost nothing itself, it shows what an ancestor has lost.
      let isWhole = lost[number]?.isEmpty ?? true
      revision.firstDivergentRevision =
        (isWhole ? above.flatMap { revisions[$0]?.firstDivergentRevision } : nil) ?? number
      revision.fingerprint = fingerprint
      revision.needsNewRecord = true
      revisions[number] = revision
    }
  }
}
