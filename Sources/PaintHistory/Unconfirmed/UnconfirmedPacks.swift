import SystemPackage

/// The document's folder `unconfirmed`: packs of which the index does not know, and which nobody may delete unasked.
///
/// They hold steps whose commit never came, was lost with the index's log, or was cut off after a power cut. The folder is
/// made with the first of them.
struct UnconfirmedPacks {
  let folder: FilePath
  private let disk: any Disk

  init(document: FilePath, disk: any Disk) {
    folder = document.appending("unconfirmed")
    self.disk = disk
  }

  /// Moves a pack's file here, under its own name or, where that is taken, one with a number behind it.
  func take(_ file: FilePath) throws(HistoryError) {
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

  /// Brings what `take` did to the disk.
  func sync() throws(HistoryError) {
    try HistoryError.catching { () throws(DiskError) in try disk.syncDirectory(folder) }
  }

  /// The files here, by name.
  ///
  /// - Throws: `.damaged` where the folder's name belongs to something else.
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

  /// The numbers of the packs here, as their files' names tell them.
  ///
  /// - Throws: `.damaged` where the folder's name belongs to something else.
  func numbers() throws(HistoryError) -> [Int] {
    try files().compactMap { file in
      guard let number = file.stem.flatMap({ Int($0.prefix { $0 != "-" }) }) else { return nil }
      return (1...PackStore.highestNumber).contains(number) ? number : nil
    }
  }

  /// The records of the files here, in the order of their names.
  func evidence() throws(HistoryError) -> [(file: FilePath, evidence: PackEvidence)] {
    var all: [(FilePath, PackEvidence)] = []
    for file in try files() {
      let bytes = try HistoryError.catching { () throws(DiskError) in try disk.packBytes(of: file) }
      guard let bytes else { continue }
      all.append((file, PackEvidence(bytes) ?? PackEvidence(remainsOf: bytes)))
    }
    return all
  }

  /// Removes a file, and the folder with the last one.
  func remove(_ files: [FilePath]) throws(HistoryError) {
    do throws(DiskError) {
      for file in files { try disk.remove(file) }
    } catch {
      throw HistoryError(error)
    }
    // What was asked for is done: it is no error that the empty folder stays.
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
