import SystemPackage

/// How a file is opened.
public enum OpenMode: Sendable, Hashable {
  /// An existing file, to be read.
  case read

  /// An existing file of a document, to be read; fails at a symbolic link and at what is no regular file.
  case readMember

  /// An existing file of a document, to be read and to be written over from its beginning; fails as `readMember` does.
  case writeOver

  /// A new file, to be written from its beginning; fails where the name is taken, by a symbolic link too.
  case createNew

  /// A file to lock, made where there is none; fails at a symbolic link and at what is no regular file.
  case lock
}

/// What a rename does where the new name is taken.
public enum RenameMode: Sendable, Hashable {
  /// Puts the file in the place of the other, in one step.
  case replace

  /// Fails with `fileExists`; with `invalidArgument` or `noFunction` where the file system cannot promise that.
  case noReplace

  /// Swaps the two, both of which must exist; with `invalidArgument` or `noFunction` where that is not to be had.
  case exchange
}

/// Who may look into a new folder.
public enum FolderAccess: Sendable, Hashable {
  /// Whoever the user's file mode creation mask lets in.
  case shared

  /// The user alone.
  case onlyUser
}

/// The one door through which the history reaches the disk.
///
/// It is injected, so that a test can make any call fail, cut it short or stop there. Calls that a signal interrupts
/// are made again, except syncs: a failed sync is reported and never repeated, since the system may have dropped what
/// it could not write. Every descriptor is closed when another program is executed.
public protocol Disk: Sendable {
  /// Opens a file.
  ///
  /// - Throws: where the file cannot be opened or made: `noSuchFileOrDirectory` for one that is to be read and is not
  ///   there, `fileExists` for a new one whose name is taken. Of `readMember`, `writeOver` and `lock`,
  ///   `tooManySymbolicLinkLevels` for a symbolic link, `isDirectory` for a folder and `noSuchAddressOrDevice` for
  ///   anything else that is not a regular file.
  func open(_ path: FilePath, _ mode: OpenMode) throws(DiskError) -> OpenFile

  /// Makes a file without a name, to be written, in the folder where `path` is to be; nil where there are no such files.
  ///
  /// It goes when it is closed, unless it was linked.
  ///
  /// - Throws: where the folder is not there, or refuses a new file.
  func createUnnamed(for path: FilePath, _ access: FolderAccess) throws(DiskError) -> OpenFile?

  /// Gives a file that has none a name; fails with `fileExists` where it is taken.
  ///
  /// - Throws: `fileExists` where the name is taken; other errors where the file cannot get the name.
  func link(_ file: OpenFile, to path: FilePath) throws(DiskError)

  /// Opens a file that is open, and may have no name, again: to be read from its beginning.
  ///
  /// - Throws: where the file cannot be opened again.
  func reopen(_ file: OpenFile) throws(DiskError) -> OpenFile

  /// Who hears of names that do not outlive the process; nil where nobody does.
  var temporaryItems: TemporaryItems? { get }

  /// Reads from `offset`, in bytes, until the buffer is full or the file ends; returns the number of bytes read.
  ///
  /// - Throws: where the file cannot be read. A file that ends early is no error.
  func read(
    _ file: OpenFile, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(DiskError) -> Int

  /// Writes all bytes behind those written before.
  ///
  /// - Throws: where not all bytes were written; some of them may have been.
  func write(_ file: OpenFile, _ bytes: UnsafeRawBufferPointer) throws(DiskError)

  /// Brings the file's content to stable storage.
  ///
  /// - Throws: where the sync fails. Some of the content may be lost then, and no later sync would tell.
  func sync(_ file: OpenFile) throws(DiskError)

  /// Brings the names in a folder to stable storage.
  ///
  /// - Throws: where the folder cannot be opened, or its sync fails.
  func syncDirectory(_ path: FilePath) throws(DiskError)

  /// Brings everything on the file system that holds `file` to stable storage.
  ///
  /// Write errors since `file` was opened are reported, so it should have been open since before the writes; the
  /// document's lock file is.
  ///
  /// - Throws: where the sync fails, or a write did before; some of the content may be lost then, and no later sync
  ///   would tell.
  func syncFileSystem(of file: OpenFile) throws(DiskError)

  /// Renames a file or folder within its file system.
  ///
  /// - Throws: `fileExists`, `invalidArgument` or `noFunction` as `mode` says; other errors where `from` is not there
  ///   or cannot be renamed.
  func rename(_ from: FilePath, to: FilePath, _ mode: RenameMode) throws(DiskError)

  /// Removes a file or symbolic link.
  ///
  /// - Throws: where there is no such file, where it is a folder, or where its folder refuses.
  func remove(_ path: FilePath) throws(DiskError)

  /// Removes an empty folder.
  ///
  /// - Throws: where there is no such folder, where it is not empty, or where the folder that it is in refuses.
  func removeDirectory(_ path: FilePath) throws(DiskError)

  /// Makes a folder in an existing one.
  ///
  /// - Throws: `fileExists` where the name is taken; other errors where the folder cannot be made.
  func createDirectory(_ path: FilePath, _ access: FolderAccess) throws(DiskError)

  /// The names in a folder, in no order.
  ///
  /// - Throws: where the folder cannot be read: `noSuchFileOrDirectory` where it is not there, `notDirectory` where it
  ///   is no folder.
  func names(in path: FilePath) throws(DiskError) -> [FilePath.Component]

  /// The names in a folder that are longer than `first`, or as long and not before it in the order of bytes; in no order.
  ///
  /// So of many numbered files the newest are found without a look at the others.
  ///
  /// - Throws: as `names(in:)`.
  func names(in path: FilePath, notBefore first: String) throws(DiskError) -> [FilePath.Component]

  /// What a path leads to, or nil where there is no such file; without following, a symbolic link is itself described.
  ///
  /// - Throws: where the system cannot tell. A path that leads to nothing is no error.
  func status(of path: FilePath, followingLinks: Bool) throws(DiskError) -> FileStatus?

  /// What an open file is, under whatever name it has by now.
  ///
  /// - Throws: where the system cannot tell.
  func status(of file: OpenFile) throws(DiskError) -> FileStatus

  /// Closes a file now; it must not be used again.
  ///
  /// Some network file systems report here what they could not write. A file that is merely let go of closes too,
  /// but silently.
  ///
  /// - Throws: where the file system says now that it could not write the file. The file is closed all the same.
  func close(_ file: OpenFile) throws(DiskError)

  /// Locks a file for this program alone, waiting no longer than `wait`; false when another kept it locked.
  ///
  /// A waiter is woken the moment the holder lets go, and comes before a holder that wants the lock again. The calling
  /// thread blocks. Must not be called for a file that holds its lock already.
  ///
  /// - Throws: where the file cannot be locked, as on a file system without locks. That another keeps it locked is no
  ///   error.
  func lock(_ file: OpenFile, wait: Duration) throws(DiskError) -> Bool

  /// Lets go of a file's lock; without effect where it holds none.
  func unlock(_ file: OpenFile)

  /// Time on a clock that only goes forward, since some moment before the program began.
  func monotonicTime() -> Duration

  /// The files through which SQLite reaches an index on this disk.
  var sqliteFiles: SQLiteFiles { get }
}

extension Disk {
  /// Nil: a disk need not have files without a name.
  ///
  /// - Throws: nothing.
  public func createUnnamed(for path: FilePath, _ access: FolderAccess) throws(DiskError) -> OpenFile? { nil }

