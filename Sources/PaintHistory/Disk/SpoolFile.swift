import SystemPackage

/// A private unnamed file of this process; it is deleted with the object.
public final class SpoolFile {
  /// For writing.
  public let writer: OpenFile
  /// For reading from the start.
  public let reader: OpenFile

  /// Creates an empty file on the file system of `folder`.
  ///
  /// - Throws: if it cannot be created.
  public init(in folder: FilePath, on disk: any Disk) throws(DiskError) {
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
}
