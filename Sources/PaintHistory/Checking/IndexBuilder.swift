import PaintRaster
import SystemPackage

/// Builds an index from packs alone, in a new file; what cannot be read is reported as problems.
///
/// Memory holds a few numbers per revision and one pack; everything else is in the new file and in SQLite's temporary
/// files.
final class IndexBuilder {
  let index: Index
  /// The revisions that were found, by number.
  var revisions: [Int: RebuiltRevision] = [:]
  /// Abandoned edits, which are not revisions.
  private var abandoned: Set<Int> = []
  /// Revisions that were cut off after a power cut.
  private var cuts: [ClosedRange<Int>] = []
  /// The unreadable tiles of each revision, with the packs that contained them.
  var lost: [Int: [UInt32: Int]] = [:]
  /// Slots of damaged packs that no record names; the old index may know what they are.
  var unclaimedSlots: Set<PackLocation> = []
  /// The pack of each note.
  var notePacks: [Int: Int] = [:]
  /// Notes that no undamaged pack contains.
  var notesToWrite: Set<Int> = []
  /// Damaged packs, with a description of the damage.
  private(set) var damagedPacks: [Int: String] = [:]
  /// The document's identity.
  var identity: String?
  /// The colour chunks of the first picture.
  var color: [UInt8] = []
  /// The oldest revision that is kept, according to the last note about it.
  var root = 0
  /// The number of that note; 0 if there is none.
  var rootNote = 0
  /// The document's limits.
  var limits = Limits()
  /// Pruned revisions that are not ancestors of the root.
  var forgotten: [ClosedRange<Int>] = []
  /// The parents of pruned revisions.
  var formerParents: [Int: Int] = [:]
  /// Pruned revisions with visible tiles that have no record in an undamaged pack.
  var stubsToWrite: Set<Int> = []
  /// Revisions of whose mask tiles are lost, so that it needs a new summary.
  var selectionsToSummarise: Set<Int> = []
  /// Those of them whose summary is lost too.
  var summariesToAdd: Set<Int> = []
  /// Notes that are obsolete.
  var obsoleteNotes: Set<Int> = []
  /// The approximate bytes of each pack that records of pruned revisions take.
  var deadRecordBytes: [Int: Int] = [:]
  /// The highest revision number in any record, including pruned revisions.
  var highestRevision = 0
  var highestNote = 0
  private(set) var packCount = 0
  /// The packs that were read.
  private(set) var accounts: [Int: PackTotals] = [:]
  var problems: [CheckProblem] = []

  /// Begins an index in a new file.
  init(at path: FilePath, temporaryFolder: FilePath? = nil, files: SQLiteFiles) throws(HistoryError) {
    let database = try Database.open(path, mode: .creating, files: files)
    database.temporaryFolder = temporaryFolder
    // The settings of the journal and of syncing come first: the others are writes.
    try database.execute(
      """
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      PRAGMA page_size = 4096;
      PRAGMA application_id = \(IndexSchema.applicationID);
      PRAGMA user_version = \(IndexSchema.version);
      PRAGMA cache_size = -8192;
      CREATE TEMP TABLE hash(tile, revision, high, low, PRIMARY KEY (tile, revision)) WITHOUT ROWID;
      CREATE TEMP TABLE source(revision INTEGER PRIMARY KEY);
      BEGIN;
      """)
    try database.execute(IndexSchema.sql)
    index = Index(database)
    // Every row was written by this object.
    index.checking = .none
  }

  /// Adds the contents of a pack.
  ///
  /// Packs must be added in ascending order, so that the highest one wins.
  func add(_ pack: PackContents, bytes: Int) throws(HistoryError) {
    packCount += 1
    let slots = pack.parts.reduce(into: (count: 0, bytes: 0)) { sum, part in
      sum.count += part.slots.count
      for slot in part.slots { sum.bytes += Int(slot.location?.length ?? 0) + Index.minimumSlotBytes }
    }
    accounts[pack.number] = PackTotals(
      bytes: bytes, units: slots.count + pack.parts.count + pack.notes.count, slotBytes: slots.bytes)
    if identity == nil { identity = pack.documents.first }
    let isMixed = pack.documents.contains { $0 != identity }
    // Our records in a pack that is moved away are copied to a new pack.
    let damage = pack.damage ?? (isMixed ? "it has records of another document" : nil)
    if let damage { note(damage: damage, of: pack.number) }
    for part in pack.parts where part.record.document == identity {
      try add(part, of: pack.number, isDamaged: damage != nil)
    }
    for note in pack.notes where note.document == identity {
      try add(note, pack: pack.number, needsNewRecord: damage != nil)
    }
    if damage != nil { unclaimedSlots.formUnion(pack.unclaimedSlots) }
  }

