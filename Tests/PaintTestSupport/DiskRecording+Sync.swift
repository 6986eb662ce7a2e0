import SystemPackage

extension DiskRecording {
  /// A kind of sync, by its place in the protocol; tests can leave each one out.
  public enum Sync: String, Sendable, Hashable, CaseIterable {
    /// A pack and its name, before the commit that refers to it.
    case pack, packsFolder
    /// SQLite's log: the data of a commit, the header when the log restarts, and the name of a new log.
    case log, logHeader, logFolder
    /// A checkpoint: the log before it is copied into the index, and the index before the log is emptied.
    case checkpointedLog, index
    /// The whole file system, for a document at its final path.
    case fileSystem
    /// The whole file system, for a document that is built under a hidden name.
    case newDocument
    /// The whole file system, after a repair has moved its index and lock into place.
    case repairedDocument
    /// A kept file, and its name in the folder `files`.
    case keptFile, filesFolder
    /// The names in the document's folder.
    case documentFolder
    /// The names of files that were set aside.
    case unconfirmedFolder, damagedFolder, damagedFilesFolder
    /// A file outside the document, before it gets its name.
    case replacement
    /// The names next to the document.
    case parentFolder
    /// Data that a failed sync left unconfirmed, when it is written again.
    case repeatedPack, repeatedLog

    /// The sync of a file's bytes; `isRepeated` if they were written over themselves.
    init(ofFile path: FilePath, isRepeated: Bool) {
      let isPack = path.removingLastComponent().lastComponent == "packs"
      if isRepeated {
        self = isPack ? .repeatedPack : .repeatedLog
      } else {
        self = isPack ? .pack : path.removingLastComponent().extension == "paint" ? .keptFile : .replacement
      }
    }

    /// The sync of the names in a folder.
    init(ofFolder path: FilePath) {
      let isAside = path.removingLastComponent().lastComponent?.string.hasPrefix("damaged-") ?? false
      switch path.lastComponent?.string ?? "" {
      case "packs": self = .packsFolder
      case "files": self = isAside ? .damagedFilesFolder : .filesFolder
      case "unconfirmed": self = .unconfirmedFolder
      case let name where name.hasPrefix("damaged-"): self = .damagedFolder
      case let name: self = name.hasSuffix(".paint") ? .documentFolder : .parentFolder
      }
    }

    /// The sync of the whole file system through a document's lock file, which may have had another path when it was opened.
    init(ofFileSystemBy lock: FilePath) {
      let folder = lock.removingLastComponent().lastComponent?.string ?? ""
      self = folder.hasPrefix("damaged-") ? .repairedDocument : folder.hasPrefix(".") ? .newDocument : .fileSystem
    }
  }
}
