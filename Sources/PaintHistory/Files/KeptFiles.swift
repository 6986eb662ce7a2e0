import SystemPackage

/// The document's folder `files`: what edits read from elsewhere, kept by content so that they can be done again.
///
/// It is made with the first file. A file is never changed. Those on their way in lie in the document's own folder.
struct KeptFiles {
  private let document: FilePath
  let folder: FilePath
  let disk: any Disk

  init(document: FilePath, disk: any Disk) {
    self.document = document
    folder = document.appending("files")
    self.disk = disk
  }

  /// Where the file of that name lies, or would.
  func path(of name: ContentName) -> FilePath { folder.appending(name.fileName) }

  /// Bytes of all files.
  func bytes() throws(DiskError) -> Int {
    // Most documents keep none, and have no such folder.
    guard try disk.status(of: folder) != nil else { return 0 }
    var bytes: Int64 = 0
    for name in try disk.names(in: folder) {
      bytes += try disk.status(of: folder.appending(name), followingLinks: false)?.size ?? 0
    }
    return Int(bytes)
  }

  /// A new place for a file on its way in; what dead processes did not bring in to the end goes.
  ///
  /// The document's lock must be held: then nobody else is bringing anything in.
  func newIncomingPath() throws(DiskError) -> FilePath {
    for name in try disk.names(in: document) where name.string.hasPrefix(Self.incoming) {
      try disk.remove(document.appending(name))
    }
    var generator = SystemRandomNumberGenerator()
    return document.appending(Self.incoming + String(UInt64.random(in: 0 ... .max, using: &generator), radix: 36))
  }

  private static let incoming = ".incoming-"

  /// Makes the folder where it is missing.
  func makeFolder() throws(DiskError) {
    guard try disk.status(of: folder) == nil else { return }
    try disk.createDirectory(folder)
    try disk.syncDirectory(document)
  }
}