  /// Records that a pack is damaged.
  func note(damage: String, of pack: Int) {
    damagedPacks[pack] = damage
    problems.append(
      CheckProblem(code: .packDamaged, message: "\(Self.name(of: pack)): \(damage)", revision: nil, pack: pack))
  }

  private func add(_ part: PackContents.Part, of pack: Int, isDamaged: Bool) throws(HistoryError) {
    let number = part.record.revision.number
    highestRevision = max(highestRevision, number)
    if part.record.isAbandoned { abandoned.insert(number) }
    if abandoned.contains(number) { return }
    if number == 0, !part.record.color.isEmpty { color = part.record.color }
    if part.record.isPruned {
      if isDamaged { stubsToWrite.insert(number) }
    } else {
      let before = revisions[number]
      // Content that was copied from a pack that is about to be removed counts once.
      let isCopy = before == nil ? false : try hasTile(of: part)
      var revision = RebuiltRevision(
        part.record.revision, pack: pack, bytes: (isCopy ? 0 : part.bytes) + (before?.bytes ?? 0))
      revision.needsNewRecord = isDamaged || before?.needsNewRecord ?? false
      revisions[number] = revision
      try insert(part.record.revision, pack: pack)
    }
    let size = part.record.revision.size
    for tile in part.record.colors {
      try put(.color(tile.color), .color(tile.color), of: tile.tile, revision: number, size: size)
    }
    for slot in part.slots {
      if let location = slot.location, let pixels = slot.pixels {
        try put(.slot(location), .pixels(pixels), of: slot.key, revision: number, size: size)
      } else if try index.version(of: slot.key, writtenBy: number) == nil {
        lost[number, default: [:]][slot.key] = pack
      }
    }
  }

  /// Whether an earlier pack has a tile of the part; also true if the part has no tiles.
  private func hasTile(of part: PackContents.Part) throws(HistoryError) -> Bool {
    guard let key = part.slots.first?.key ?? part.record.colors.first?.tile else { return true }
    return try index.version(of: key, writtenBy: part.record.revision.number) != nil
  }

  func insert(_ revision: Revision, pack: Int) throws(HistoryError) {
    let removal = try index.database.statement("DELETE FROM revision WHERE id = ?1")
    removal.bind(1, revision.number)
    try removal.run()
    try index.insert(revision, node: RevisionNode(parent: nil, depth: 0, jump: 0), pack: pack, tiles: [])
  }

  /// Adds a tile of a revision; one of the picture with the hash of the part on the canvas.
  func put(
    _ location: TileVersion.Location, _ tile: Tile, of key: UInt32, revision: Int, size: CanvasSize
  ) throws(HistoryError) {
    lost[revision]?[key] = nil
    try index.removeVersion(of: key, writtenBy: revision)
    try index.insert(TileVersion(revision: revision, location: location), of: key)
    let place = TilePlace(key: key)
    // Fingerprints are those of pictures.
    guard place.plane == .picture else { return }
    let hash = Fingerprint.blockHash(of: tile, at: place.index, canvas: size)
    let insertion = try index.database.statement("INSERT OR REPLACE INTO temp.hash VALUES (?1, ?2, ?3, ?4)")
    insertion.bind(1, Int(key))
    insertion.bind(2, revision)
    insertion.bind(3, Int(bitPattern: UInt(hash.high)))
    insertion.bind(4, Int(bitPattern: UInt(hash.low)))
    try insertion.run()
  }

  func add(_ note: NoteRecord, pack: Int, needsNewRecord: Bool) throws(HistoryError) {
    highestNote = max(highestNote, note.number)
    // The last revisions may have been forgotten: a new revision with such a number would count as forgotten too.
    highestRevision = max(highestRevision, note.highestRevision)
    notePacks[note.number] = pack
    if needsNewRecord { notesToWrite.insert(note.number) } else { notesToWrite.remove(note.number) }
    if case .cut(let numbers) = note.change { cuts.append(numbers) }
    try index.insert(note: note.number, pack: pack, text: note.text)
  }

  /// Whether a revision existed and is not kept any longer.
  func isPruned(_ number: Int) -> Bool { number < root || forgotten.contains { $0.contains(number) } }

  /// Whether a revision was abandoned or cut off, so that its content in packs is ignored.
  func isDiscarded(_ number: Int) -> Bool {
    abandoned.contains(number) || cuts.contains { $0.contains(number) }
  }

  /// Removes revisions that were abandoned or cut off.
  func dropDiscarded() throws(HistoryError) {
    for number in revisions.keys where isDiscarded(number) {
      revisions[number] = nil
      lost[number] = nil
      try index.removeRevisions(number...number)
    }
  }

  /// A pack's name within the document.
  static func name(of pack: Int) -> String { "packs/" + PackStore.fileName(of: pack) }
}
