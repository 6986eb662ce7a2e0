import SystemPackage

// Unsafe: a disk reads and writes memory by its address, which callers lend for one call.

/// How a file is opened.
public enum OpenMode: Sendable, Hashable {
  /// Opens an existing file for reading.
  case read

  /// Opens an existing file of a document for reading; fails if it is a symbolic link or not a regular file.
  case readMember

  /// Opens an existing file of a document for reading and overwriting from the start; fails like `readMember`.
  case writeOver

  /// Creates a new file for writing; fails if the name exists, also as a symbolic link.
  case createNew

  /// Opens an existing device, terminal or pipe for writing, also through symbolic links; a FIFO waits for its reader.
  case special

  /// Opens a file for locking and creates it if it is missing; fails if it is a symbolic link or not a regular file.
  case lock
}

/// What a rename does if the new name exists.
public enum RenameMode: Sendable, Hashable {
  /// Replaces the other file atomically.
  case replace

  /// Fails with `fileExists`; with an error that `DiskError.isUnsupported` names if the file system does not support this.
  case noReplace

  /// Swaps the two, which must both exist; fails like `noReplace` if the file system does not support this.
  case exchange
}

/// Who may access a new folder.
public enum FolderAccess: Sendable, Hashable {
  /// Everyone whom the user's file mode creation mask allows.
  case shared

  /// Only the user.
  case ownerOnly
}

/// The interface through which the history accesses the disk.
///
/// It is injected, so that a test can make any call fail or truncate it. Calls interrupted by a signal are repeated,
/// except syncs: a failed sync is reported and never repeated, because the system may have dropped data that it could
/// not write. All descriptors are close-on-exec.
public protocol Disk: Sendable {
  /// Opens a file.
  ///
  /// - Throws: if the file cannot be opened or created: `noSuchFileOrDirectory` if a file to read does not exist,
  ///   `fileExists` if the name of a new file exists. With `readMember`, `writeOver` and `lock`,
  ///   `tooManySymbolicLinkLevels` for a symbolic link, `isDirectory` for a folder and `noSuchAddressOrDevice` for
  ///   anything else that is not a regular file.
  func open(_ path: FilePath, _ mode: OpenMode) throws(DiskError) -> OpenFile

  /// Creates an unnamed file for writing in the folder of `path`; nil if the file system does not support unnamed
  /// files.
  ///
  /// It is deleted when it is closed, unless it was linked.
  ///
  /// - Throws: if the folder does not exist, or no file can be created in it.
  func createUnnamed(for path: FilePath, _ access: FolderAccess) throws(DiskError) -> OpenFile?

  /// Creates an unnamed file in memory for writing; nil if the system does not support this.
  ///
  /// It is deleted when it is closed.
  ///
  /// - Throws: if there is not enough memory, or too many files are open.
  func createInMemory() throws(DiskError) -> OpenFile?

  /// Gives an unnamed file a name.
  ///
  /// - Throws: `fileExists` if the name exists; other errors if the file cannot be linked.
  func link(_ file: OpenFile, to path: FilePath) throws(DiskError)

  /// Opens an open file, which may be unnamed, again for reading from the start.
  ///
  /// - Throws: if the file cannot be opened again.
  func reopen(_ file: OpenFile) throws(DiskError) -> OpenFile

  /// Receives the names of temporary files and folders of this process; nil if nobody does.
  var temporaryItems: TemporaryItems? { get }

