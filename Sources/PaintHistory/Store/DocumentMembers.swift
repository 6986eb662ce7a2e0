import SystemPackage

/// The files and folders that a document can have, and the kind that each must have.
///
/// If one of them is a symbolic link, a device or a FIFO, nothing is read, written or moved through it.
enum DocumentMembers {
  /// A member of the wrong kind.
  struct WrongKind {
    var name: String
    var kind: FileStatus.Kind

    /// A description for messages.
    var message: String {
      switch kind {
      case .symbolicLink: "\(name) is a symbolic link, which paint does not follow inside a drawing"
      case .directory: "\(name) is a folder, not a file"
      case .file where name == DocumentMembers.journal:
        "\(name) is a rollback journal of SQLite, which paint does not use"
      case .file: "\(name) is a file, not a folder"
      case .other: "\(name) is not a regular file"
      }
    }
  }

  /// The files that SQLite opens.
  static let indexFiles = ["index.sqlite", "index.sqlite-wal", "index.sqlite-shm"]
  /// A file that must not exist: SQLite would undo changes with it, and delete the file that it names.
  static let journal = "index.sqlite-journal"
  private static let files = indexFiles + ["lock", UnsyncedMark.name]
  private static let folders = ["packs", "files", "unconfirmed"]

  /// The members of the wrong kind; a member may be missing.
  static func wrongKinds(in document: FilePath, on disk: any Disk) throws(DiskError) -> [WrongKind] {
    var wrongKinds: [WrongKind] = []
    let expected: [([String], FileStatus.Kind?)] = [(files, .file), (folders, .directory), ([journal], nil)]
    for (names, kind) in expected {
      for name in names {
        guard let found = try disk.status(of: document.appending(name), followingLinks: false)?.kind, found != kind
        else { continue }
        wrongKinds.append(WrongKind(name: name, kind: found))
      }
    }
    return wrongKinds
  }

  /// Throws `.damaged` if a member has the wrong kind.
  static func check(_ document: FilePath, on disk: any Disk) throws(HistoryError) {
    let first = try HistoryError.catching(wrongKinds(in: document, on: disk).first)
    if let first { throw .damaged(first.message) }
  }
}
