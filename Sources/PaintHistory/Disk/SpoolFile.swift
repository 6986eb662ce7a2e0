import SystemPackage

/// A private unnamed file of this process; it is deleted with the object.
public final class SpoolFile {
  /// For writing.
  public let writer: OpenFile
  /// For reading from the start.
  public let reader: OpenFile
  /// Whether it is in memory, not on disk.
  public let isInMemory: Bool
  /// The bytes that a file of unknown size may have in memory before it is moved to disk.
  public static let memoryLimit = 64 << 20

  /// Creates an empty file on the file system of `folder`.
  ///
  /// - Parameter inMemory: whether it is created in memory instead, if the system supports this.
  /// - Throws: if it cannot be created.
  public init(in folder: FilePath, on disk: any Disk, inMemory: Bool = false) throws(DiskError) {
    if inMemory, let file = try disk.createInMemory() {
      writer = file
      reader = try disk.reopen(file)
      isInMemory = true
      return
    }
    isInMemory = false
    if let file = try disk.createUnnamed(for: folder.appending("spool"), .ownerOnly) {
      writer = file
      reader = try disk.reopen(file)
      return
    }
    // Nobody else can open it in between, because only this user can access the folder.
    let scratch = try ScratchFolder(in: folder, on: disk)
    let path = scratch.path.appending("spool")
    writer = try disk.open(path, .createNew)
    reader = try disk.open(path, .read)
  }

  /// Copies a file to the file system of `folder`.
  ///
  /// - Throws: if the copy cannot be created or written.
  public convenience init(copyOf other: SpoolFile, in folder: FilePath, on disk: any Disk) throws(DiskError) {
    try self.init(in: folder, on: disk)
    try disk.copy(contentsOf: other.reader, to: writer)
  }
}