  /// Reads from `offset`, in bytes, until the buffer is full or the file ends; returns the number of bytes read.
  ///
  /// - Throws: if the file cannot be read. It is not an error if the file ends early.
  func read(
    _ file: OpenFile, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(DiskError) -> Int

  /// Appends bytes to those written before.
  ///
  /// - Throws: if not all bytes were written; some of them may have been.
  func write(_ file: OpenFile, _ bytes: UnsafeRawBufferPointer) throws(DiskError)

  /// Syncs the file's content to stable storage.
  ///
  /// - Throws: if the sync fails. Some of the content may be lost then, and no later sync reports it.
  func sync(_ file: OpenFile) throws(DiskError)

  /// Syncs the names in a folder to stable storage.
  ///
  /// - Throws: if the folder cannot be opened, or its sync fails.
  func syncDirectory(_ path: FilePath) throws(DiskError)

  /// Syncs the whole file system that contains `file` to stable storage.
  ///
  /// Write errors since `file` was opened are reported, so it should have been opened before the writes, as the
  /// document's lock file is.
  ///
  /// - Throws: if the sync or an earlier write failed; some of the content may be lost then, and no later sync reports
  ///   it.
  func syncFileSystem(of file: OpenFile) throws(DiskError)

  /// Renames a file or folder within its file system.
  ///
  /// - Throws: `fileExists` and the other errors described for `mode`; other errors if `from` does not
  ///   exist or cannot be renamed.
  func rename(_ from: FilePath, to: FilePath, _ mode: RenameMode) throws(DiskError)

  /// Removes a file or symbolic link.
  ///
  /// - Throws: if the file does not exist, is a folder, or may not be removed.
  func remove(_ path: FilePath) throws(DiskError)

  /// Removes an empty folder.
  ///
  /// - Throws: if the folder does not exist, is not empty, or may not be removed.
  func removeDirectory(_ path: FilePath) throws(DiskError)

  /// Creates a folder in an existing one.
  ///
  /// - Throws: `fileExists` if the name exists; other errors if the folder cannot be created.
  func createDirectory(_ path: FilePath, _ access: FolderAccess) throws(DiskError)

  /// The names in a folder, in any order.
  ///
  /// - Throws: if the folder cannot be read: `noSuchFileOrDirectory` if it does not exist, `notDirectory` if it is not
  ///   a folder.
  func names(in path: FilePath) throws(DiskError) -> [FilePath.Component]

  /// The names in an open folder that was not listed before, in any order; closes it.
  ///
  /// - Throws: as `names(in:)`. The folder is closed anyway.
  func names(closing folder: OpenFile) throws(DiskError) -> [FilePath.Component]

  /// The names in a folder that are longer than `first`, or as long and not before it in byte order; in any order.
  ///
  /// This finds the newest of many numbered files without reading the others' names.
  ///
  /// - Throws: as `names(in:)`.
  func names(in path: FilePath, notBefore first: String) throws(DiskError) -> [FilePath.Component]

  /// The status of the file at a path, or nil if it does not exist; without following links, that of a symbolic link
  /// itself.
  ///
  /// - Throws: if the status cannot be read. A path without a file is not an error.
  func status(of path: FilePath, followingLinks: Bool) throws(DiskError) -> FileStatus?

  /// The status of an open file, whatever its name is by now.
  ///
  /// - Throws: if the status cannot be read.
  func status(of file: OpenFile) throws(DiskError) -> FileStatus

  /// Sets what the owner, the group and others may do with an open file: nine bits, as in chmod(1).
  ///
  /// - Throws: if the file system refuses.
  func setPermissions(_ permissions: UInt32, of file: OpenFile) throws(DiskError)

  /// Gives an open file another owner and group, or only the group where the owner is not permitted.
  ///
  /// - Throws: if the file system refuses.
  func setOwner(_ owner: UInt32, group: UInt32, of file: OpenFile) throws(DiskError)

  /// Throws unless this user may write to an existing file; the superuser may write to every one.
  ///
  /// - Throws: `permissionDenied` for a file that is read-only for this user, `readOnlyFileSystem` on such a file system.
  func checkWritable(_ path: FilePath) throws(DiskError)

  /// The path to which the system follows a symbolic link, and whether the link led to no file, so that an empty one was
  /// created there.
  ///
  /// The system decides whether it follows the link: it refuses another user's link in a folder such as /tmp.
  ///
  /// - Throws: `permissionDenied` if the system refuses to follow the link; other errors if there is no such folder, or
  ///   no file can be created.
  func follow(link path: FilePath) throws(DiskError) -> (path: FilePath, isNew: Bool)

  /// The path that a symbolic link contains, which may be relative to its folder.
  ///
  /// - Throws: `invalidArgument` if there is another kind of file; other errors if the link cannot be read.
  func target(ofLink path: FilePath) throws(DiskError) -> FilePath

  /// Closes a file now; it must not be used again.
  ///
  /// Some network file systems report write errors here. A file that is only released is also closed, but without an
  /// error.
  ///
  /// - Throws: if the file system reports a write error. The file is closed anyway.
  func close(_ file: OpenFile) throws(DiskError)

  /// Locks a file exclusively, waiting at most `wait`; false if another process kept it locked.
  ///
  /// A waiter is woken as soon as the holder releases the lock, and gets it before a holder that wants it again. The
  /// calling thread blocks. Must not be called for a file that is already locked.
  ///
  /// - Throws: if the file cannot be locked, as on a file system without locks. It is not an error that another process
  ///   has locked it.
  func lock(_ file: OpenFile, wait: Duration) throws(DiskError) -> Bool

  /// Releases a file's lock; does nothing if it is not locked.
  func unlock(_ file: OpenFile)

  /// The time of a monotonic clock, since some moment before the program started.
  func monotonicTime() -> Duration

  /// The files through which SQLite reaches an index on this disk.
  var sqliteFiles: SQLiteFiles { get }
}

extension Disk {
  /// Returns nil: a disk need not support unnamed files.
  ///
  /// - Throws: nothing.
  public func createUnnamed(for path: FilePath, _ access: FolderAccess) throws(DiskError) -> OpenFile? { nil }

