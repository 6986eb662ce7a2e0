import SystemPackage

/// A private unnamed file of this process on the file system of the folder for temporary files; it is deleted with the
/// object.
public final class SpoolFile: Sendable {
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
  /// - Throws: `.temporaryFolder` if it cannot be created.
  public init(in folder: FilePath, on disk: any Disk, inMemory: Bool = false) throws(HistoryError) {
    let unnamed = try HistoryError.catching(inTemporaryFolder: folder) {
      () throws(DiskError) -> (writer: OpenFile, reader: OpenFile, isInMemory: Bool)? in
      if inMemory, let file = try disk.createInMemory() { return (file, try disk.reopen(file), true) }
      guard let file = try disk.unnamedFile(for: folder.appending("spool"), .ownerOnly) else { return nil }
      return (file, try disk.reopen(file), false)
    }
    if let unnamed {
      (writer, reader, isInMemory) = unnamed
      return
    }
    isInMemory = false
    // Nobody else can open it in between, because only this user can access the folder.
    let scratch = try ScratchFolder(in: folder, on: disk)
    let path = scratch.path.appending("spool")
    (writer, reader) = try HistoryError.catching(inTemporaryFolder: folder) {
      () throws(DiskError) -> (OpenFile, OpenFile) in (try disk.open(path, .createNew), try disk.open(path, .read))
    }
    withExtendedLifetime(scratch) {}
  }

  /// Copies a file to the file system of `folder`.
  ///
  /// - Throws: `.temporaryFolder` if the copy cannot be created or written.
  public convenience init(copyOf other: SpoolFile, in folder: FilePath, on disk: any Disk) throws(HistoryError) {
    try self.init(in: folder, on: disk)
    try HistoryError.catching(inTemporaryFolder: folder) { () throws(DiskError) in
      try disk.copy(contentsOf: other.reader, to: writer)
    }
  }
}
