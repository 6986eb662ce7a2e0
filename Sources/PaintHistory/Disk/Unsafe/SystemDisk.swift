// Unsafe: system calls take addresses.

internal import CDisk
import SystemPackage

/// The real disk.
public struct SystemDisk: Disk {
  /// Receives the names of temporary files and folders of this process.
  public let temporaryItems: TemporaryItems?

  /// Creates an interface to the system's disk.
  public init(temporaryItems: TemporaryItems? = nil) { self.temporaryItems = temporaryItems }

  /// Opens a file with open(2), close-on-exec.
  ///
  /// - Throws: as `Disk.open`.
  public func open(_ path: FilePath, _ mode: OpenMode) throws(DiskError) -> OpenFile {
    let (flags, operation): (CInt, DiskError.Operation) =
      switch mode {
      case .read: (CInt(CFS_OPEN_READ), .open)
      case .readMember: (CInt(CFS_OPEN_MEMBER), .open)
      case .writeOver: (CInt(CFS_OPEN_WRITE_OVER), .open)
      case .createNew: (CInt(CFS_OPEN_CREATE_NEW), .create)
      case .special: (CInt(CFS_OPEN_SPECIAL), .open)
      case .lock: (CInt(CFS_OPEN_LOCK), .lock)
      }
    let descriptor = unsafe try check(path.withPlatformString { unsafe cfs_open($0, flags) }, operation, path)
    return OpenFile(adopting: descriptor, path: path)
  }

  /// Creates an unnamed file with open(2) and O_TMPFILE, close-on-exec.
  ///
  /// - Throws: as `Disk.createUnnamed`.
  public func createUnnamed(for path: FilePath, _ access: FolderAccess) throws(DiskError) -> OpenFile? {
    let folder = path.removingLastComponent().isEmpty ? "." : path.removingLastComponent()
    let isPrivate: CInt = access == .ownerOnly ? 1 : 0
    let descriptor = unsafe folder.withPlatformString { unsafe cfs_create_unnamed($0, isPrivate) }
    if descriptor == -Errno.notSupportedOnSocket.rawValue { return nil }
    return OpenFile(adopting: try check(descriptor, .create, path), path: path)
  }

  /// Creates a file in memory with memfd_create(2), close-on-exec.
  ///
  /// - Throws: as `Disk.createInMemory`.
  public func createInMemory() throws(DiskError) -> OpenFile? {
    let descriptor = cfs_create_in_memory()
    if descriptor == -Errno.notSupportedOnSocket.rawValue { return nil }
    let path: FilePath = "a file in memory"
    return OpenFile(adopting: try check(descriptor, .create, path), path: path)
  }

  /// Gives a file a name with linkat(2).
  ///
  /// - Throws: as `Disk.link`.
  public func link(_ file: OpenFile, to path: FilePath) throws(DiskError) {
    unsafe try check(path.withPlatformString { unsafe cfs_link(file.descriptor, $0) }, .create, path)
  }

  /// Opens a file again through its descriptor's name in /proc.
  ///
  /// - Throws: as `Disk.reopen`.
  public func reopen(_ file: OpenFile) throws(DiskError) -> OpenFile {
    OpenFile(adopting: try check(cfs_reopen(file.descriptor), .open, file.path), path: file.path)
  }

