import SystemPackage

extension DocumentRepair {
  /// Moves members of the wrong kind out of the way.
  ///
  /// A link or device itself is moved, never its target.
  ///
  /// - Returns: the problems, and the folder that contains the moved members; nil if there was no problem.
  /// - Throws: `.damaged` if `packs` is missing or not a folder: without packs nothing can be rebuilt.
  func moveWrongKindsAside() throws(HistoryError) -> (problems: [CheckProblem], folder: FilePath)? {
    if try HistoryError.catching(disk.hasNothing(at: path.appending("packs"))) {
      throw .damaged("the folder packs is missing; a repair needs it, and nothing was changed")
    }
    let wrongKinds = try HistoryError.catching(DocumentMembers.wrongKinds(in: path, on: disk))
    let files = KeptFiles(document: path, disk: disk)
    let unexpectedFiles = try HistoryError.catching(
      wrongKinds.contains { $0.name == "files" } ? [] : files.all().filter { $0.content == nil }.map(\.name))
    let unconfirmed = UnconfirmedPacks(document: path, disk: disk)
    let unexpectedPacks = wrongKinds.contains { $0.name == "unconfirmed" } ? [] : try unconfirmed.unexpected()
    guard !wrongKinds.isEmpty || !unexpectedFiles.isEmpty || !unexpectedPacks.isEmpty else { return nil }
    if let packs = wrongKinds.first(where: { $0.name == "packs" }) {
      throw .damaged(
        "\(packs.message); a repair needs the folder of packs, and nothing was changed")
    }
    let folder = try HistoryError.catching(newFolder())
    // Nobody can hold a lock that is not a file. After it was moved, a new lock file is created.
    if wrongKinds.contains(where: { $0.name == "lock" }) { try HistoryError.catching(moveLock(to: folder)) }
    let lock: DocumentLock
    do throws(DocumentLockError) {
      lock = try DocumentLock.acquire(path, on: disk, wait: options.wait)
    } catch {
      // Succeeds only if nothing was moved into it.
      try? disk.removeDirectory(folder)
      throw HistoryError(error)
    }
    defer { lock.release() }
    var names = Set(wrongKinds.map(\.name)).subtracting(["lock"])
    // The index and its log are useless without each other; the packs contain everything.
    if !names.isDisjoint(with: ["index.sqlite", "index.sqlite-wal"]) {
      names.formUnion(["index.sqlite", "index.sqlite-wal", "index.sqlite-shm"])
    }
    try HistoryError.catching { () throws(DiskError) in
      for name in names.sorted() where try disk.status(of: path.appending(name), followingLinks: false) != nil {
        try disk.move(path.appending(name), toFree: folder.appending(name))
      }
      try move(unexpectedFiles, from: files.folder, to: folder.appending("files"))
      try move(unexpectedPacks, from: unconfirmed.folder, to: folder.appending("unconfirmed"))
      try disk.syncDirectory(folder)
      try disk.syncDirectory(path)
    }
    let problems = wrongKinds.map { CheckProblem(code: .unexpectedFile, message: $0.message) }
    return (
      problems + unexpectedFiles.map { .unexpected(keptFile: $0.string) }
        + unexpectedPacks.map { .unexpected(unconfirmed: $0.string) }, folder
    )
  }

  private func move(
    _ names: [FilePath.Component], from folder: FilePath, to aside: FilePath
  ) throws(DiskError) {
    guard !names.isEmpty else { return }
    try disk.createDirectory(aside)
    for name in names { try disk.move(folder.appending(name), toFree: aside.appending(name)) }
    try disk.syncDirectory(folder)
    try disk.syncDirectory(aside)
  }

  private func moveLock(to folder: FilePath) throws(DiskError) {
    let aside = folder.appending("lock")
    try disk.move(path.appending("lock"), toFree: aside)
    // Another repair may have just created a valid one there.
    if try disk.status(of: aside, followingLinks: false)?.kind == .file {
      try disk.rename(aside, to: path.appending("lock"), .replace)
    }
  }
}
