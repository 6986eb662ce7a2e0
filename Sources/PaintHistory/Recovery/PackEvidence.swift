import PaintPNG
import PaintRaster

/// The content of a pack according to its own file: the proof that another pack with the same content is redundant.
///
/// The CRCs of chunks are verified; tiles are not inflated.
struct PackEvidence {
  /// A version of a tile: which tile, and the revision that wrote it.
  struct Version: Hashable {
    var tile: UInt32
    var revision: Int
  }

  /// The stored bytes of a version.
  struct Bytes: Hashable {
    var slot: PackOutline.Slot
    var adler: UInt32

    /// Whether both have the same content, wherever it is.
    func isEqual(to other: Bytes) -> Bool {
      slot.length == other.slot.length && slot.crc == other.slot.crc && adler == other.adler
    }
  }

  /// The records of revisions, in file order.
  private(set) var revisions: [RevisionRecord] = []
  /// The notes, in file order.
  private(set) var notes: [NoteRecord] = []
  /// The versions with pixels.
  private(set) var bytes: [Version: Bytes] = [:]
  /// The one-colour versions.
  private(set) var colors: [Version: Pixel] = [:]
  /// The numbers of the revisions with a record here, without abandoned edits.
  private(set) var recorded: Set<Int> = []
  /// The numbers of abandoned edits.
  private(set) var abandoned: Set<Int> = []
  /// The identities of the documents that the records belong to.
  private(set) var documents: Set<String> = []
  /// Whether the file was completely written and is damaged now: its unreadable content may be unique.
  private(set) var isDamaged = false
  /// Whether it contains the colour chunks of the first picture.
  private(set) var hasProfile = false

  /// Reads a file, or the intact records of a damaged one.
  ///
  /// - Throws: `.otherVersion` if it is of another version.
  static func read(_ file: [UInt8]) throws(HistoryError) -> PackEvidence {
    if let intact = PackEvidence(file) { return intact }
    return try PackEvidence(salvaging: file)
  }

  /// Reads an intact file; nil if it is damaged.
  init?(_ file: [UInt8]) {
    guard let outline = try? PackOutline(file) else { return nil }
    let read = PackRecord.read(outline.records)
    guard read.damage.isEmpty else { return nil }
    var ordinal = 0
    for record in read.records {
      switch record {
      case .note(let note):
        notes.append(note)
        documents.insert(note.document)
      case .revision(let revision):
        guard ordinal + revision.slots.count <= outline.slots.count else { return nil }
        for slot in revision.slots {
          bytes[Version(tile: slot.tile, revision: revision.revision.number)] = Bytes(
            slot: outline.slots[ordinal], adler: slot.adler)
          ordinal += 1
        }
        add(revision)
      }
    }
    // A pack without tiles has one blank tile.
    guard ordinal == outline.slots.count || ordinal == 0 && outline.slots.count == 1 else { return nil }
  }

  /// Reads the intact records of a damaged file.
  ///
  /// - Throws: `.otherVersion` if it is not damaged, but of another version.
  private init(salvaging file: [UInt8]) throws(HistoryError) {
    let salvage = PackSalvage(file)
    if let version = salvage.otherVersion { throw .otherVersion(version) }
    for text in salvage.records {
      for record in PackRecord.read(text).records {
        switch record {
        case .note(let note):
          notes.append(note)
          documents.insert(note.document)
        case .revision(let revision): add(revision)
        }
      }
    }
    isDamaged = PackSalvage.hasEnd(file)
  }

  private mutating func add(_ record: RevisionRecord) {
    let number = record.revision.number
    revisions.append(record)
    documents.insert(record.document)
    if record.isAbandoned { abandoned.insert(number) } else { recorded.insert(number) }
    if !record.color.isEmpty { hasProfile = true }
    for tile in record.colors { colors[Version(tile: tile.tile, revision: number)] = tile.color }
  }

  /// Renumbers the revisions for which `number` returns a new number, so that they can be looked up by it.
  ///
  /// - Precondition: no two revisions here have the same number.
  mutating func renumber(_ number: (RevisionRecord) -> Int?) {
    var numbers: [Int: Int] = [:]
    for position in revisions.indices {
      let former = revisions[position].revision.number
      guard let new = number(revisions[position]), new != former else { continue }
      numbers[former] = new
      revisions[position].revision.number = new
    }
    guard !numbers.isEmpty else { return }
    func renamed(_ version: Version) -> Version {
      Version(tile: version.tile, revision: numbers[version.revision] ?? version.revision)
    }
    bytes = Dictionary(bytes.map { (renamed($0.key), $0.value) }) { first, _ in first }
    colors = Dictionary(colors.map { (renamed($0.key), $0.value) }) { first, _ in first }
    recorded = Set(recorded.map { numbers[$0] ?? $0 })
  }

  /// Removes notes that are only meaningful at their time, limits, cuts and roots, and those of branches that exist.
  ///
  /// - Parameter branches: the revisions of the document's branches, by name.
  mutating func removeTransientNotes(branches: [String: Int]) {
    notes.removeAll {
      // A recovery that was killed leaves one of the branch that the next recovery makes.
      if case .branch(let name, let revision) = $0.change { return branches[name] == revision }
      return $0.change.isTransient
    }
  }

  /// Removes limits, cuts and roots that were never committed, about revisions that the document knows: nothing brings
  /// them back, and without them more is kept, not less.
  mutating func removeUncommittedNotes(of state: DocumentState) {
    notes.removeAll {
      $0.change.isTransient && $0.document == state.identity && $0.number >= state.nextNote
        && $0.highestRevision < state.nextRevision
    }
  }

  /// Whether there is nothing but tiles of edits that end in another pack, or never.
  var hasOnlyParts: Bool {
    !isDamaged && !revisions.isEmpty && notes.isEmpty && revisions.allSatisfy(\.isPart)
  }

  /// Whether there are no records.
  var isEmpty: Bool { revisions.isEmpty && notes.isEmpty }
  /// The highest revision number, kept or not; -1 if there is none.
  var highestRevision: Int {
    max(revisions.lazy.map(\.revision.number).max() ?? -1, notes.lazy.map(\.highestRevision).max() ?? -1)
  }
  /// The highest note number; 0 if there is none.
  var highestNote: Int { notes.lazy.map(\.number).max() ?? 0 }
}
