import PaintHistory
import Synchronization
import SystemPackage

/// A disk in memory, including SQLite's files: tests can damage and check thousands of documents a minute.
///
/// Paths are taken literally, without `.` and `..`. There are no symbolic links. System calls cannot use its files: the
/// descriptor of its `OpenFile` is a number below -1.
public final class MemoryDisk: Disk {
  private struct State {
    var folders: Set<FilePath> = ["/"]
    var open: [CInt: MemoryFile] = [:]
    var locks: [ObjectIdentifier: LockHolder] = [:]
    var written: [CInt: Int64] = [:]
    var lastDescriptor: CInt = -1
  }

  /// A lock is released when the file that holds it is destroyed.
  private struct LockHolder {
    weak var file: OpenFile?
  }

  private let state = Mutex(State())
  private let files = MemoryFiles()

  /// An empty disk.
  public init() {}

  /// A copy of the current state of a disk, which must not be written to meanwhile.
  public convenience init(copying other: MemoryDisk) {
    self.init()
    for folder in other.folders { putFolder(folder) }
    for path in other.files.paths { put(other.bytes(of: path) ?? [], at: path) }
  }

  /// The paths of all files, in order.
  public var paths: [FilePath] { files.paths.sorted { $0.string < $1.string } }

  /// All folders.
  public var folders: Set<FilePath> { state.withLock { $0.folders } }

  /// Everything on a disk at one moment.
  public struct Contents: Hashable, Sendable {
    var folders: Set<FilePath>
    var files: [FilePath: [UInt8]]
  }

  /// Everything on this disk.
  public var contents: Contents {
    Contents(folders: folders, files: Dictionary(uniqueKeysWithValues: paths.map { ($0, bytes(of: $0) ?? []) }))
  }

  /// Creates a folder and its parents.
  public func putFolder(_ path: FilePath) {
    var folder = path
    state.withLock { state in
      while state.folders.insert(folder).inserted { folder = folder.removingLastComponent() }
    }
  }

