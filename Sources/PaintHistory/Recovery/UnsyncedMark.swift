import SystemPackage

/// The file `unsynced` in a document: a sync has failed, and the affected files were not written again yet.
///
/// The system reports a failed sync once. Afterwards it treats the lost data as written: the next process can read it,
/// and its own syncs succeed, although a power cut would lose it. So a process that sees such a failure leaves the
/// mark, and the next writer writes all unconfirmed data again before it adds anything. The mark itself is never
/// synced: it is only needed until the machine restarts, when the actual content of the disk becomes visible.
struct UnsyncedMark {
  static let name = "unsynced"

  let document: FilePath
  let disk: any Disk

  private var path: FilePath { document.appending(Self.name) }

  /// Creates the mark; does nothing if no file can be created.
  func leave() { _ = try? disk.open(path, .createNew) }

  /// Whether the mark exists.
  func isLeft() throws(DiskError) -> Bool { try disk.status(of: path, followingLinks: false) != nil }

  /// Writes the data again that may not have reached the disk, syncs it, and removes the mark.
  ///
  /// This applies to the log and the packs from `first` on; kept files are synced before anything refers to them. Names
  /// need not be written again: a file system that cannot write its journal accepts no more writes.
  ///
  /// - Parameter lock: the document's lock file, which must be locked.
  /// - Throws: an error of the disk if it fails again; the mark stays then.
  /// - Complexity: O(bytes that are written).
  func rewriteInPlace(packsFrom first: Int, lock: OpenFile) throws(DiskError) {
    let packs = PackStore(folder: document.appending("packs"), disk: disk)
    for file in try packs.numbers(from: first).map(packs.path)
    where try disk.status(of: file, followingLinks: false)?.kind == .file {
      try disk.rewriteInPlace(file)
    }
    try disk.syncDocument(document, lock: lock)
    // The log comes last, as always: it must not refer to data that is not on the disk.
    let log = document.appending("index.sqlite-wal")
    if try disk.status(of: log, followingLinks: false)?.kind == .file { try disk.rewriteInPlace(log) }
    try disk.remove(path)
  }
}

extension Recovery {
  var unsyncedMark: UnsyncedMark { UnsyncedMark(document: path, disk: disk) }

  /// Writes unconfirmed data again if a sync has failed.
  ///
  /// - Complexity: one file status if no sync has failed.
  func rewriteUnsynced() throws(HistoryError) {
    let mark = unsyncedMark
    guard try HistoryError.catching(mark.isLeft()), let lock else { return }
    let first = try firstUnsyncedPack()
    try HistoryError.catching(mark.rewriteInPlace(packsFrom: first, lock: lock.file))
  }

  private func firstUnsyncedPack() throws(HistoryError) -> Int {
    guard state.mayHaveLostSteps else { return state.nextPack }
    let ofSteps = try index.firstPack(from: state.syncedRevision + 1)
    return min(ofSteps, try index.notes(after: state.syncedNote).map(\.pack).min() ?? .max, state.nextPack)
  }
}
