import PaintRaster
import SystemPackage

/// What came back of the packs that the index did not know.
public struct Recovered: Sendable, Hashable {
  /// The revisions that are part of the document again, rising.
  public var revisions: [Int] = []
  /// The branches that lead to them.
  public var branches: [Branch] = []
  /// Packs that are left, because something in them is not whole or follows a revision that is not there.
  public var packsLeft = 0
}

extension History {
  /// Adds the whole revisions of unconfirmed packs, each with its own number, and a branch `recovered-N` on the last of
  /// each line of them; what is current stays.
  ///
  /// A revision is whole where its parent is there and its tiles give the fingerprint that was recorded. It counts once
  /// `commit` has returned; `dropRecovered` then removes the packs that are not needed any more.
  ///
  /// - Throws: `.disk`, `.index`, `.damaged`; the transaction is over then.
  /// - Complexity: reads the unconfirmed packs, and what their revisions replaced.
  public func recoverUnconfirmed() throws(HistoryError) -> Recovered {
    precondition(isEditing && openGroup == nil && access != .rehearsing, "steps come back while editing")
    do throws(HistoryError) {
      var recovered = Recovered()
      var ends: Set<Int> = []
      for edit in try unconfirmedEdits() {
        guard let parent = edit.revision.parent, try isKnown(parent), try add(edit) else { continue }
        recovered.revisions.append(edit.revision.number)
        ends.remove(parent)
        ends.insert(edit.revision.number)
      }
      var names = Set(try branches().map(\.name))
      var number = 1
      for end in ends.sorted() {
        while !names.insert("recovered-\(number)").inserted { number += 1 }
        try setBranch("recovered-\(number)", to: end)
        recovered.branches.append(Branch(name: "recovered-\(number)", revision: end))
      }
      if !ends.isEmpty { state.steps = -1 }
      return recovered
    } catch {
      if isEditing { rollback() }
      throw error
    }
  }

  /// Removes the unconfirmed packs whose revisions are all part of the document, and whose names and groups are known;
  /// returns how many are left.
  ///
  /// Between `beginEditing` and `commit`, once what was recovered is committed.
  ///
  /// - Throws: `.disk` where a pack cannot be read or removed, `.index` where the index cannot be read; `.damaged`
  ///   where it is damaged, or where the folder's name belongs to something else.
  public func dropRecovered() throws(HistoryError) -> Int {
    var library = PackLibrary(packs)
    var spare: [FilePath] = []
    let all = try unconfirmed.evidence()
    for (file, evidence) in all {
      var needed = evidence
      needed.forgetPassingNotes()
      guard !evidence.isEmpty, try proof(that: needed, of: 0, isSpareIn: &library) == .isSpare else { continue }
      spare.append(file)
    }
    try unconfirmed.remove(spare)
    return all.count - spare.count
  }

  /// Removes all unconfirmed packs; returns how many they were, and their bytes.
  ///
  /// - Throws: `.disk`; `.damaged` where the folder's name belongs to something else.
  public func forgetUnconfirmed() throws(HistoryError) -> (packs: Int, bytes: Int) {
    precondition(isEditing, "packs go while the document is locked")
    let files = try unconfirmed.files()
    var bytes = 0
    for file in files {
      let status = try HistoryError.catching { () throws(DiskError) in
        try disk.status(of: file, followingLinks: false)
      }
      bytes += Int(status?.size ?? 0)
    }
    if access != .rehearsing { try unconfirmed.remove(files) }
    return (files.count, bytes)
  }

  /// A revision of unconfirmed packs, as far as they have it.
  private struct UnconfirmedEdit {
    var revision: Revision
    var tiles: [UInt32: Tile] = [:]
  }

  /// The revisions that unconfirmed packs have, by number, without those that are part of the document.
  private func unconfirmedEdits() throws(HistoryError) -> [UnconfirmedEdit] {
    var edits: [Int: UnconfirmedEdit] = [:]
    var failed: Set<Int> = []
    for file in try unconfirmed.files() {
      guard let bytes = try HistoryError.catching({ () throws(DiskError) in try disk.packBytes(of: file) }) else {
        continue
      }
      for part in PackContents(0, file: bytes).parts where part.record.document == state.identity {
        let number = part.record.revision.number
        if part.record.isAbandoned { failed.insert(number) }
        guard !part.record.isPruned, number < state.nextRevision else { continue }
        var edit = edits[number] ?? UnconfirmedEdit(revision: part.record.revision)
        // The last record of a revision knows its pixels and its fingerprint.
        edit.revision = part.record.revision
        for slot in part.slots { if let pixels = slot.pixels { edit.tiles[slot.key] = .pixels(pixels) } }
        for tile in part.record.colors { edit.tiles[tile.tile] = .color(tile.color) }
        edits[number] = edit
      }
    }
    var missing: [UnconfirmedEdit] = []
    for number in edits.keys.sorted() where !failed.contains(number) {
      if let edit = edits[number], try !isKnown(number) { missing.append(edit) }
    }
    return missing
  }

  private func isKnown(_ number: Int) throws(HistoryError) -> Bool {
    try HistoryError.catching { () throws(DatabaseError) in try index.revision(number) } != nil
  }

  /// Adds a revision to packs and index, if its picture has the fingerprint that was recorded.
  private func add(_ edit: UnconfirmedEdit) throws(HistoryError) -> Bool {
    var revision = edit.revision
    guard let number = revision.parent else { return false }
    let parent = try self.revision(number)
    let isBase = revision.base == revision.number
    let isAlike = parent.size == revision.size && parent.background == revision.background
    guard isBase || isAlike && revision.base == parent.base else { return false }
    // What was added just now is read from its pack.
    try writePacks()
    let before = try snapshot(at: number)
    var fingerprint = isBase ? Fingerprint(blank: revision.size, color: revision.background) : parent.fingerprint
    let keys = edit.tiles.keys.sorted()
    for key in keys {
      let position = TileIndex(key: key)
      guard let tile = edit.tiles[key], position.x < revision.size.tileColumns, position.y < revision.size.tileRows
      else { return false }
      let old = isBase ? .color(revision.background) : try before.passingTile(at: position)
      fingerprint.replace(tile: position, old: old, new: tile, canvas: revision.size)
    }
    guard fingerprint == revision.fingerprint else { return false }
    let node = try tree.newChild(of: number, in: index)
    revision.depth = node.depth
    revision.group = nil
    revision.tileCount = keys.count
    outbox.append(.begin(revision, document: state.identity))
    for key in keys { if let tile = edit.tiles[key] { outbox.append(.tile(key, tile)) } }
    outbox.append(.end(revision, node, tiles: keys))
    try send()
    state.revisions += 1
    return true
  }
}
