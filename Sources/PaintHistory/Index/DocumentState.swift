/// The one row of the index that says where the document stands.
public struct DocumentState: Sendable, Hashable {
  /// Grows with each commit: a process that held no lock for a while sees by it that another one wrote.
  public internal(set) var serial: Int
  /// The revision that the canvas shows.
  public internal(set) var current: Int
  /// The revision at the end of what redo would redo; `current` or a descendant of it.
  public internal(set) var tip: Int
  /// The number that the next revision gets.
  public internal(set) var nextRevision: Int
  /// How many revisions there are, the start among them.
  public internal(set) var revisions: Int
  /// The number that the next pack gets.
  public internal(set) var nextPack: Int
  /// Revisions up to this one are known to be on the disk, packs and index rows; after a power cut those behind it
  /// are looked at before they are believed.
  public internal(set) var syncedRevision: Int
  /// The number that the next note gets.
  public internal(set) var nextNote = 1
  /// Notes up to this one are known to be on the disk.
  public internal(set) var syncedNote = 0
  /// The oldest revision that is kept: every other one descends from it.
  public internal(set) var root = 0
  /// The number of the note that tells of the root last; 0 where there is none.
  var rootNote = 0
  /// Undo steps between the root and the current revision; -1 where that has to be counted.
  var steps = -1
  /// How much of the history is to be kept.
  public internal(set) var limits = Limits()
  /// Bytes of the packs that are needed, about.
  public internal(set) var liveBytes: Int
  /// How many packs are so small that they are worth merging.
  var smallPacks = 0
  /// The last pack that merging wrote; packs up to it are on the disk.
  var mergedPack = 0
  /// When side branches were last looked at for their age, in milliseconds since 1970, UTC.
  var sidesSeen = 0
  /// Bytes of all packs.
  public internal(set) var packBytes: Int
  /// The document's own name, 32 hexadecimal digits: packs carry it.
  public internal(set) var identity: String
  /// What strokes of this document use from now on; the words of `paint set`.
  public internal(set) var settings: String
  /// The colour and density chunks of the imported picture, for export.
  public internal(set) var color: [UInt8]

  /// Whether the numbers can belong together; an index where they do not is damaged, and nothing is reckoned with them.
  var isSound: Bool {
    let most = 1 << 48
    return (0..<most).contains(serial) && (1..<most).contains(nextRevision) && (1..<most).contains(nextPack)
      && (0..<most).contains(packBytes) && (1...nextRevision).contains(revisions)
      && (0..<nextRevision).contains(syncedRevision) && (1..<most).contains(nextNote)
      && (0..<nextNote).contains(syncedNote) && current >= 0 && current <= tip && tip < nextRevision
      && (0...current).contains(root) && (0..<most).contains(liveBytes) && limits.isSound
      && (-most...most).contains(sidesSeen) && (0..<nextNote).contains(rootNote) && (0..<nextPack).contains(mergedPack)
  }
}
