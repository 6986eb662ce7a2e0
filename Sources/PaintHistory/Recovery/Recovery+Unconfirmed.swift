import PaintRaster
import SystemPackage

/// The result of recovering unconfirmed packs.
public struct RecoveryResult: Sendable, Hashable {
  /// The revisions that were added, in ascending order.
  public var revisions: [Int] = []
  /// The branches that lead to them.
  public var branches: [Branch] = []
  /// The number of packs that are left, because part of them is incomplete or follows a missing revision.
  public var packsLeft = 0
}

extension Recovery {
  /// Adds the complete revisions of unconfirmed packs, and a branch `recovered-N` for the last of each line of them;
  /// the current revision does not change.
  func recoverUnconfirmed() throws(HistoryError) -> RecoveryResult {
    precondition(isEditing && transaction.openGroup == nil && access != .dryRun, "steps come back while editing")
    return try history.rollingBack { () throws(HistoryError) in
      var recovered = RecoveryResult()
      var ends: Set<Int> = []
      recoveredNumbers = [:]
      // A writer that was killed may have left some of them among the packs.
      _ = try removeOrSetAside(unknownPacks())
      for edit in try unconfirmedEdits() {
        guard let (number, parent) = try add(edit) else { continue }
        recovered.revisions.append(number)
        ends.remove(parent)
        ends.insert(number)
      }
      var names = Set(try history.branches().map(\.name))
      var number = 1
      for end in ends.sorted() {
        while !names.insert("recovered-\(number)").inserted { number += 1 }
        try history.setBranch("recovered-\(number)", to: end)
        recovered.branches.append(Branch(name: "recovered-\(number)", revision: end))
      }
      if !ends.isEmpty { transaction.state.steps = -1 }
      return recovered
    }
  }

  /// Removes the unconfirmed packs whose revisions, names and groups are all part of the document; returns the number
  /// of packs that are left.
  func removeRecoveredPacks() throws(HistoryError) -> Int {
    var library = PackLibrary(packs)
    var redundant: [FilePath] = []
    let all = try unconfirmed.evidence()
    let branches = Dictionary(uniqueKeysWithValues: try history.branches().map { ($0.name, $0.revision) })
    for (file, evidence) in all {
      var needed = evidence
      needed.removeTransientNotes(branches: branches)
      needed.renumber { recoveredNumbers[EditIdentity($0.revision)] }
      guard !evidence.isEmpty, try proof(that: needed, of: 0, isRedundantIn: &library) == .isRedundant else { continue }
      redundant.append(file)
    }
    try unconfirmed.remove(redundant)
    return all.count - redundant.count
  }

  /// Removes all unconfirmed packs; returns their number and bytes.
  func forgetUnconfirmed() throws(HistoryError) -> (packs: Int, bytes: Int) {
    precondition(isEditing, "packs go while the document is locked")
    // Before anything is set aside or removed.
    try unconfirmed.checkEntries()
    var files: [FilePath] = []
    let unknown = try unknownPacks()
    if access == .dryRun {
      // A writer would set aside the packs with unused numbers, and of the others those that are not redundant.
      let (behind, used) = (unknown.filter { $0 >= state.nextPack }, unknown.filter { $0 < state.nextPack })
      let names = (try sort(used).unconfirmed + behind).map(PackStore.fileName(of:))
      files = try unconfirmed.files() + names.map { path.appending("packs").appending($0) }
    } else {
      // A writer that was killed may have left some of them among the packs.
      _ = try removeOrSetAside(unknown)
      files = try unconfirmed.files()
    }
    var bytes = 0
    for file in files {
      let status = try HistoryError.catching(disk.status(of: file, followingLinks: false))
      bytes += Int(status?.size ?? 0)
    }
    if access != .dryRun { try unconfirmed.remove(files) }
    return (files.count, bytes)
  }

  /// The parts of a revision in unconfirmed packs.
  private struct UnconfirmedEdit {
    var revision: Revision
    var tiles: [UInt32: Tile] = [:]
    /// Tiles of planes other than the picture that some pack names, but does not contain.
    var unreadable: Set<UInt32> = []
  }

