import SystemPackage

extension DocumentRepair {
  /// Moves what is no file of the document out of the way of its files: the link or device itself, never what it leads to.
  ///
  /// - Returns: what was wrong, and the folder that has it now; nil where nothing was.
  /// - Throws: `.damaged` where the folder of packs is none: without packs nothing can be made again.
  func moveOddAside() throws(HistoryError) -> (problems: [CheckProblem], folder: FilePath)? {
    let odd = try HistoryError.catching { () throws(DiskError) in try DocumentMembers.odd(in: path, on: disk) }
    let files = KeptFiles(document: path, disk: disk)
    let oddFiles = try HistoryError.catching { () throws(DiskError) in
      try odd.contains { $0.name == "files" } ? [] : files.all().filter { $0.content == nil }.map(\.name)
    }
    guard !odd.isEmpty || !oddFiles.isEmpty else { return nil }
    if let packs = odd.first(where: { $0.name == "packs" }) {
      throw .damaged(
        "\(packs.message); nothing was changed: put the folder of packs itself in its place, then try again")
    }
    let folder = try newFolder()
    // Nobody can hold a lock that is no file; with it out of the way, ours is a new one.
    if odd.contains(where: { $0.name == "lock" }) { try moveLock(to: folder) }
    let lock: DocumentLock
    do throws(DocumentLockError) {
      lock = try DocumentLock.acquire(path, on: disk, wait: options.wait)
    } catch {
      // Only where nothing was moved into it.
      try? disk.removeDirectory(folder)
      throw HistoryError(error)
    }
    defer { lock.release() }
    var names = Set(odd.map(\.name)).subtracting(["lock"])
    // Index and log are of no use without each other: the packs have it all.
    if !names.isDisjoint(with: ["index.sqlite", "index.sqlite-wal"]) {
      names.formUnion(["index.sqlite", "index.sqlite-wal", "index.sqlite-shm"])
    }
    try HistoryError.catching { () throws(DiskError) in
      for name in names.sorted() where try disk.status(of: path.appending(name), followingLinks: false) != nil {
        try disk.rename(path.appending(name), to: folder.appending(name), .noReplace)
      }
      if !oddFiles.isEmpty {
        try disk.createDirectory(folder.appending("files"))
        for name in oddFiles {
          try disk.rename(files.folder.appending(name), to: folder.appending("files").appending(name), .noReplace)
        }
        try disk.syncDirectory(files.folder)
        try disk.syncDirectory(folder.appending("files"))
      }
      try disk.syncDirectory(folder)
      try disk.syncDirectory(path)
    }
    let problems = odd.map { CheckProblem(code: .strangeFile, message: $0.message) }
    return (problems + oddFiles.map { .strange(keptFile: $0.string) }, folder)
  }

  private func moveLock(to folder: FilePath) throws(HistoryError) {
    let aside = folder.appending("lock")
    try HistoryError.catching { () throws(DiskError) in
      try disk.rename(path.appending("lock"), to: aside, .noReplace)
      // Another repair may just have put a good one there.
      if try disk.status(of: aside, followingLinks: false)?.kind == .file {
        try disk.rename(aside, to: path.appending("lock"), .replace)
      }
    }
  }
}
