// Unsafe: paths are passed to system calls as C strings.

internal import CDisk
import SystemPackage

/// Waits for commits to a document by any process, without polling.
///
/// A writer closes the document's lock file after each commit, and the system does it for one that dies; this is what
/// is waited for (inotify). No lock is taken and nothing is opened while waiting, so writers are never delayed. It sees
/// the writers of this computer, not those of others that share a network file system.
public final class DocumentWatch {
  /// What ended a wait.
  public enum Event: Sendable, Hashable {
    /// Something may have been committed.
    case changed
    /// The folder at the path is no longer the one that is watched: it was moved, deleted or replaced.
    case gone
    /// The other end of the output is closed.
    case outputClosed
    /// The other descriptor can be read.
    case readable
  }

  private let document: FilePath
  private let disk: any Disk
  private let watch: OpenFile
  private let folder: FileStatus

  /// Begins to watch a document.
  ///
  /// What is committed from now on is an event, so the caller reads the document's state after this call.
  ///
  /// - Throws: `.notFound` if there is no folder; `.disk` if it cannot be watched, for example because of the system's
  ///   limits.
  public init(_ document: FilePath, on disk: any Disk) throws(HistoryError) {
    self.document = document
    self.disk = disk
    let descriptor = cfs_watch_start()
    guard descriptor >= 0 else { throw Self.failure(descriptor, document) }
    watch = OpenFile(adopting: descriptor, path: document)
    let result = unsafe document.withPlatformString { unsafe cfs_watch_folder(descriptor, $0) }
    guard result >= 0 else { throw Self.failure(result, document) }
    guard let folder = try HistoryError.catching(disk.status(of: document)) else {
      throw .notFound(document.string)
    }
    self.folder = folder
    try watchLock()
  }

  /// Waits for the next event, for as long as it takes.
  ///
  /// - Parameters:
  ///   - output: a descriptor; if nobody can read it any longer, the wait ends.
  ///   - other: a descriptor; as soon as it can be read, the wait ends. -1 for none.
  /// - Throws: `.disk` if the document cannot be watched any longer.
  public func wait(whileOpen output: CInt, orReadable other: CInt = -1) throws(HistoryError) -> Event {
    while true {
      let result = cfs_watch_wait(watch.descriptor, output, other)
      guard result >= 0 else { throw Self.failure(result, document) }
      if result == 0 { return .outputClosed }
      if result == 2 { return .readable }
      if try isGone() { return .gone }
      // Without a lock file nobody has committed anything; the next writer creates one, which is an event. A repair
      // replaces the file, so it is watched again each time.
      if try watchLock() { return .changed }
    }
  }

  /// Whether the folder at the path is no longer the one that is watched.
  public func isGone() throws(HistoryError) -> Bool {
    guard let now = try HistoryError.catching(disk.status(of: document)) else { return true }
    return !now.isSameFile(as: folder)
  }

  /// Watches the lock file; false if there is none.
  @discardableResult
  private func watchLock() throws(HistoryError) -> Bool {
    let lock = document.appending("lock")
    let descriptor = watch.descriptor
    let result = unsafe lock.withPlatformString { unsafe cfs_watch_file(descriptor, $0) }
    if result == -Errno.noSuchFileOrDirectory.rawValue { return false }
    guard result >= 0 else { throw Self.failure(result, lock) }
    return true
  }

  private static func failure(_ result: CInt, _ path: FilePath) -> HistoryError {
    let number = Errno(rawValue: -result)
    if number == .noSuchFileOrDirectory || number == .notDirectory { return .notFound(path.string) }
    return .disk(DiskError(.watch, path, errno: number))
  }
}
