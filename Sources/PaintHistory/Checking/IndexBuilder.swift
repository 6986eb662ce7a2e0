import PaintRaster
import SystemPackage

/// Builds an index from packs alone, in a file of its own; what cannot be read of them becomes problems.
///
/// In memory are some numbers a revision and the pack at hand; everything else waits in the new file and in SQLite's own
/// temporary files.
final class IndexBuilder {
  let index: Index
  /// The revisions that were found, by number.
  var revisions: [Int: RebuiltRevision] = [:]
  /// Edits that failed half way: they are none.
  private var abandoned: Set<Int> = []
  /// Revisions that a power cut took.
  private var cuts: [ClosedRange<Int>] = []
  /// By revision, the tiles that it wrote and that cannot be read, and the packs that they were in.
  var lost: [Int: [UInt32: Int]] = [:]
  /// Slots of damaged packs that no record names, with which the old index may help.
  var spares: Set<PackPlace> = []
  /// By number, the packs of notes.
  var notePacks: [Int: Int] = [:]
  /// Notes that no whole pack has.
  var amendedNotes: Set<Int> = []
  /// Packs that are not whole, and why.
  private(set) var damagedPacks: [Int: String] = [:]
  /// The document's name, as packs and index agree on.
  var identity: String?
  /// The colour chunks of the first picture.
  var color: [UInt8] = []
  /// The oldest revision that is kept, as the last note of it says.
  var root = 0
  /// The number of that note; 0 where there is none.
  var rootNote = 0
  /// How much is kept.
  var limits = Limits()
  /// How much notes say is kept; nil where none does.
  var notedLimits: Limits?
  /// Revisions that are not kept, and no ancestors of the root.
  var forgotten: [ClosedRange<Int>] = []
  /// The parents of revisions that are not kept.
  var formerParents: [Int: Int] = [:]
  /// Revisions that are not kept, but whose tiles show, of which no whole pack tells.
  var amendedStubs: Set<Int> = []
  /// Notes that have nothing to say any more.
  var idleNotes: Set<Int> = []
  /// By pack, about how many bytes of it the records of revisions take that are not kept.
  var deadRecordBytes: [Int: Int] = [:]
  /// The highest number of a revision that any record has or names, also of revisions that are not kept.
  var highestRevision = 0
  var highestNote = 0
  private(set) var packCount = 0
  /// The packs that were read.
  private(set) var accounts: [Int: PackTotals] = [:]
  var problems: [CheckProblem] = []

  /// Begins an index in a new file.
  init(at path: FilePath, files: SQLiteFiles) throws(DatabaseError) {
    let database = try Database(path: path, mode: .creating, files: files)
    try database.execute(
      """
      PRAGMA page_size = 4096;
      PRAGMA application_id = \(IndexSchema.applicationID);
      PRAGMA user_version = \(IndexSchema.version);
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      PRAGMA cache_size = -8192;
      CREATE TEMP TABLE hash(tile, revision, high, low, PRIMARY KEY (tile, revision)) WITHOUT ROWID;
      BEGIN;
      """)
    try database.execute(IndexSchema.sql)
    index = Index(database)
    // Every row is this object's own.
    index.checking = .none
  }

  /// Takes in what a pack holds; packs come in the order of their numbers, so that the highest one wins.
  func add(_ pack: PackContents, bytes: Int) throws(DatabaseError) {
    packCount += 1
    let slots = pack.parts.reduce(into: (count: 0, bytes: 0)) { sum, part in
      sum.count += part.slots.count
      for slot in part.slots { sum.bytes += Int(slot.place?.length ?? 0) + Index.leastSlotBytes }
    }
    accounts[pack.number] = PackTotals(
      bytes: bytes, units: slots.count + pack.parts.count + pack.notes.count, slotBytes: slots.bytes)
    if identity == nil { identity = pack.documents.first }
    let isMixed = pack.documents.contains { $0 != identity }
    // What is ours in a pack that is moved away goes to a new one.
    let damage = pack.damage ?? (isMixed ? "it has records of another document" : nil)
    if let damage { note(damage: damage, of: pack.number) }
    for part in pack.parts where part.record.document == identity {
      try add(part, of: pack.number, isDamaged: damage != nil)
    }
    for note in pack.notes where note.document == identity {
      try add(note, pack: pack.number, isAmended: damage != nil)
    }
    if damage != nil { spares.formUnion(pack.spares) }
  }