  /// Returns nil: a disk need not support files in memory.
  ///
  /// - Throws: nothing.
  public func createInMemory() throws(DiskError) -> OpenFile? { nil }

  /// Fails, because there are no unnamed files.
  ///
  /// - Throws: `notSupported`, always.
  public func link(_ file: OpenFile, to path: FilePath) throws(DiskError) {
    throw DiskError(.create, path, errno: .notSupported)
  }

  /// Opens the file by its path.
  ///
  /// - Throws: as `open`.
  public func reopen(_ file: OpenFile) throws(DiskError) -> OpenFile { try open(file.path, .read) }

  /// Does nothing: a disk need not have permissions.
  ///
  /// - Throws: nothing.
  public func setPermissions(_ permissions: UInt32, of file: OpenFile) throws(DiskError) {}

  /// Does nothing: a disk need not have owners.
  ///
  /// - Throws: nothing.
  public func setOwner(_ owner: UInt32, group: UInt32, of file: OpenFile) throws(DiskError) {}

  /// Does nothing: a disk need not have permissions.
  ///
  /// - Throws: nothing.
  public func checkWritable(_ path: FilePath) throws(DiskError) {}

  /// Fails, because there are no symbolic links.
  ///
  /// - Throws: `invalidArgument`, always.
  public func follow(link path: FilePath) throws(DiskError) -> (path: FilePath, isNew: Bool) {
    throw DiskError(.create, path, errno: .invalidArgument)
  }

  /// Fails, because there are no symbolic links.
  ///
  /// - Throws: `invalidArgument`, always.
  public func target(ofLink path: FilePath) throws(DiskError) -> FilePath {
    throw DiskError(.readStatus, path, errno: .invalidArgument)
  }

  /// Returns nil.
  public var temporaryItems: TemporaryItems? { nil }

  /// Appends a file's bytes to those written to another file.
  func copy(_ from: FilePath, to target: OpenFile) throws(DiskError) {
    try copy(contentsOf: open(from, .readMember), to: target)
  }

  /// Appends an open file's bytes to those written to another file.
  func copy(contentsOf source: OpenFile, to target: OpenFile) throws(DiskError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var offset: Int64 = 0
    while true {
      let count = try read(source, at: offset, into: &buffer)
      if count == 0 { return }
      try write(target, buffer.span.extracting(0..<count))
      offset += Int64(count)
    }
  }

  /// Overwrites a file with its own bytes, so that the system writes them again.
  func rewriteInPlace(_ path: FilePath) throws(DiskError) {
    let file = try open(path, .writeOver)
    try copy(contentsOf: file, to: file)
    try sync(file)
    try close(file)
  }

  /// Copies a file's bytes to a new file.
  func copy(_ from: FilePath, to: FilePath) throws(DiskError) {
    let target = try open(to, .createNew)
    try copy(from, to: target)
    try close(target)
  }

  /// The status of the file at a path, following symbolic links, or nil if it does not exist.
  ///
  /// - Throws: as `status(of:followingLinks:)`.
  public func status(of path: FilePath) throws(DiskError) -> FileStatus? {
    try status(of: path, followingLinks: true)
  }

  /// Closes the folder and lists that at its path.
  ///
  /// - Throws: as `names(in:)`.
  public func names(closing folder: OpenFile) throws(DiskError) -> [FilePath.Component] {
    try close(folder)
    return try names(in: folder.path)
  }

  /// The names in a folder that are longer than `first`, or as long and not before it in byte order; in any order.
  ///
  /// - Throws: as `names(in:)`.
  public func names(in path: FilePath, notBefore first: String) throws(DiskError) -> [FilePath.Component] {
    let first = Array(first.utf8)
    return try names(in: path).filter { name in
      let name = Array(name.string.utf8)
      return name.count == first.count ? !name.lexicographicallyPrecedes(first) : name.count > first.count
    }
  }

  /// Creates a folder in an existing one, with the permissions that the user's mask allows.
  ///
  /// - Throws: as `createDirectory(_:_:)`.
  public func createDirectory(_ path: FilePath) throws(DiskError) {
    try createDirectory(path, .shared)
  }

  /// Syncs the whole file system that contains `path` to stable storage.
  ///
  /// Write errors that were already reported to another program are missed; `syncFileSystem(of:)` reports them.
  ///
  /// - Throws: if `path` cannot be opened; otherwise the errors of `syncFileSystem(of:)`.
  public func syncFileSystem(containing path: FilePath) throws(DiskError) {
    try syncFileSystem(of: open(path, .read))
  }
}
