import PaintHistory
import SystemPackage

/// A disk that observes each call before forwarding it to an underlying disk.
public protocol InterceptingDisk: Disk {
  /// The underlying disk.
  var base: any Disk { get }

  /// Makes the call with `body`, or throws instead.
  func intercept<Result>(_ call: DiskCall, _ body: () throws(DiskError) -> Result) throws(DiskError) -> Result

  /// Sees a call of SQLite before it is made.
  func judge(_ call: SQLiteCall) -> SQLiteVerdict
}

extension InterceptingDisk {
  /// Allows all calls of SQLite.
  public func judge(_ call: SQLiteCall) -> SQLiteVerdict { .pass }

  /// The files of the underlying disk; this disk sees each call first.
  public var sqliteFiles: SQLiteFiles { SQLiteFiles(wrapping: base.sqliteFiles) { self.judge($0) } }

  /// Passes the call on.
  public func open(_ path: FilePath, _ mode: OpenMode) throws(DiskError) -> OpenFile {
    let kind: DiskCall.Kind =
      switch mode {
      case .read, .readMember: .open
      case .writeOver, .special: .openToWrite
      case .createNew: .create
      case .lock: .openLock
      }
    return try intercept(DiskCall(kind, path)) { () throws(DiskError) in try base.open(path, mode) }
  }

  /// Passes the call on.
  public func createUnnamed(for path: FilePath, _ access: FolderAccess) throws(DiskError) -> OpenFile? {
    try intercept(DiskCall(.createUnnamed, path)) { () throws(DiskError) in try base.createUnnamed(for: path, access) }
  }

  /// Passes the call on.
  public func createInMemory() throws(DiskError) -> OpenFile? {
    try intercept(DiskCall(.createUnnamed, "memory")) { () throws(DiskError) in try base.createInMemory() }
  }

  /// Passes the call on.
  public func setPermissions(_ permissions: UInt32, of file: OpenFile) throws(DiskError) {
    try intercept(DiskCall(.setPermissions, file.path)) { () throws(DiskError) in
      try base.setPermissions(permissions, of: file)
    }
  }

  /// Passes the call on.
  public func setOwner(_ owner: UInt32, group: UInt32, of file: OpenFile) throws(DiskError) {
    try intercept(DiskCall(.setPermissions, file.path)) { () throws(DiskError) in
      try base.setOwner(owner, group: group, of: file)
    }
  }

  /// Passes the call on.
  public func checkWritable(_ path: FilePath) throws(DiskError) {
    try intercept(DiskCall(.status, path)) { () throws(DiskError) in try base.checkWritable(path) }
  }

  /// Passes the call on.
  public func follow(link path: FilePath) throws(DiskError) -> (path: FilePath, isNew: Bool) {
    try intercept(DiskCall(.status, path)) { () throws(DiskError) in try base.follow(link: path) }
  }

  /// Passes the call on.
  public func target(ofLink path: FilePath) throws(DiskError) -> FilePath {
    try intercept(DiskCall(.status, path)) { () throws(DiskError) in try base.target(ofLink: path) }
  }

  /// Passes the call on.
  public func link(_ file: OpenFile, to path: FilePath) throws(DiskError) {
    try intercept(DiskCall(.link, path)) { () throws(DiskError) in try base.link(file, to: path) }
  }

  /// Passes the call on.
  public func reopen(_ file: OpenFile) throws(DiskError) -> OpenFile {
    try intercept(DiskCall(.open, file.path)) { () throws(DiskError) in try base.reopen(file) }
  }

  /// The temporary items of the underlying disk.
  public var temporaryItems: TemporaryItems? { base.temporaryItems }

  /// Passes the call on.
  public func read(
    _ file: OpenFile, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(DiskError) -> Int {
    try intercept(DiskCall(.read, file.path, bytes: buffer.count)) { () throws(DiskError) in
      try base.read(file, at: offset, into: buffer)
    }
  }

  /// Passes the call on.
  public func write(_ file: OpenFile, _ bytes: UnsafeRawBufferPointer) throws(DiskError) {
    try intercept(DiskCall(.write, file.path, bytes: bytes.count)) { () throws(DiskError) in
      try base.write(file, bytes)
    }
  }

  /// Passes the call on.
  public func sync(_ file: OpenFile) throws(DiskError) {
    try intercept(DiskCall(.sync, file.path)) { () throws(DiskError) in try base.sync(file) }
  }

  /// Passes the call on.
  public func syncDirectory(_ path: FilePath) throws(DiskError) {
    try intercept(DiskCall(.syncDirectory, path)) { () throws(DiskError) in try base.syncDirectory(path) }
  }

  /// Passes the call on.
  public func syncFileSystem(of file: OpenFile) throws(DiskError) {
    try intercept(DiskCall(.syncFileSystem, file.path)) { () throws(DiskError) in try base.syncFileSystem(of: file) }
  }

  /// Passes the call on.
  public func rename(_ from: FilePath, to: FilePath, _ mode: RenameMode) throws(DiskError) {
    try intercept(DiskCall(mode == .exchange ? .exchange : .rename, from, to: to)) { () throws(DiskError) in
      try base.rename(from, to: to, mode)
    }
  }

  /// Passes the call on.
  public func remove(_ path: FilePath) throws(DiskError) {
    try intercept(DiskCall(.remove, path)) { () throws(DiskError) in try base.remove(path) }
  }

  /// Passes the call on.
  public func removeDirectory(_ path: FilePath) throws(DiskError) {
    try intercept(DiskCall(.removeDirectory, path)) { () throws(DiskError) in try base.removeDirectory(path) }
  }

  /// Passes the call on.
  public func createDirectory(_ path: FilePath, _ access: FolderAccess) throws(DiskError) {
    try intercept(DiskCall(.createDirectory, path)) { () throws(DiskError) in
      try base.createDirectory(path, access)
    }
  }

  /// Passes the call on.
  public func names(in path: FilePath) throws(DiskError) -> [FilePath.Component] {
    try intercept(DiskCall(.names, path)) { () throws(DiskError) in try base.names(in: path) }
  }

  /// Passes the call on.
  public func names(closing folder: OpenFile) throws(DiskError) -> [FilePath.Component] {
    try intercept(DiskCall(.names, folder.path)) { () throws(DiskError) in try base.names(closing: folder) }
  }

  /// Passes the call on.
  public func status(of path: FilePath, followingLinks: Bool) throws(DiskError) -> FileStatus? {
    try intercept(DiskCall(.status, path)) { () throws(DiskError) in
      try base.status(of: path, followingLinks: followingLinks)
    }
  }

  /// Passes the call on.
  public func status(of file: OpenFile) throws(DiskError) -> FileStatus {
    try intercept(DiskCall(.status, file.path)) { () throws(DiskError) in try base.status(of: file) }
  }

  /// Passes the call on.
  public func close(_ file: OpenFile) throws(DiskError) {
    try intercept(DiskCall(.close, file.path)) { () throws(DiskError) in try base.close(file) }
  }

  /// Passes the call on.
  public func lock(_ file: OpenFile, wait: Duration) throws(DiskError) -> Bool {
    try intercept(DiskCall(.lock, file.path)) { () throws(DiskError) in try base.lock(file, wait: wait) }
  }

  /// Passes the call on.
  public func unlock(_ file: OpenFile) {
    // A dead process unlocks nothing itself; the lock is released with the file.
    try? intercept(DiskCall(.unlock, file.path)) { () throws(DiskError) in base.unlock(file) }
  }

  /// Reads the clock of the underlying disk.
  public func monotonicTime() -> Duration { base.monotonicTime() }
}
