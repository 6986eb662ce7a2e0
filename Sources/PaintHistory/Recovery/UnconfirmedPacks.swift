import SystemPackage

/// The document's folder `unconfirmed`: packs that the index does not know, and that are only deleted at the user's
/// request.
///
/// They contain steps that were never committed, lost with the index's log, or cut off after a power cut. The folder is
/// created with the first of them.
struct UnconfirmedPacks {
  let folder: FilePath
  private let disk: any Disk

  init(document: FilePath, disk: any Disk) {
    folder = document.appending("unconfirmed")
    self.disk = disk
  }

  /// Moves a pack's file here, under its own name or, if that exists, with a number appended.
  func add(_ file: FilePath) throws(HistoryError) {
    do throws(DiskError) {
      try makeFolder()
      guard let name = file.lastComponent else { return }
      var number = 1
      while true {
        let target = folder.appending(number == 1 ? name.string : "\(name.stem)-\(number).png")
        do {
          try disk.move(file, toFree: target)
          return
        } catch  where error.errno == .fileExists {
          number += 1
        }
      }
    } catch {
      throw HistoryError(error)
    }
  }

  /// Syncs the folder after `add`.
  func sync() throws(HistoryError) {
    try HistoryError.catching(disk.syncDirectory(folder))
    // The folder may be new, or its creator may have died before this sync: a power cut could take it with its packs.
    try HistoryError.catching(disk.syncDirectory(folder.removingLastComponent()))
  }

  /// The packs in the folder, ordered by name.
  ///
  /// Anything else in the folder is never opened, so that it cannot keep anybody from writing.
  ///
  /// - Throws: `.damaged` if `unconfirmed` is not a folder.
  func files() throws(HistoryError) -> [FilePath] { try entries().packs.map { folder.appending($0) } }

  /// What is in the folder and is not a pack, such as a symbolic link; ordered by name.
  ///
  /// - Throws: `.damaged` if `unconfirmed` is not a folder.
  func unexpected() throws(HistoryError) -> [FilePath.Component] { try entries().others }

  /// Throws `.damaged` if there is anything that is not a pack.
  func checkEntries() throws(HistoryError) {
    if let name = try unexpected().first { throw .damaged(CheckProblem.unexpected(unconfirmed: name.string).message) }
  }

  /// Whether there is nothing in the folder, or no folder.
  ///
  /// - Throws: `.damaged` if `unconfirmed` is not a folder.
  func isEmpty() throws(HistoryError) -> Bool { try names().isEmpty }

  /// The highest pack number from `first` on, according to the file names; nil if there is none.
  ///
  /// - Throws: `.damaged` if `unconfirmed` is not a folder.
  func highestNumber(from first: Int) throws(HistoryError) -> Int? {
    var highest: Int?
    for name in try names() {
      // Only a few files, usually none, have numbers that the index does not know as used.
      guard let number = Self.number(name), number >= max(first, highest ?? 0), try kind(of: name) == .file else {
        continue
      }
      highest = number
    }
    return highest
  }

  private func names() throws(HistoryError) -> [FilePath.Component] {
    do throws(DiskError) {
      guard let status = try disk.status(of: folder, followingLinks: false) else { return [] }
      guard status.kind == .directory else { throw DiskError(.list, folder, errno: .notDirectory) }
      return try disk.names(in: folder).sorted { $0.string < $1.string }
    } catch {
      if error.errno == .notDirectory { throw .damaged("\(folder.lastComponent?.string ?? "") is not a folder") }
      throw HistoryError(error)
    }
  }

  private func entries() throws(HistoryError) -> (packs: [FilePath.Component], others: [FilePath.Component]) {
    var (packs, others): ([FilePath.Component], [FilePath.Component]) = ([], [])
    for name in try names() {
      let kind = try kind(of: name)
      // A reader may list a pack that a writer removes meanwhile.
      guard kind != nil else { continue }
      if kind == .file, Self.number(name) != nil { packs.append(name) } else { others.append(name) }
    }
    return (packs, others)
  }

  private func kind(of name: FilePath.Component) throws(HistoryError) -> FileStatus.Kind? {
    try HistoryError.catching(disk.status(of: folder.appending(name), followingLinks: false)?.kind)
  }

  /// The number in a name that `add` gives a pack; nil for any other name.
  private static func number(_ name: FilePath.Component) -> Int? {
    let parts = name.stem.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return PackStore.number(name) }
    guard let pack = Int(parts[0]), let copy = Int(parts[1]), (1...PackStore.highestNumber).contains(pack), copy > 1,
      "\(PackStore.fileName(of: pack).dropLast(4))-\(copy).png" == name.string
    else { return nil }
    return pack
  }

  /// The evidence of the packs, ordered by name.
  func evidence() throws(HistoryError) -> [(file: FilePath, evidence: PackEvidence)] {
    var all: [(FilePath, PackEvidence)] = []
    for file in try files() {
      guard let bytes = try HistoryError.catching(disk.packBytes(of: file)) else { continue }
      all.append((file, try PackEvidence.read(bytes)))
    }
    return all
  }

  /// Removes files, and the folder with the last one.
  func remove(_ files: [FilePath]) throws(HistoryError) {
    do throws(DiskError) {
      for file in files { try disk.remove(file) }
    } catch {
      throw HistoryError(error)
    }
    // The files are removed; it is not an error if the empty folder stays.
    guard let names = try? disk.names(in: folder), names.isEmpty else { return }
    try? disk.removeDirectory(folder)
  }

  private func makeFolder() throws(DiskError) {
    do {
      try disk.createDirectory(folder)
    } catch  where error.errno == .fileExists {
      guard try disk.status(of: folder, followingLinks: false)?.kind == .directory else { throw error }
    }
  }
}