  /// The revisions in unconfirmed packs, ordered by number and time.
  private func unconfirmedEdits() throws(HistoryError) -> [UnconfirmedEdit] {
    var edits: [EditIdentity: UnconfirmedEdit] = [:]
    var failed: Set<EditIdentity> = []
    for file in try unconfirmed.files() {
      guard let bytes = try HistoryError.catching(disk.packBytes(of: file)) else { continue }
      for part in try PackContents(0, file: bytes).parts where part.record.document == state.identity {
        let identity = EditIdentity(part.record.revision)
        if part.record.isAbandoned { failed.insert(identity) }
        guard !part.record.isPruned, identity.number < state.nextRevision else { continue }
        var edit = edits[identity] ?? UnconfirmedEdit(revision: part.record.revision)
        // Only the last record of a revision has its final pixels and fingerprint.
        edit.revision = part.record.revision
        for slot in part.slots {
          if let pixels = slot.pixels {
            edit.tiles[slot.key] = .pixels(pixels)
          } else if TilePlace(key: slot.key).plane != .picture {
            edit.unreadable.insert(slot.key)
          }
        }
        for tile in part.record.colors { edit.tiles[tile.tile] = .color(tile.color) }
        edits[identity] = edit
      }
    }
    return edits.keys.sorted { ($0.number, $0.time, $0.command) < ($1.number, $1.time, $1.command) }
      .filter { !failed.contains($0) }.compactMap { edits[$0] }
  }

  private func isKnown(_ number: Int) throws(HistoryError) -> Bool {
    try index.revision(number) != nil
  }

  /// Adds a revision after its parent; nil if it is already part of the document, or incomplete.
  ///
  /// If several revisions had the parent's number, the fingerprint decides.
  private func add(_ edit: UnconfirmedEdit) throws(HistoryError) -> (number: Int, parent: Int)? {
    var edit = edit
    if let source = edit.revision.sameAs, edit.tiles.isEmpty {
      edit.revision.sameAs = nil
      edit.tiles = try tiles(of: recoveredNumbers.first { $0.key.number == source }?.value ?? source)
    }
    guard let named = edit.revision.parent else { return nil }
    var parents = recoveredNumbers.filter { $0.key.number == named }.map(\.value).sorted()
    if try isKnown(named), !parents.contains(named) { parents.append(named) }
    for parent in parents {
      for child in try history.children(of: parent) {
        let known = try history.revision(child)
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

  /// The tiles that a revision wrote; none if it is not part of the document.
  private func tiles(of number: Int) throws(HistoryError) -> [UInt32: Tile] {
    guard try isKnown(number) else { return [:] }
    // Those of revisions that were just added are read from their packs.
    try history.writePacks()
    var tiles: [UInt32: Tile] = [:]
    let keys = try index.tiles(of: number)
    for key in keys {
      guard let version = try index.version(of: key, writtenBy: number) else { continue }
      tiles[key] = try packs.tile(at: version.location)
    }
    return tiles
  }

  /// Adds a revision to packs and index if its picture after that parent has the recorded fingerprint and the files
  /// that its command mentions exist.
  private func add(_ edit: UnconfirmedEdit, after number: Int) throws(HistoryError) -> Int? {
    var revision = edit.revision
    let parent = try history.revision(number)
    let isBase = revision.base == revision.number
    guard isBase || parent.size == revision.size && parent.background == revision.background else { return nil }
    // The fingerprint proves that the picture is complete, but nothing else. A record without a count is of the only
    // pack of its revision.
    guard edit.unreadable.subtracting(edit.tiles.keys).isEmpty, edit.tiles.count >= revision.tileCount,
      SelectionState.isWhole(edit.tiles, of: revision)
    else { return nil }
    for content in ContentName.mentioned(in: revision.command) where try history.keptFile(content) == nil { return nil }
    // Revisions that were just added are read from their packs.
    try history.writePacks()
    let before = try history.snapshot(at: number)
    var fingerprint = isBase ? Fingerprint(blank: revision.size, color: revision.background) : parent.fingerprint
    let keys = edit.tiles.keys.sorted()
    for key in keys {
      let place = TilePlace(key: key)
      guard let tile = edit.tiles[key], place.isOn(revision.size) else { return nil }
      guard place.plane == .picture else { continue }
      let position = place.index
      let old = isBase ? .color(revision.background) : try before.uncachedTile(at: position)
      fingerprint.replace(tile: position, old: old, new: tile, canvas: revision.size)
    }
    guard fingerprint == revision.fingerprint else { return nil }
    let isTaken = try isKnown(revision.number)
    if isTaken || revision.number <= number {
      revision.number = state.nextRevision
      transaction.state.nextRevision += 1
    }
    revision.parent = number
    revision.base = isBase ? revision.number : parent.base
    let node = try tree.newChild(of: number)
    revision.depth = node.depth
    revision.group = nil
    revision.tileCount = keys.count
    transaction.add(.begin(revision, document: state.identity))
    for key in keys { if let tile = edit.tiles[key] { transaction.add(.tile(key, tile)) } }
    transaction.add(.end(revision, node, tiles: keys))
    try transaction.send()
    transaction.state.revisions += 1
    return revision.number
  }
}

/// Distinguishes edits with the same number.
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
