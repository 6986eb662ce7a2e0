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
  /// Adds the whole revisions of unconfirmed packs, and a branch `recovered-N` on the last of each line of them; what is
  /// current stays.
  ///
  /// Each has its own number, or a new one where another revision has that: an index that was put back may have used a
  /// number again.
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
      recoveredNumbers = [:]
      for edit in try unconfirmedEdits() {
        guard let (number, parent) = try add(edit) else { continue }
        recovered.revisions.append(number)
        ends.remove(parent)
        ends.insert(number)
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
      needed.renumber { recoveredNumbers[EditIdentity($0.revision)] }
      guard !evidence.isEmpty, try proof(that: needed, of: 0, isSpareIn: &library) == .isSpare else { continue }
      spare.append(file)
    }
    try unconfirmed.remove(spare)
    return all.count - spare.count
  }

  /// Removes all unconfirmed packs; returns how many they were, and their bytes.
  ///
  /// A rehearsal only counts them.
  ///
  /// - Throws: `.disk`; `.damaged` where the folder's name belongs to something else.
  public func forgetUnconfirmed() throws(HistoryError) -> (packs: Int, bytes: Int) {
    precondition(isEditing, "packs go while the document is locked")
    var files = try unconfirmed.files()
    if access == .rehearsing {
      // A writer puts those aside first that the index does not know yet.
      let behind = try HistoryError.catching { () throws(DiskError) in try packs.numbers(from: state.nextPack) }
      files += behind.map { path.appending("packs").appending(PackStore.fileName(of: $0)) }
    }
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

  /// The revisions that unconfirmed packs have, by number, the older of two with the same number first.
  private func unconfirmedEdits() throws(HistoryError) -> [UnconfirmedEdit] {
    var edits: [EditIdentity: UnconfirmedEdit] = [:]
    var failed: Set<EditIdentity> = []
    for file in try unconfirmed.files() {
      guard let bytes = try HistoryError.catching({ () throws(DiskError) in try disk.packBytes(of: file) }) else {
        continue
      }
      for part in PackContents(0, file: bytes).parts where part.record.document == state.identity {
        let identity = EditIdentity(part.record.revision)
        if part.record.isAbandoned { failed.insert(identity) }
        guard !part.record.isPruned, identity.number < state.nextRevision else { continue }
        var edit = edits[identity] ?? UnconfirmedEdit(revision: part.record.revision)
        // The last record of a revision knows its pixels and its fingerprint.
        edit.revision = part.record.revision
        for slot in part.slots { if let pixels = slot.pixels { edit.tiles[slot.key] = .pixels(pixels) } }
        for tile in part.record.colors { edit.tiles[tile.tile] = .color(tile.color) }
        edits[identity] = edit
      }
    }
    return edits.keys.sorted { ($0.number, $0.time, $0.command) < ($1.number, $1.time, $1.command) }
      .filter { !failed.contains($0) }.compactMap { edits[$0] }
  }

  private func isKnown(_ number: Int) throws(HistoryError) -> Bool {
    try HistoryError.catching { () throws(DatabaseError) in try index.revision(number) } != nil
  }

  /// Adds a revision after the one that it follows; nil where it is part of the document already, or not whole.
  ///
  /// Which revision it follows the fingerprint tells, where several had that number.
  private func add(_ edit: UnconfirmedEdit) throws(HistoryError) -> (number: Int, parent: Int)? {
    guard let named = edit.revision.parent else { return nil }
    var parents = recoveredNumbers.filter { $0.key.number == named }.map(\.value).sorted()
    if try isKnown(named), !parents.contains(named) { parents.append(named) }
    for parent in parents {
      for child in try children(of: parent) {
        let known = try revision(child)
        guard known.fingerprint == edit.revision.fingerprint, known.time == edit.revision.time,
          known.command == edit.revision.command
        else { continue }
        recoveredNumbers[EditIdentity(edit.revision)] = child
        return nil
      }
    }
    for parent in parents {
      guard let number = try add(edit, after: parent) else { continue }
      recoveredNumbers[EditIdentity(edit.revision)] = number
      return (number, parent)
    }
    return nil
  }

  /// Adds a revision to packs and index, if its picture after that parent has the fingerprint that was recorded, and the
  /// files that its command mentions are kept.
  private func add(_ edit: UnconfirmedEdit, after number: Int) throws(HistoryError) -> Int? {
    var revision = edit.revision
    let parent = try self.revision(number)
    let isBase = revision.base == revision.number
    guard isBase || parent.size == revision.size && parent.background == revision.background else { return nil }
    for content in ContentName.mentioned(in: revision.command) where try keptFile(content) == nil { return nil }
    // What was added just now is read from its pack.
    try writePacks()
    let before = try snapshot(at: number)
    var fingerprint = isBase ? Fingerprint(blank: revision.size, color: revision.background) : parent.fingerprint
    let keys = edit.tiles.keys.sorted()
    for key in keys {
      let position = TileIndex(key: key)
      guard let tile = edit.tiles[key], position.x < revision.size.tileColumns, position.y < revision.size.tileRows
      else { return nil }
      let old = isBase ? .color(revision.background) : try before.passingTile(at: position)
      fingerprint.replace(tile: position, old: old, new: tile, canvas: revision.size)
    }
    guard fingerprint == revision.fingerprint else { return nil }
    let isTaken = try isKnown(revision.number)
    if isTaken || revision.number <= number {
      revision.number = state.nextRevision
      state.nextRevision += 1
    }
    revision.parent = number
    revision.base = isBase ? revision.number : parent.base
    let node = try tree.newChild(of: number, in: index)
    revision.depth = node.depth
    revision.group = nil
    revision.tileCount = keys.count
    outbox.append(.begin(revision, document: state.identity))
    for key in keys { if let tile = edit.tiles[key] { outbox.append(.tile(key, tile)) } }
    outbox.append(.end(revision, node, tiles: keys))
    try send()
    state.revisions += 1
    return revision.number
  }
}

/// What tells edits apart that were given the same number.
struct EditIdentity: Hashable {
  var number: Int
  var parent: Int?
  var time: Int
  var command: String

  init(_ revision: Revision) {
    (number, parent) = (revision.number, revision.parent)
    (time, command) = (revision.time, revision.command)
  }
}