  /// The bytes of a file, nil if it does not exist.
  public func bytes(of path: FilePath) -> [UInt8]? {
    guard let file = files.file(at: path) else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(file.size))
    let count = bytes.withUnsafeMutableBytes { file.read(at: 0, into: $0) }
    return Array(bytes[..<count])
  }

  /// Creates a file with these bytes and its parent folders, replacing an existing file.
  public func put(_ bytes: [UInt8], at path: FilePath) {
    let file = MemoryFile()
    _ = bytes.withUnsafeBytes { file.write($0, at: 0) }
    files.put(file, at: path)
    putFolder(path.removingLastComponent())
  }

  /// Opens a file or, for `read`, a folder.
  public func open(_ path: FilePath, _ mode: OpenMode) throws(DiskError) -> OpenFile {
    let operation: DiskError.Operation = mode == .createNew ? .create : mode == .lock ? .lock : .open
    let isFolder = isFolder(path)
    if isFolder, mode != .read { throw DiskError(operation, path, errno: .isDirectory) }
    let known = files.file(at: path)
    if mode == .createNew, known != nil { throw DiskError(operation, path, errno: .fileExists) }
    if known == nil {
      guard isFolder || ((mode == .createNew || mode == .lock) && self.isFolder(path.removingLastComponent())) else {
        throw DiskError(operation, path, errno: .noSuchFileOrDirectory)
      }
    }
    guard let file = known ?? files.file(at: path, creating: !isFolder) ?? (isFolder ? MemoryFile() : nil) else {
      throw DiskError(operation, path, errno: .noMemory)
    }
    let descriptor = state.withLock { state in
      state.lastDescriptor -= 1
      state.open[state.lastDescriptor] = file
      return state.lastDescriptor
    }
    return OpenFile(adopting: descriptor, path: path)
  }

  /// Reads a file.
  public func read(
    _ file: OpenFile, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(DiskError) -> Int {
    try content(of: file, .read).read(at: offset, into: buffer)
  }

  /// Appends to what this open file wrote.
  public func write(_ file: OpenFile, _ bytes: UnsafeRawBufferPointer) throws(DiskError) {
    let content = try content(of: file, .write)
    let offset = state.withLock { state in
      let offset = state.written[file.descriptor, default: 0]
      state.written[file.descriptor] = offset + Int64(bytes.count)
      return offset
    }
    guard content.write(bytes, at: offset) else { throw DiskError(.write, file.path, errno: .noSpace) }
  }

  /// Nothing is ever unsynced.
  public func sync(_ file: OpenFile) throws(DiskError) { _ = try content(of: file, .sync) }

  /// Nothing is ever unsynced.
  public func syncDirectory(_ path: FilePath) throws(DiskError) {
    guard isFolder(path) else { throw DiskError(.sync, path, errno: .noSuchFileOrDirectory) }
  }

  /// Nothing is ever unsynced.
  public func syncFileSystem(of file: OpenFile) throws(DiskError) { _ = try content(of: file, .sync) }

  /// Renames a file, or a folder with its contents.
  public func rename(_ from: FilePath, to: FilePath, _ mode: RenameMode) throws(DiskError) {
    func failure(_ errno: Errno) -> DiskError {
      DiskError(mode == .exchange ? .exchange : .rename, from, to: to, errno: errno)
    }
    let isTaken = isFolder(to) || files.file(at: to) != nil
    guard isFolder(from) || files.file(at: from) != nil else { throw failure(.noSuchFileOrDirectory) }
    switch mode {
    case .noReplace: if isTaken { throw failure(.fileExists) }
    case .exchange: if !isTaken { throw failure(.noSuchFileOrDirectory) }
    case .replace: if isTaken, isFolder(from) || isFolder(to) { throw failure(.isDirectory) }
    }
    if mode == .exchange {
      let aside = to.removingLastComponent().appending(".exchanged")
      move(to, to: aside)
      move(from, to: to)
      move(aside, to: from)
    } else {
      move(from, to: to)
    }
  }

  /// Moves a file, or a folder with its contents.
  private func move(_ from: FilePath, to: FilePath) {
    func moved(_ path: FilePath) -> FilePath? {
      var rest = path
      return path == from ? to : rest.removePrefix(from) ? to.pushing(rest) : nil
    }
    for path in files.paths {
      guard let target = moved(path), let file = files.remove(path) else { continue }
      files.put(file, at: target)
    }
    state.withLock { state in state.folders = Set(state.folders.map { moved($0) ?? $0 }) }
  }

  /// Removes a file.
  public func remove(_ path: FilePath) throws(DiskError) {
    if files.remove(path) == nil {
      throw DiskError(.remove, path, errno: isFolder(path) ? .isDirectory : .noSuchFileOrDirectory)
    }
  }

  /// Removes an empty folder.
  public func removeDirectory(_ path: FilePath) throws(DiskError) {
    guard try names(in: path).isEmpty else { throw DiskError(.remove, path, errno: .directoryNotEmpty) }
    state.withLock { _ = $0.folders.remove(path) }
  }

  /// Creates a folder.
  public func createDirectory(_ path: FilePath, _ access: FolderAccess) throws(DiskError) {
    guard isFolder(path.removingLastComponent()) else {
      throw DiskError(.createFolder, path, errno: .noSuchFileOrDirectory)
    }
    guard !isFolder(path), files.file(at: path) == nil else { throw DiskError(.createFolder, path, errno: .fileExists) }
    state.withLock { _ = $0.folders.insert(path) }
  }

  /// Lists a folder.
  public func names(in path: FilePath) throws(DiskError) -> [FilePath.Component] {
    guard isFolder(path) else { throw DiskError(.list, path, errno: .noSuchFileOrDirectory) }
    let all = files.paths + state.withLock { Array($0.folders) }
    return all.compactMap { $0 != path && $0.removingLastComponent() == path ? $0.lastComponent : nil }
  }

  /// Describes a file or a folder.
  public func status(of path: FilePath, followingLinks: Bool) throws(DiskError) -> FileStatus? {
    if let file = files.file(at: path) { return Self.status(of: file) }
    return isFolder(path) ? FileStatus(device: 1, inode: 1, size: 0, kind: .directory) : nil
  }

  /// Describes an open file.
  public func status(of file: OpenFile) throws(DiskError) -> FileStatus {
    if files.file(at: file.path) == nil, let folder = try status(of: file.path, followingLinks: false) { return folder }
    return Self.status(of: try content(of: file, .readStatus))
  }

  /// Closes a file.
  public func close(_ file: OpenFile) throws(DiskError) {
    state.withLock { _ = $0.open.removeValue(forKey: file.descriptor) }
  }

  /// Locks a file, without waiting.
  public func lock(_ file: OpenFile, wait: Duration) throws(DiskError) -> Bool {
    let content = ObjectIdentifier(try content(of: file, .lock))
    return state.withLock { state in
      guard state.locks[content]?.file == nil else { return false }
      state.locks[content] = LockHolder(file: file)
      return true
    }
  }

  /// Releases a lock.
  public func unlock(_ file: OpenFile) {
    state.withLock { state in
      for (content, holder) in state.locks where holder.file === file { state.locks[content] = nil }
    }
  }

  /// The system's time.
  public func monotonicTime() -> Duration { SystemDisk().monotonicTime() }

  /// SQLite's view of the same files.
  public var sqliteFiles: SQLiteFiles { SQLiteFiles(files) }

  private func isFolder(_ path: FilePath) -> Bool { state.withLock { $0.folders.contains(path) } }

  private func content(of file: OpenFile, _ operation: DiskError.Operation) throws(DiskError) -> MemoryFile {
    guard let content = state.withLock({ $0.open[file.descriptor] }) else {
      throw DiskError(operation, file.path, errno: .badFileDescriptor)
    }
    return content
  }

  private static func status(of file: MemoryFile) -> FileStatus {
    FileStatus(
      device: 1, inode: UInt64(UInt(bitPattern: ObjectIdentifier(file).hashValue)), size: file.size, kind: .file)
  }
}
