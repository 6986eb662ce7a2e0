import PaintRaster

extension IndexBuilder {
  /// Fills in what packs have lost from another index of the document: records, one-colour tiles, names, groups,
  /// branches.
  ///
  /// - Parameter state: the document row of that index.
  func fill(from old: Index, _ state: DocumentState, packs: PackStore) throws(HistoryError) {
    guard state.identity == identity else { return }
    if color.isEmpty, !state.color.isEmpty {
      color = state.color
      if state.root > 0 { stubsToWrite.insert(0) }
    }
    let found = try index.tileCounts()
    let numbers = try old.revisions(after: -1)
    for number in numbers where number >= 0 && number < state.nextRevision && !isDiscarded(number) {
      let pack = try old.pack(of: number)
      // If a revision is split between packs, the record in the last one is valid.
      if let known = revisions[number], known.pack >= pack ?? 0 || damagedPacks[known.pack] == nil && pack == nil {
        try fillTiles(of: number, from: old, packs: packs, found: found[number, default: 0])
        continue
      }
      guard let revision = try old.revision(number) else { continue }
      try fill(revision, from: old, packs: packs, lostIn: pack ?? 0)
    }
    if state.root > 0 { try fillBelow(state.root, from: old, packs: packs) }
    let notes = try old.notes(after: 0)
    for note in notes where notePacks[note.number] == nil && note.number < state.nextNote {
      guard case .note(let record)? = PackRecord(note.text), record.number == note.number else { continue }
      problems.append(
        CheckProblem(
          code: .noteLost,
          message: "no pack has the note \(record.number), which \(record.change.words); the index has it",
          revision: nil, pack: note.pack))
      try add(record, pack: note.pack, needsNewRecord: true)
    }
  }

  /// Fills in tiles of pruned revisions that the root shows.
  private func fillBelow(_ root: Int, from old: Index, packs: PackStore) throws(HistoryError) {
    guard let size = try old.revision(root)?.size else { return }
    let versions = try old.versions(below: root)
    for (key, version) in versions {
      guard TilePlace(key: key).isOn(size), version.revision >= 0,
        !isDiscarded(version.revision),
        try index.version(of: key, writtenBy: version.revision) == nil
      else { continue }
      var tile: Tile?
      switch version.location {
      case .color(let color): tile = .color(color)
      case .slot(let location) where unclaimedSlots.contains(location):
        tile = try Self.tile(in: location, of: packs)
      case .slot(let location): lost[version.revision, default: [:]][key] = location.pack
      case .pending: break
      }
      guard let tile else { continue }
      stubsToWrite.insert(version.revision)
      try put(version.location, tile, of: key, revision: version.revision, size: size)
    }
  }

  private func fill(
    _ revision: Revision, from old: Index, packs: PackStore, lostIn pack: Int
  ) throws(HistoryError) {
    let number = revision.number
    var revision = revision
    // Values that no record can contain would be reported as damage by every later check.
    revision.pixels = min(max(0, revision.pixels), revision.size.width * revision.size.height)
    if let group = revision.group, group < 1 || group > number { revision.group = nil }
    problems.append(
      CheckProblem(
        code: .revisionLost,
        message: "r\(number) \(revision.name): its record in \(Self.name(of: pack)) is lost; the index has it",
        revision: number, pack: pack))
    var rebuilt = RebuiltRevision(revision, pack: pack, bytes: revision.bytes)
    rebuilt.needsNewRecord = true
    revisions[number] = rebuilt
    highestRevision = max(highestRevision, number)
    let sound = revision
    try insert(sound, pack: pack)
    // Those of another revision are added later.
    if sound.sameAs == nil { try fillTiles(of: sound, from: old, packs: packs, lostIn: pack) }
  }

  /// Fills in tiles of a revision whose last record was read, but whose records in other packs are lost.
  ///
  /// - Parameter count: the number of its tiles that were found.
  private func fillTiles(
    of number: Int, from old: Index, packs: PackStore, found count: Int
  ) throws(HistoryError) {
    // An older index may have had another edit with this number.
    guard let known = try index.revision(number), known.sameAs == nil, let revision = try old.revision(number),
      known.time == revision.time, known.command == revision.command,
      revision.tileCount > count + (lost[number]?.count ?? 0)
    else { return }
    try fillTiles(of: revision, from: old, packs: packs, lostIn: revisions[number]?.pack ?? 0)
    revisions[number]?.recordedTiles = revision.tileCount
    revisions[number]?.needsNewRecord = true
  }

