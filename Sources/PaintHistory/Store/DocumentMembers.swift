import SystemPackage

/// The files and folders that a document can have, and of what kind each must be.
///
/// Where a symbolic link, a device or a FIFO is in the place of one, nothing is read, written or moved through it.
enum DocumentMembers {
  /// A member that is there but is not of the kind that it must be.
  struct Odd {
    var name: String
    var kind: FileStatus.Kind

    /// What it is, in plain words.
    var message: String {
      switch kind {
      case .symbolicLink: "\(name) is a symbolic link, which paint does not follow inside a drawing"
      case .directory: "\(name) is a folder, not a file"
      case .file: "\(name) is a file, not a folder"
      case .other: "\(name) is not a regular file"
      }
    }
  }

  /// What SQLite opens.
  static let indexFiles = ["index.sqlite", "index.sqlite-wal", "index.sqlite-shm", "index.sqlite-journal"]
  private static let files = indexFiles + ["lock", UnsyncedMark.name]
  private static let folders = ["packs", "files", "unconfirmed"]

  /// The members that are not of the kind that they must be; a member may be missing.
  static func odd(in document: FilePath, on disk: any Disk) throws(DiskError) -> [Odd] {
    var odd: [Odd] = []
    for (names, kind) in [(files, FileStatus.Kind.file), (folders, .directory)] {
      for name in names {
        guard let found = try disk.status(of: document.appending(name), followingLinks: false)?.kind, found != kind
        else { continue }
        odd.append(Odd(name: name, kind: found))
      }
    }
    return odd
  }

  /// Throws `.damaged` where a member is not of the kind that it must be.
  static func check(_ document: FilePath, on disk: any Disk) throws(HistoryError) {
    let first = try HistoryError.catching { () throws(DiskError) in try odd(in: document, on: disk).first }
    if let first { throw .damaged(first.message) }
  }
}
