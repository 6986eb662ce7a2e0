import SystemPackage

/// A file of this process alone that nobody else finds: it has no name, and its bytes go with the object.
public final class SpoolFile {
  /// For writing.
  public let writer: OpenFile
  /// For reading, from the beginning.
  public let reader: OpenFile

  /// Makes an empty file on the file system of `folder`.
  ///
  /// - Throws: where it cannot be made.
  public init(in folder: FilePath, on disk: any Disk) throws(DiskError) {
    if let file = try disk.createUnnamed(for: folder.appending("spool"), .onlyUser) {
      writer = file
      reader = try disk.reopen(file)
      return
    }
    // Nobody else can open it in between: the folder is this user's alone.
    let scratch = try ScratchFolder(in: folder, on: disk)
    let path = scratch.path.appending("spool")
    writer = try disk.open(path, .createNew)
    reader = try disk.open(path, .read)
  }
}