  /// The tile in a slot; nil if it is damaged.
  ///
  /// Anything else that prevents reading it is thrown, because it may be whole.
  private static func tile(in slot: PackLocation, of packs: PackStore) throws(HistoryError) -> Tile? {
    do throws(HistoryError) {
      return .pixels(try packs.read(slot))
    } catch {
      guard case .damaged = error else { throw error }
      return nil
    }
  }

  /// Fills in the tiles of a revision that no record names; those that are damaged are lost.
  ///
  /// - Parameter pack: the pack that contained those of which the index does not know it.
  private func fillTiles(
    of revision: Revision, from old: Index, packs: PackStore, lostIn pack: Int
  ) throws(HistoryError) {
    let number = revision.number
    for key in try old.tilesWritten(by: number) {
      guard TilePlace(key: key).isOn(revision.size), try index.version(of: key, writtenBy: number) == nil else {
        continue
      }
      let location = try old.version(of: key, writtenBy: number)?.location
      var tile: Tile?
      var lostIn = pack
      switch location {
      case .color(let color)?: tile = .color(color)
      case .slot(let slot)?:
        lostIn = slot.pack
        if unclaimedSlots.contains(slot) { tile = try Self.tile(in: slot, of: packs) }
      case .pending?, nil: break
      }
      if let tile, let location {
        try put(location, tile, of: key, revision: number, size: revision.size)
      } else if lost[number]?[key] == nil {
        lost[number, default: [:]][key] = lostIn
      }
    }
  }
}

extension Index {
  /// The tile versions that revisions below `revision` wrote.
  func versions(below revision: Int) throws(HistoryError) -> [(tile: UInt32, version: TileVersion)] {
    let query = try database.statement(
      "SELECT \(IndexPart.tile.columns) FROM tile WHERE revision < ?1")
    query.bind(1, revision)
    defer { query.reset() }
    var versions: [(UInt32, TileVersion)] = []
    while try next(query, .tile) {
      guard let tile = UInt32(exactly: query.int(0)) else { continue }
      versions.append((tile, version(in: query)))
    }
    return versions
  }

  /// The number of tile versions that each revision wrote.
  ///
  /// - Complexity: O(all tile versions · log).
  func tileCounts() throws(HistoryError) -> [Int: Int] {
    let query = try database.statement("SELECT revision, count(*) FROM tile GROUP BY revision")
    defer { query.reset() }
    var counts: [Int: Int] = [:]
    while try query.step() { counts[query.int(0)] = query.int(1) }
    return counts
  }

  /// The tiles that a revision wrote; also for the start, which has no list of its tiles.
  func tilesWritten(by number: Int) throws(HistoryError) -> [UInt32] {
    let listed = try tiles(of: number)
    return listed.isEmpty && number == 0 ? try tilesListed(of: number) : listed
  }

  /// The tiles with a version that a revision wrote, found without its list.
  ///
  /// - Complexity: O(all tile versions).
  func tilesListed(of number: Int) throws(HistoryError) -> [UInt32] {
    let query = try database.statement("SELECT \(IndexPart.tile.columns) FROM tile WHERE revision = ?1 ORDER BY tile")
    query.bind(1, number)
    defer { query.reset() }
    var keys: [UInt32] = []
    while try next(query, .tile) { if let key = UInt32(exactly: query.int(0)) { keys.append(key) } }
    return keys
  }
}

extension NoteRecord.Change {
  /// What the note does, as part of a sentence.
  var words: String {
    switch self {
    case .rename(let revision, let name): "names r\(revision) '\(name)'"
    case .group(let group): "makes r\(group.first) to r\(group.last) the group '\(group.name)'"
    case .ungroup(let group): "dissolves the group that begins with r\(group)"
    case .branch(let name, let revision): "puts the branch '\(name)' on r\(revision)"
    case .unbranch(let name): "removes the branch '\(name)'"
    case .cut(let numbers): "cuts off r\(numbers.lowerBound) to r\(numbers.upperBound)"
    case .root(let root, _): "makes r\(root) the oldest revision"
    case .amend(let line): "makes r\(line.first) to r\(line.last) a line that was made again"
    case .limits: "sets the limits"
    }
  }
}
