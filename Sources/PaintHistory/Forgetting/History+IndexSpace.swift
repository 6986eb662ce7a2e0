import SystemPackage

extension History {
  /// Bytes of the packs, the index and its log; kept files are not among them.
  ///
  /// - Throws: `.disk` where the size of a file cannot be had.
  public func storedBytes() throws(HistoryError) -> Int {
    var bytes = state.packBytes
    for name in ["index.sqlite", "index.sqlite-wal"] {
      let status = try HistoryError.catching { () throws(DiskError) in try disk.status(of: path.appending(name)) }
      bytes += Int(status?.size ?? 0)
    }
    return bytes
  }

  /// Gives back the index's free pages where they are many, and empties its log, which has what was forgotten still.
  ///
  /// Between transactions, while the lock is held. Everything is committed before, so nothing that goes wrong here is an
  /// error: the next gc does what a full disk or a reader with an old log did not allow.
  func shrinkIndex() {
    guard access != .rehearsing, !isEditing else { return }
    let index = index
    // The pages' count is asked in a transaction of its own, which is over when the statement is.
    if let pages = try? index.pages(), Self.wantsVacuum(free: pages.free, of: pages.all) {
      try? index.database.execute("VACUUM")
    }
    shortenLog(beyond: 0)
  }

  /// About how many bytes the index will take once `shrinkIndex` was here: it packs rows closer, too.
  func expectedIndexBytes() throws(HistoryError) -> Int {
    let index = index
    let (free, all) = try HistoryError.catching { () throws(DatabaseError) in try index.pages() }
    return (Self.wantsVacuum(free: free, of: all) ? all - free : all) * 4_096
  }

  /// Whether writing the index anew is worth its while: for an eighth of it, and for anything where it is a megabyte.
  private static func wantsVacuum(free: Int, of all: Int) -> Bool {
    free > 0 && (all <= 256 || free * 8 >= all)
  }
}
