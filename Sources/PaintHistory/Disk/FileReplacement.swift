import SystemPackage

/// Writes a file atomically, whether or not it already exists.
public enum FileReplacement {
  /// Lets `body` write an unnamed file, syncs it and gives it its name; after an error the old file stays.
  ///
  /// If the file system does not support unnamed files, the file has a temporary hidden name in the same folder.
  ///
  /// - Returns: nil, or why the folder could not be synced. The file is in place then, but a power cut may restore the
  ///   old one.
  /// - Throws: what `body` throws, and what `failure` makes of the disk's errors, which name `path`.
  public static func write<E: Error>(
    _ path: FilePath, on disk: any Disk, failure: (DiskError) -> E, _ body: (OpenFile) throws(E) -> Void
  ) throws(E) -> DiskError? {
    let folder = path.removingLastComponent()
    var named: TemporaryItem?
    let file: OpenFile
    do throws(DiskError) {
      if let unnamed = try disk.createUnnamed(for: path, .shared) {
        file = unnamed
      } else {
        let made = try TemporaryItem.file(in: folder, on: disk)
        (named, file) = (made.item, made.file)
      }
    } catch {
      throw failure(DiskError(error.operation, path, errno: error.errno))
    }
    try body(file)
    do throws(DiskError) {
      try disk.sync(file)
      try moveIntoPlace(file, named, at: path, in: folder, on: disk)
    } catch {
      throw failure(DiskError(.write, path, errno: error.errno))
    }
    do throws(DiskError) {
      try disk.syncDirectory(folder.isEmpty ? "." : folder)
    } catch {
      return error
    }
    return nil
  }

  private static func moveIntoPlace(
    _ file: OpenFile, _ named: TemporaryItem?, at path: FilePath, in folder: FilePath, on disk: any Disk
  ) throws(DiskError) {
    var item = named
    if item == nil {
      do throws(DiskError) {
        return try disk.link(file, to: path)
      } catch {
        guard error.errno == .fileExists else { throw error }
      }
      // A link does not replace an existing file, but a rename does.
      item = try TemporaryItem.name(for: file, in: folder, on: disk)
    }
    guard let item else { return }
    try disk.rename(item.path, to: path, .replace)
    item.forget()
  }
}
