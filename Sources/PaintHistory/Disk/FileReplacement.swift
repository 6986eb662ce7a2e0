import SystemPackage

/// Writes a file atomically, whether or not it already exists.
///
/// A device, terminal or pipe is never replaced: it gets the bytes, as from any other program.
public enum FileReplacement {
  /// Links that are followed, as in the system.
  private static let linkLimit = 40

  /// Lets `body` write an unnamed file, syncs it and gives it its name; after an error the old file stays.
  ///
  /// The new file gets the permissions of the old one, and its owner and group if this user may give them. A symbolic link stays, and the file that it leads to is written.
  ///
  /// If the file system does not support unnamed files, the file has a temporary hidden name in the same folder.
  ///
  /// - Returns: nil, or why the folder could not be synced. The file is in place then, but a power cut may restore the
  ///   old one.
  /// - Throws: what `body` throws, and what `failure` makes of the disk's errors, which name `path`.
  public static func write<E: Error>(
    _ path: FilePath, on disk: any Disk, failure: (DiskError) -> E, _ body: (OpenFile) throws(E) -> Void
  ) throws(E) -> DiskError? {
    let target: FilePath
    let old: FileStatus?
    do throws(DiskError) {
      (target, old) = try followingLinks(path, on: disk)
    } catch {
      throw failure(DiskError(error.operation, path, errno: error.errno))
    }
    if isSpecial(path, old, isLink: target != path, on: disk) {
      try write(toSpecial: path, on: disk, failure: failure, body)
      return nil
    }
    if old?.kind == .directory { throw failure(DiskError(.write, path, errno: .isDirectory)) }
    let folder = target.removingLastComponent()
    // An earlier process may have been killed here.
    disk.temporaryItems?.sweep(folder, on: disk)
    var named: TemporaryItem?
    let file: OpenFile
    do throws(DiskError) {
      if let unnamed = try disk.createUnnamed(for: target, .shared) {
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
      if let old, old.kind == .file { try take(from: old, file, on: disk) }
      try disk.sync(file)
      try moveIntoPlace(file, named, at: target, in: folder, on: disk)
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

  /// Gives a file the owner, the group and the permissions of the one that it replaces.
  private static func take(from old: FileStatus, _ file: OpenFile, on disk: any Disk) throws(DiskError) {
    let new = try disk.status(of: file)
    if new.owner != old.owner || new.group != old.group {
      // Only the superuser may give files away.
      try? disk.setOwner(old.owner, group: old.group, of: file)
    }
    if new.permissions != old.permissions { try disk.setPermissions(old.permissions, of: file) }
  }

  /// Whether the path leads to something that exists and is neither a file nor a folder.
  ///
  /// Links to open pipes, such as /dev/stdout often is, lead to no name.
  private static func isSpecial(_ path: FilePath, _ old: FileStatus?, isLink: Bool, on disk: any Disk) -> Bool {
    if let old { return old.kind == .other }
    guard isLink, let there = try? disk.status(of: path, followingLinks: true) else { return false }
    return there.kind == .other
  }

  /// Lets `body` write a device, terminal or pipe; what was written before an error stays written.
  private static func write<E: Error>(
    toSpecial path: FilePath, on disk: any Disk, failure: (DiskError) -> E, _ body: (OpenFile) throws(E) -> Void
  ) throws(E) {
    let file: OpenFile
    do throws(DiskError) { file = try disk.open(path, .special) } catch { throw failure(error) }
    try body(file)
  }

  /// The path to which symbolic links lead, and the status of the file there, if there is one.
  static func followingLinks(
    _ path: FilePath, on disk: any Disk
  ) throws(DiskError) -> (path: FilePath, status: FileStatus?) {
    var path = path
    for _ in 0...linkLimit {
      let status = try disk.status(of: path, followingLinks: false)
      guard status?.kind == .symbolicLink else { return (path, status) }
      // An absolute target takes the place of the folder.
      path = path.removingLastComponent().pushing(try disk.target(ofLink: path))
    }
    throw DiskError(.create, path, errno: .tooManySymbolicLinkLevels)
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
