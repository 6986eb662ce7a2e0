import SystemPackage

/// The document's folder `files`: files that edits read, stored by content so that the edits can be repeated.
///
/// It is created with the first file. A file is never changed. Incoming files are in the document's own folder.
struct KeptFiles {
  private let document: FilePath
  let folder: FilePath
  let disk: any Disk

  init(document: FilePath, disk: any Disk) {
    self.document = document
    folder = document.appending("files")
    self.disk = disk
  }

  /// The path of a file, whether it exists or not.
  func path(of name: ContentName) -> FilePath { folder.appending(name.fileName) }

  /// The bytes of all files.
  func bytes() throws(DiskError) -> Int {
    // Most documents have no kept files and no such folder.
    guard try disk.status(of: folder) != nil else { return 0 }
    var bytes: Int64 = 0
    for name in try disk.names(in: folder) {
      bytes += try disk.status(of: folder.appending(name), followingLinks: false)?.size ?? 0
    }
    return Int(bytes)
  }

  /// A new path for an incoming file; removes incoming files that dead processes left.
  ///
  /// The document's lock must be held, so that no other process has an incoming file.
  func newIncomingPath() throws(DiskError) -> FilePath {
    for name in try disk.names(in: document)
    where name.string.hasPrefix(Self.incoming) && !name.string.hasPrefix(Self.own) {
      try disk.remove(document.appending(name))
    }
    return document.appending(Self.own + Self.randomWord())
  }

  private static let incoming = ".incoming-"
  /// The beginning of the names of this process: an edit can read two files.
  private static let own = "\(incoming)\(randomWord())-"

  private static func randomWord() -> String {
    var generator = SystemRandomNumberGenerator()
    return String(UInt64.random(in: 0 ... .max, using: &generator), radix: 36)
  }

  /// Creates the folder if it is missing.
  func makeFolder() throws(DiskError) {
    if try disk.status(of: folder) == nil { try disk.createDirectory(folder) }
    // An earlier process may have created it and died before this sync: a power cut could take it with its files.
    try disk.syncDirectory(document)
  }
}
