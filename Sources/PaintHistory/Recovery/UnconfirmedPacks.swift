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
          try disk.rename(file, to: target, .noReplace)
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

  /// The files in the folder, ordered by name.
  ///
  /// - Throws: `.damaged` if `unconfirmed` is not a folder.
  func files() throws(HistoryError) -> [FilePath] {
    do throws(DiskError) {
      guard let status = try disk.status(of: folder, followingLinks: false) else { return [] }
      guard status.kind == .directory else { throw DiskError(.list, folder, errno: .notDirectory) }
      let names = try disk.names(in: folder).sorted { $0.string < $1.string }
      return names.map { folder.appending($0) }
    } catch {
      if error.errno == .notDirectory { throw .damaged("\(folder.lastComponent?.string ?? "") is not a folder") }
      throw HistoryError(error)
    }
  }

  /// The numbers of the packs, according to their file names.
  ///
  /// - Throws: `.damaged` if `unconfirmed` is not a folder.
  func numbers() throws(HistoryError) -> [Int] {
    try files().compactMap { file in
      guard let number = file.stem.flatMap({ Int($0.prefix { $0 != "-" }) }) else { return nil }
      return (1...PackStore.highestNumber).contains(number) ? number : nil
    }
  }

  /// The evidence of the files, ordered by name.
  func evidence() throws(HistoryError) -> [(file: FilePath, evidence: PackEvidence)] {
    var all: [(FilePath, PackEvidence)] = []
    for file in try files() {
      guard let bytes = try HistoryError.catching(disk.packBytes(of: file)) else { continue }
      all.append((file, PackEvidence(bytes) ?? PackEvidence(salvaging: bytes)))
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
