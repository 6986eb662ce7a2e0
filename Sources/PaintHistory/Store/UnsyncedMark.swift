import SystemPackage

/// A file `unsynced` in a document: a sync has failed, and nobody has written since what it left open.
///
/// The system reports a failed sync once. From then on it takes for written what it could not write: the next process reads
/// it, and its own syncs succeed, although a power cut would take it. So whoever meets such a failure leaves the mark, and the
/// next writer writes once more what no sync has confirmed, before it adds anything. The mark itself is never synced: it is
/// needed only until the machine starts again, which shows what the disk really has.
struct UnsyncedMark {
  static let name = "unsynced"

  let document: FilePath
  let disk: any Disk

  private var path: FilePath { document.appending(Self.name) }

  /// Leaves the mark; without effect where the disk takes no file any more.
  func leave() { _ = try? disk.open(path, .createNew) }

  /// Whether it was left.
  func isLeft() throws(DiskError) -> Bool { try disk.status(of: path, followingLinks: false) != nil }

  /// Writes again what may not have reached the disk, syncs it, and takes the mark away.
  ///
  /// That is the log and the packs from `first` on; kept files are synced before anything mentions them. Names need no second
  /// time: a file system that cannot write its journal takes no more writes.
  ///
  /// - Parameter lock: the document's lock file, which is locked.
  /// - Throws: an error of the disk where it fails again; the mark stays then.
  /// - Complexity: O(bytes written again).
  func writeAgain(packsFrom first: Int, lock: OpenFile) throws(DiskError) {
    let packs = PackStore(folder: document.appending("packs"), disk: disk)
    for file in try packs.numbers(from: first).map(packs.path)
    where try disk.status(of: file, followingLinks: false)?.kind == .file {
      try disk.writeAgain(file)
    }
    try disk.syncFileSystem(of: lock)
    // The log comes last, as it always does: it must not mention what is not on the disk.
    let log = document.appending("index.sqlite-wal")
    if try disk.status(of: log, followingLinks: false)?.kind == .file { try disk.writeAgain(log) }
    try disk.remove(path)
  }
}

extension History {
  var unsyncedMark: UnsyncedMark { UnsyncedMark(document: path, disk: disk) }

  /// Writes again what a failed sync left open, where there was one.
  ///
  /// - Complexity: one look at a name where there was none.
  func repeatUnsynced() throws(HistoryError) {
    let mark = unsyncedMark
    guard try HistoryError.catching({ () throws(DiskError) in try mark.isLeft() }), let lock else { return }
    let first = try firstUnsyncedPack()
    try HistoryError.catching { () throws(DiskError) in try mark.writeAgain(packsFrom: first, lock: lock.file) }
  }

  private func firstUnsyncedPack() throws(HistoryError) -> Int {
    guard mayHaveLostSteps else { return state.nextPack }
    let index = index
    return try HistoryError.catching { () throws(DatabaseError) in
      let ofSteps = try index.firstPack(from: state.syncedRevision + 1)
      return min(ofSteps, try index.notes(after: state.syncedNote).map(\.pack).min() ?? .max, state.nextPack)
    }
  }
}