  /// Notes that a pack cannot be read as a whole.
  func note(damage: String, of pack: Int) {
    damagedPacks[pack] = damage
    problems.append(
      CheckProblem(code: .packDamaged, message: "\(Self.name(of: pack)): \(damage)", revision: nil, pack: pack))
  }

  private func add(_ part: PackContents.Part, of pack: Int, isDamaged: Bool) throws(DatabaseError) {
    let number = part.record.revision.number
    highestRevision = max(highestRevision, number)
    if part.record.isAbandoned { abandoned.insert(number) }
    if abandoned.contains(number) { return }
    if number == 0, !part.record.color.isEmpty { color = part.record.color }
    if part.record.isPruned {
      if isDamaged { amendedStubs.insert(number) }
    } else {
      let before = revisions[number]
      // What was copied from a pack whose file waits to be removed counts once.
      let isCopy = before == nil ? false : try hasTile(of: part)
      var revision = RebuiltRevision(
        part.record.revision, pack: pack, bytes: (isCopy ? 0 : part.bytes) + (before?.bytes ?? 0))
      revision.isAmended = isDamaged || before?.isAmended ?? false
      revisions[number] = revision
      try insert(part.record.revision, pack: pack)
    }
    let size = part.record.revision.size
    for tile in part.record.colors {
      try put(.color(tile.color), .color(tile.color), of: tile.tile, revision: number, size: size)
    }
    for slot in part.slots {
      if let place = slot.place, let pixels = slot.pixels {
        try put(.slot(place), .pixels(pixels), of: slot.key, revision: number, size: size)
      } else if try index.version(of: slot.key, writtenBy: number) == nil {
        lost[number, default: [:]][slot.key] = pack
      }
    }
  }

  /// Whether an earlier pack has a tile of the part, or may have, since the part has none.
  private func hasTile(of part: PackContents.Part) throws(DatabaseError) -> Bool {
    guard let key = part.slots.first?.key ?? part.record.colors.first?.tile else { return true }
    return try index.version(of: key, writtenBy: part.record.revision.number) != nil
  }

  func insert(_ revision: Revision, pack: Int) throws(DatabaseError) {
    let removal = try index.database.statement("DELETE FROM revision WHERE id = ?1")
    removal.bind(1, revision.number)
    try removal.run()
    try index.insert(revision, node: RevisionNode(parent: nil, depth: 0, jump: 0), pack: pack, tiles: [])
  }

  /// Adds a tile of a revision, with the hash of its part on the canvas.
  func put(
    _ place: TileVersion.Place, _ tile: Tile, of key: UInt32, revision: Int, size: CanvasSize
  ) throws(DatabaseError) {
    lost[revision]?[key] = nil
    try index.removeVersion(of: key, writtenBy: revision)
    try index.insert(TileVersion(revision: revision, place: place), of: key)
    let hash = Fingerprint.blockHash(of: tile, at: TileIndex(key: key), canvas: size)
    let insertion = try index.database.statement("INSERT OR REPLACE INTO temp.hash VALUES (?1, ?2, ?3, ?4)")
    insertion.bind(1, Int(key))
    insertion.bind(2, revision)
    insertion.bind(3, Int(bitPattern: UInt(hash.high)))
    insertion.bind(4, Int(bitPattern: UInt(hash.low)))
    try insertion.run()
  }

  func add(_ note: NoteRecord, pack: Int, isAmended: Bool) throws(DatabaseError) {
    highestNote = max(highestNote, note.number)
    // The last revisions may have been forgotten: a new one with such a number would count as forgotten, too.
    highestRevision = max(highestRevision, note.highestRevision)
    notePacks[note.number] = pack
    if isAmended { amendedNotes.insert(note.number) } else { amendedNotes.remove(note.number) }
    if case .cut(let numbers) = note.change { cuts.append(numbers) }
    try index.insert(note: note.number, pack: pack, text: note.text)
  }

  /// True for a revision that was made and is not kept.
  func isPruned(_ number: Int) -> Bool { number < root || forgotten.contains { $0.contains(number) } }

  /// True for a number whose revision failed half way or was cut, so that whatever packs have of it counts for nothing.
  func isNone(_ number: Int) -> Bool {
    abandoned.contains(number) || cuts.contains { $0.contains(number) }
  }

  /// Forgets what became nothing.
  func dropNone() throws(DatabaseError) {
    for number in revisions.keys where isNone(number) {
      revisions[number] = nil
      lost[number] = nil
      try index.removeRevisions(number...number)
    }
  }

  /// A pack's name within the document.
  static func name(of pack: Int) -> String { "packs/" + PackStore.fileName(of: pack) }
}
