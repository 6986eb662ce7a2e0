/// The state of the document, stored in the single row of the table `document`.
public struct DocumentState: Sendable, Hashable {
  /// Increases with each commit, so that a process that did not hold the lock for a while notices the writes of others.
  public internal(set) var serial: Int
  /// The revision that the canvas shows.
  public internal(set) var current: Int
  /// The revision at which redo ends; `current` or a descendant of it.
  public internal(set) var tip: Int
  /// The number of the next revision.
  public internal(set) var nextRevision: Int
  /// The number of revisions, including the start.
  public internal(set) var revisions: Int
  /// The number of the next pack.
  public internal(set) var nextPack: Int
  /// Revisions up to this one are known to be synced, with their packs and index rows; after a power cut, later ones
  /// are checked before they are used.
  public internal(set) var syncedRevision: Int
  /// The number of the next note.
  public internal(set) var nextNote = 1
  /// Notes up to this one are known to be synced.
  public internal(set) var syncedNote = 0
  /// The oldest revision that is kept; all others descend from it.
  public internal(set) var root = 0
  /// The number of the last note about the root; 0 if there is none.
  var rootNote = 0
  /// The number of undo steps between the root and the current revision; -1 if it must be counted.
  var steps = -1
  /// The limits of the history.
  public internal(set) var limits = Limits()
  /// The approximate bytes of packs that are needed.
  public internal(set) var liveBytes: Int
  /// The number of packs that are small enough to be merged.
  var smallPacks = 0
  /// The last pack that compaction wrote; packs up to it are synced.
  var mergedPack = 0
  /// When the age of side branches was last checked, in milliseconds since 1970, UTC.
  var sidesSeen = 0
  /// The bytes of all packs.
  public internal(set) var packBytes: Int
  /// The document's identity, 32 hexadecimal digits, which its packs contain.
  public internal(set) var identity: String
  /// The settings for later strokes; the words of `paint set`.
  public internal(set) var settings: String
  /// The colour and density chunks of the imported picture, for exports.
  public internal(set) var color: [UInt8]

  /// Whether there are steps that are not known to be synced.
  var mayHaveLostSteps: Bool { syncedRevision < nextRevision - 1 || syncedNote < nextNote - 1 }

  /// Whether the numbers are consistent; otherwise the index is damaged, and they must not be used in calculations.
  var isValid: Bool {
    let most = 1 << 48
    return (0..<most).contains(serial) && (1..<most).contains(nextRevision) && (1..<most).contains(nextPack)
      && (0..<most).contains(packBytes) && (1...nextRevision).contains(revisions)
      && (0..<nextRevision).contains(syncedRevision) && (1..<most).contains(nextNote)
      && (0..<nextNote).contains(syncedNote) && current >= 0 && current <= tip && tip < nextRevision
      && (0...current).contains(root) && (0..<most).contains(liveBytes) && limits.isValid
      && (-1..<most).contains(steps) && (0..<most).contains(smallPacks)
      && (-most...most).contains(sidesSeen) && (0..<nextNote).contains(rootNote) && (0..<nextPack).contains(mergedPack)
  }
}