  /// Reads with pread(2) until the buffer is full or the file ends.
  ///
  /// - Throws: as `Disk.read`.
  public func read(
    _ file: OpenFile, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(DiskError) -> Int {
    let count = unsafe cfs_read(file.descriptor, buffer.baseAddress, buffer.count, offset)
    guard count >= 0 else { throw DiskError(.read, file.path, errno: Errno(rawValue: CInt(-count))) }
    return Int(count)
  }

  /// Writes all bytes with write(2).
  ///
  /// - Throws: as `Disk.write`.
  public func write(_ file: OpenFile, _ bytes: UnsafeRawBufferPointer) throws(DiskError) {
    unsafe try check(cfs_write(file.descriptor, bytes.baseAddress, bytes.count), .write, file.path)
  }

  /// Syncs a file with one fsync(2).
  ///
  /// - Throws: as `Disk.sync`.
  public func sync(_ file: OpenFile) throws(DiskError) {
    try check(cfs_sync(file.descriptor), .sync, file.path)
  }

  /// Syncs a folder with one fsync(2).
  ///
  /// - Throws: as `Disk.syncDirectory`.
  public func syncDirectory(_ path: FilePath) throws(DiskError) {
    let directory = CInt(CFS_OPEN_DIRECTORY)
    let folder = unsafe OpenFile(
      adopting: try check(path.withPlatformString { unsafe cfs_open($0, directory) }, .sync, path), path: path)
    let result = cfs_sync(folder.descriptor)
    // Some network file systems do not support this call for folders, because their names do not need it. This is not a
    // failure.
    if result == -Errno.invalidArgument.rawValue { return }
    try check(result, .sync, path)
  }

  /// Syncs the whole file system with one syncfs(2).
  ///
  /// - Throws: as `Disk.syncFileSystem`.
  public func syncFileSystem(of file: OpenFile) throws(DiskError) {
    try check(cfs_sync_file_system(file.descriptor), .sync, file.path)
  }

  /// Renames with rename(2), or with renameat2(2) if it must not replace.
  ///
  /// - Throws: as `Disk.rename`.
  public func rename(_ from: FilePath, to: FilePath, _ mode: RenameMode) throws(DiskError) {
    let flag: CInt =
      switch mode {
      case .replace: CInt(CFS_RENAME_REPLACE)
      case .noReplace: CInt(CFS_RENAME_NO_REPLACE)
      case .exchange: CInt(CFS_RENAME_EXCHANGE)
      }
    let result = unsafe from.withPlatformString { old in
      unsafe to.withPlatformString { new in unsafe cfs_rename(old, new, flag) }
    }
    try check(result, mode == .exchange ? .exchange : .rename, from, to: to)
  }

  /// Removes a file with unlink(2).
  ///
  /// - Throws: as `Disk.remove`.
  public func remove(_ path: FilePath) throws(DiskError) {
    unsafe try check(path.withPlatformString { unsafe cfs_remove($0) }, .remove, path)
  }

  /// Removes an empty folder with rmdir(2).
  ///
  /// - Throws: as `Disk.removeDirectory`.
  public func removeDirectory(_ path: FilePath) throws(DiskError) {
    unsafe try check(path.withPlatformString { unsafe cfs_remove_directory($0) }, .remove, path)
  }

  /// Creates a folder with mkdir(2).
  ///
  /// - Throws: as `Disk.createDirectory`.
  public func createDirectory(_ path: FilePath, _ access: FolderAccess) throws(DiskError) {
    let isPrivate: CInt = access == .ownerOnly ? 1 : 0
    unsafe try check(path.withPlatformString { unsafe cfs_create_directory($0, isPrivate) }, .createFolder, path)
  }

  /// Lists a folder with readdir(3).
  ///
  /// - Throws: as `Disk.names`.
  public func names(in path: FilePath) throws(DiskError) -> [FilePath.Component] {
    try names(in: path, notBefore: "")
  }

  /// Lists part of a folder with readdir(3).
  ///
  /// - Throws: as `Disk.names`.
  public func names(in path: FilePath, notBefore first: String) throws(DiskError) -> [FilePath.Component] {
    unsafe try list(path) { context, body in
      unsafe path.withPlatformString { folder in
        unsafe first.withCString { first in unsafe cfs_names(folder, first, context, body) }
      }
    }
  }

  /// Lists an open folder with readdir(3), through its own descriptor.
  ///
  /// - Throws: as `Disk.names`.
  public func names(closing folder: OpenFile) throws(DiskError) -> [FilePath.Component] {
    unsafe try list(folder.path) { context, body in unsafe cfs_names_closing(folder.release(), context, body) }
  }

  private func list(
    _ path: FilePath,
    _ call: (UnsafeMutableRawPointer, @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Void) -> CInt
  ) throws(DiskError) -> [FilePath.Component] {
    var names: [FilePath.Component] = []
    let result = unsafe withUnsafeMutablePointer(to: &names) { names in
      unsafe call(names) { context, name in
        guard let name = unsafe name, let component = unsafe FilePath.Component(platformString: name) else { return }
        unsafe context?.assumingMemoryBound(to: [FilePath.Component].self).pointee.append(component)
      }
    }
    try check(result, .list, path)
    return names
  }

  /// Reads the status of a path with fstatat(2).
  ///
  /// - Throws: as `Disk.status`.
  public func status(of path: FilePath, followingLinks: Bool) throws(DiskError) -> FileStatus? {
    var status = cfs_status()
    let result = unsafe path.withPlatformString { unsafe cfs_status_of_path($0, followingLinks ? 1 : 0, &status) }
    if result == -Errno.noSuchFileOrDirectory.rawValue || result == -Errno.notDirectory.rawValue { return nil }
    try check(result, .readStatus, path)
    return FileStatus(status)
  }

  /// Reads the status of an open file with fstat(2).
  ///
  /// - Throws: as `Disk.status`.
  public func status(of file: OpenFile) throws(DiskError) -> FileStatus {
    var status = cfs_status()
    unsafe try check(cfs_status_of_file(file.descriptor, &status), .readStatus, file.path)
    return FileStatus(status)
  }

  /// Sets a file's permissions with fchmod(2).
  ///
  /// - Throws: as `Disk.setPermissions`.
  public func setPermissions(_ permissions: UInt32, of file: OpenFile) throws(DiskError) {
    try check(cfs_set_permissions(file.descriptor, permissions), .write, file.path)
  }

  /// Sets a file's owner and group with fchown(2).
  ///
  /// - Throws: as `Disk.setOwner`.
  public func setOwner(_ owner: UInt32, group: UInt32, of file: OpenFile) throws(DiskError) {
    try check(cfs_set_owner(file.descriptor, owner, group), .write, file.path)
  }

  /// Asks for the permission with faccessat(2), for the effective user.
  ///
  /// - Throws: as `Disk.checkWritable`.
  public func checkWritable(_ path: FilePath) throws(DiskError) {
    unsafe try check(path.withPlatformString { unsafe cfs_may_write($0) }, .replace, path)
  }

  /// Opens a symbolic link with open(2), and reads the name of the open file.
  ///
  /// - Throws: as `Disk.follow`.
  public func follow(link path: FilePath) throws(DiskError) -> (path: FilePath, isNew: Bool) {
    // The longest path of a system call, with its NUL.
    var target = [CChar](repeating: 0, count: 4_096)
    let size = target.count
    let result = unsafe path.withPlatformString { unsafe cfs_follow_link($0, &target, size) }
    let isNew = try check(result, .create, path) == 1
    return (FilePath(platformString: target), isNew)
  }

  /// Reads a symbolic link with readlink(2).
  ///
  /// - Throws: as `Disk.target`.
  public func target(ofLink path: FilePath) throws(DiskError) -> FilePath {
    // The longest path of a system call, with its NUL.
    var target = [CChar](repeating: 0, count: 4_096)
    let size = target.count
    unsafe try check(path.withPlatformString { unsafe cfs_read_link($0, &target, size) }, .readStatus, path)
    return FilePath(platformString: target)
  }

  /// Closes a file with one close(2).
  ///
  /// - Throws: as `Disk.close`.
  public func close(_ file: OpenFile) throws(DiskError) {
    try check(cfs_close(file.release()), .close, file.path)
  }

  /// Locks a file with flock(2), in the order of arrival.
  ///
  /// - Throws: as `Disk.lock`.
  public func lock(_ file: OpenFile, wait: Duration) throws(DiskError) -> Bool {
    try check(cfs_lock(file.descriptor, wait.clampedNanoseconds), .lock, file.path) == 1
  }

  /// Releases a lock with flock(2).
  public func unlock(_ file: OpenFile) {
    _ = cfs_unlock(file.descriptor)
  }

  /// The system's files.
  public var sqliteFiles: SQLiteFiles { .system }

  /// Reads the monotonic clock.
  public func monotonicTime() -> Duration { .nanoseconds(cfs_monotonic_time()) }

  /// Returns the result of a call; throws if it is a negative `errno`.
  @discardableResult
  private func check(
    _ result: CInt, _ operation: DiskError.Operation, _ path: FilePath, to destination: FilePath? = nil
  ) throws(DiskError) -> CInt {
    guard result < 0 else { return result }
    throw DiskError(operation, path, to: destination, errno: Errno(rawValue: -result))
  }
}

extension Duration {
  /// The whole nanoseconds, from 0 to more than a century.
  fileprivate var clampedNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    return min(seconds, 4_000_000_000) * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
