import SystemPackage

/// Writes a file atomically, whether or not it already exists.
///
/// A device, terminal or pipe is never replaced: it gets the bytes, as from any other program.
public enum FileReplacement {
  /// Lets `body` write an unnamed file, syncs it and gives it its name; after an error the old file stays.
  ///
  /// The new file gets the permissions of the old one, and its owner and group if this user may give them. A symbolic
  /// link stays, and the file that it leads to is written, if the system follows the link.
  ///
  /// If the file system does not support unnamed files, the file has a temporary hidden name in the same folder.
  ///
  /// - Parameter force: whether a file is replaced that is read-only for this user. A rename would not need the permission
  ///   to write to the file, so that it is asked for.
  /// - Returns: nil, or why the folder could not be synced. The file is in place then, but a power cut may restore the
  ///   old one.
  /// - Throws: what `body` throws, and what `failure` makes of the disk's errors, which name `path`. For a read-only file
  ///   that is an error of `replace`.
  public static func write<E: Error>(
    _ path: FilePath, on disk: any Disk, force: Bool = false, failure: (DiskError) -> E,
    _ body: (OpenFile) throws(E) -> Void
  ) throws(E) -> DiskError? {
    let place: Place
    do throws(DiskError) {
      place = try Place(of: path, on: disk)
      if place.old?.kind == .file, !place.isNew, !force { try disk.checkWritable(place.path) }
    } catch {
      throw failure(DiskError(error.operation, path, errno: error.errno))
    }
    if place.isSpecial {
      try write(toSpecial: path, on: disk, failure: failure, body)
      return nil
    }
    if place.old?.kind == .directory { throw failure(DiskError(.write, path, errno: .isDirectory)) }
    do throws(E) {
      return try write(to: place, named: path, on: disk, failure: failure, body)
    } catch {
      if place.isNew { try? disk.remove(place.path) }
      throw error
    }
  }

  private static func write<E: Error>(
    to place: Place, named path: FilePath, on disk: any Disk, failure: (DiskError) -> E,
    _ body: (OpenFile) throws(E) -> Void
  ) throws(E) -> DiskError? {
    let folder = place.path.removingLastComponent()
    // An earlier process may have been killed here.
    disk.temporaryItems?.sweep(folder, on: disk)
    var named: TemporaryItem?
    let file: OpenFile
    do throws(DiskError) {
      if let unnamed = try disk.unnamedFile(for: place.path, .shared) {
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
      // Before the sync, so that a power cut cannot leave the file with others.
      if let old = place.old, old.kind == .file { try disk.take(from: old, file) }
      try disk.sync(file)
      try moveIntoPlace(file, named, at: place.path, in: folder, on: disk)
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

  /// Where a file is written.
  private struct Place {
    /// The path behind symbolic links.
    var path: FilePath
    /// What is there, if anything.
    var old: FileStatus?
    /// Whether a link led to no file, so that following it created an empty one.
    var isNew = false
    /// Whether it exists and is neither a file nor a folder.
    var isSpecial: Bool { old?.kind == .other }

    init(of path: FilePath, on disk: any Disk) throws(DiskError) {
      self.path = path
      old = try disk.status(of: path, followingLinks: false)
      guard old?.kind == .symbolicLink else { return }
      (self.path, isNew) = try disk.follow(link: path)
      // Links to open pipes, such as /dev/stdout often is, lead to no name.
      old = try disk.status(of: self.path, followingLinks: false)
      if old == nil { old = try disk.status(of: path, followingLinks: true) }
    }
  }

  /// Lets `body` write a device, terminal or pipe; what was written before an error stays written.
  private static func write<E: Error>(
    toSpecial path: FilePath, on disk: any Disk, failure: (DiskError) -> E, _ body: (OpenFile) throws(E) -> Void
  ) throws(E) {
    let file: OpenFile
    do throws(DiskError) { file = try disk.open(path, .special) } catch { throw failure(error) }
    try body(file)
  }

  private static func moveIntoPlace(
    _ file: OpenFile, _ named: TemporaryItem?, at path: FilePath, in folder: FilePath, on disk: any Disk
  ) throws(DiskError) {
    var item = named
    if item == nil {
      do throws(DiskError) {
        return try disk.link(file, to: path)
      } catch {
        guard error.errno == .fileExists || error.isUnsupported else { throw error }
      }
      // A link does not replace an existing file, but a rename does.
      item = try TemporaryItem.name(for: file, in: folder, on: disk)
    }
    guard let item else { return }
    try disk.rename(item.path, to: path, .replace)
    item.forget()
  }
}
