import SystemPackage

// Network file systems, FAT and some layers lack calls that Linux has: renaming without replacing (NFS, 9p, FUSE), unnamed
// files, links (FAT) and syncing a whole file system. Each has a substitute here, which loses nothing either.

extension Disk {
  /// Creates an unnamed file, as `createUnnamed`; nil also where the system refuses such files.
  ///
  /// - Throws: as `createUnnamed`, except for that.
  func unnamedFile(for path: FilePath, _ access: FolderAccess) throws(DiskError) -> OpenFile? {
    do throws(DiskError) {
      return try createUnnamed(for: path, access)
    } catch {
      if error.isUnsupported { return nil }
      throw error
    }
  }

  /// Renames a file or folder to a name that is free; replaces nothing, except perhaps an empty folder by a folder.
  ///
  /// Without help of the file system, a file first reserves its name with an empty one. A folder needs no such step:
  /// rename(2) never puts it in the place of anything but an empty folder.
  ///
  /// - Throws: `fileExists` if the name is taken; other errors if `from` does not exist or cannot be renamed.
  func move(_ from: FilePath, toFree to: FilePath) throws(DiskError) {
    do throws(DiskError) {
      return try rename(from, to: to, .noReplace)
    } catch {
      guard error.isUnsupported else { throw error }
    }
    guard try status(of: from, followingLinks: false)?.kind == .directory else {
      let reserved: OpenFile
      do throws(DiskError) { reserved = try open(to, .createNew) } catch {
        throw DiskError(.rename, from, to: to, errno: error.errno)
      }
      do throws(DiskError) {
        return try rename(from, to: to, .replace)
      } catch {
        if let found = try? status(of: to, followingLinks: false),
          (try? status(of: reserved))?.isSameFile(as: found) ?? false
        {
          try? remove(to)
        }
        throw error
      }
    }
    guard try hasNothing(at: to) else { throw DiskError(.rename, from, to: to, errno: .fileExists) }
    do throws(DiskError) {
      try rename(from, to: to, .replace)
    } catch {
      switch error.errno {
      case .directoryNotEmpty, .notDirectory, .isDirectory:
        throw DiskError(.rename, from, to: to, errno: .fileExists)
      default: throw error
      }
    }
  }

  /// Copies a file that is open for writing, with its owner and its permissions, to a new name, and syncs the copy.
  ///
  /// - Returns: the copy, open for writing.
  /// - Throws: `fileExists` if the name is taken; other errors if the file cannot be read again or the copy cannot be
  ///   written. There is no copy then.
  func copy(_ file: OpenFile, toFree path: FilePath) throws(DiskError) -> OpenFile {
    let copy = try open(path, .createNew)
    do throws(DiskError) {
      try self.copy(contentsOf: reopen(file), to: copy)
      try take(from: status(of: file), copy)
      try sync(copy)
      return copy
    } catch {
      try? remove(path)
      throw error
    }
  }

  /// Gives a file the owner, the group and the permissions of another one.
  ///
  /// - Throws: if the file system refuses, and others might do more with the file than before.
  func take(from old: FileStatus, _ file: OpenFile) throws(DiskError) {
    let new = try status(of: file)
    if new.owner != old.owner || new.group != old.group {
      // Only the superuser may give files away.
      try? setOwner(old.owner, group: old.group, of: file)
    }
    guard new.permissions != old.permissions else { return }
    do throws(DiskError) {
      try setPermissions(old.permissions, of: file)
    } catch {
      // FAT has no permissions of single files.
      guard error.isUnsupported, new.permissions & ~old.permissions == 0 else { throw error }
    }
  }

  /// Syncs a document to stable storage: with the whole file system at once, or else file by file.
  ///
  /// - Parameter lock: its lock file, as for `syncFileSystem(of:)`.
  /// - Throws: as `syncFileSystem(of:)`.
  func syncDocument(_ path: FilePath, lock: OpenFile) throws(DiskError) {
    do throws(DiskError) {
      return try syncFileSystem(of: lock)
    } catch {
      guard error.isUnsupported else { throw error }
    }
    var folders = [path]
    while let folder = folders.popLast() {
      for name in try names(in: folder) {
        let member = folder.appending(name)
        switch try status(of: member, followingLinks: false)?.kind {
        case .directory: folders.append(member)
        case .file: try sync(open(member, .readMember))
        default: break
        }
      }
      try syncDirectory(folder)
    }
  }
}