  /// Fails, as there is no file without a name.
  ///
  /// - Throws: `notSupported`, always.
  public func link(_ file: OpenFile, to path: FilePath) throws(DiskError) {
    throw DiskError(.create, path, errno: .notSupported)
  }

  /// Opens the file by its path.
  ///
  /// - Throws: as `open`.
  public func reopen(_ file: OpenFile) throws(DiskError) -> OpenFile { try open(file.path, .read) }

  /// Nobody.
  public var temporaryItems: TemporaryItems? { nil }

  /// Copies a file's bytes behind those written to another.
  func copy(_ from: FilePath, to target: OpenFile) throws(DiskError) {
    try copy(open(from, .readMember), to: target)
  }

  private func copy(_ source: OpenFile, to target: OpenFile) throws(DiskError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var offset: Int64 = 0
    while true {
      let count = try buffer.withUnsafeMutableBytesTyped { (bytes) throws(DiskError) in
        try read(source, at: offset, into: bytes)
      }
      if count == 0 { return }
      try buffer.withUnsafeBytesTyped { (bytes) throws(DiskError) in
        try write(target, UnsafeRawBufferPointer(rebasing: bytes[..<count]))
      }
      offset += Int64(count)
    }
  }

  /// Writes a file's bytes over themselves, so that the system takes them for bytes to be written again.
  func writeAgain(_ path: FilePath) throws(DiskError) {
    let file = try open(path, .writeOver)
    try copy(file, to: file)
    try sync(file)
    try close(file)
  }

  /// Copies a file's bytes to a new file.
  func copy(_ from: FilePath, to: FilePath) throws(DiskError) {
    let target = try open(to, .createNew)
    try copy(from, to: target)
    try close(target)
  }

  /// What a path leads to, through symbolic links, or nil where there is no such file.
  ///
  /// - Throws: as `status(of:followingLinks:)`.
  public func status(of path: FilePath) throws(DiskError) -> FileStatus? {
    try status(of: path, followingLinks: true)
  }

  /// The names in a folder that are longer than `first`, or as long and not before it in the order of bytes; in no order.
  ///
  /// - Throws: as `names(in:)`.
  public func names(in path: FilePath, notBefore first: String) throws(DiskError) -> [FilePath.Component] {
    let first = Array(first.utf8)
    return try names(in: path).filter { name in
      let name = Array(name.string.utf8)
      return name.count == first.count ? !name.lexicographicallyPrecedes(first) : name.count > first.count
    }
  }

  /// Makes a folder in an existing one, open to whom the user's mask lets in.
  ///
  /// - Throws: as `createDirectory(_:_:)`.
  public func createDirectory(_ path: FilePath) throws(DiskError) {
    try createDirectory(path, .shared)
  }

  /// Writes an array's bytes behind those written before.
  ///
  /// - Throws: as the other `write`.
  public func write(_ file: OpenFile, _ bytes: [UInt8]) throws(DiskError) {
    let failure = bytes.withUnsafeBytes { buffer -> DiskError? in
      do throws(DiskError) {
        try write(file, buffer)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  /// Brings everything on the file system that holds `path` to stable storage.
  ///
  /// Write errors that another program was told of before are missed; `syncFileSystem(of:)` reports them.
  ///
  /// - Throws: where `path` cannot be opened; else as `syncFileSystem(of:)`.
  public func syncFileSystem(containing path: FilePath) throws(DiskError) {
    try syncFileSystem(of: open(path, .read))
  }
}
