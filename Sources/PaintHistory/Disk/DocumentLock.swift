import SystemPackage

/// The right to write to a document, held by one writer at a time.
///
/// It is an exclusive lock on the document's file `lock`, which is created if it is missing and never deleted; only a
/// repair replaces it. The lock is released with this object, even if a forked child still has the file open, and when
/// the program ends for any reason. Not thread-safe.
public final class DocumentLock {
  /// The document's folder.
  public let document: FilePath

  /// The lock file, open while this object exists.
  public let file: OpenFile

  /// Whether the lock is currently held.
  public private(set) var isHeld: Bool

  private let disk: any Disk

  private init(document: FilePath, file: OpenFile, disk: any Disk) {
    self.document = document
    self.file = file
    self.disk = disk
    isHeld = true
  }

  // Closing the file is not enough: the lock belongs to the open file description, which a forked child shares.
  deinit { release() }

  /// Locks a document, waiting at most `wait` for other writers.
  ///
  /// If another document replaces this one meanwhile, the new one is locked.
  ///
  /// - Throws: `.busy` after the timeout; `.disk` if the lock file cannot be opened or locked, with
  ///   `noSuchFileOrDirectory` if the folder does not exist.
  public static func acquire(
    _ document: FilePath, on disk: any Disk, wait: Duration
  ) throws(DocumentLockError) -> DocumentLock {
    // Bounded, so that no number that a user enters overflows the sum.
    let deadline = disk.monotonicTime() + min(wait, .seconds(4_000_000_000))
    let path = document.appending("lock")
    do throws(DiskError) {
      var remaining = wait
      while true {
        let file = try disk.open(path, .lock)
        guard try disk.lock(file, wait: remaining) else { break }
        // It releases the lock if it is not returned.
        let lock = DocumentLock(document: document, file: file, disk: disk)
        if try isUnchanged(file, at: path, on: disk) { return lock }
        remaining = deadline - disk.monotonicTime()
      }
    } catch {
      throw .disk(error)
    }
    throw .busy(document: document, waited: wait)
  }

  /// Locks the document of a history.
  static func acquire(_ document: FilePath, options: History.Options) throws(HistoryError) -> DocumentLock {
    do throws(DocumentLockError) {
      return try acquire(document, on: options.disk, wait: options.wait)
    } catch {
      throw HistoryError(error)
    }
  }

  /// Releases the lock; does nothing if it is not held.
  public func release() {
    guard isHeld else { return }
    isHeld = false
    disk.unlock(file)
  }

  /// Acquires the lock again after `release()`, after others who waited meanwhile.
  ///
  /// - Throws: `.replaced` if another document has replaced this one, so that everything the writer knows about it is
  ///   outdated; `.busy` after the timeout, `.disk` if the file cannot be locked or its status read. The lock is not
  ///   held then.
  public func reacquire(wait: Duration) throws(DocumentLockError) {
    precondition(!isHeld, "the lock is held already")
    let isUnchanged: Bool
    do throws(DiskError) {
      isHeld = try disk.lock(file, wait: wait)
      isUnchanged = isHeld ? try Self.isUnchanged(file, at: file.path, on: disk) : true
    } catch {
      release()
      throw .disk(error)
    }
    guard isHeld else { throw .busy(document: document, waited: wait) }
    guard isUnchanged else {
      release()
      throw .replaced(document: document)
    }
  }

  /// Whether the path still refers to the file that was opened.
  private static func isUnchanged(_ file: OpenFile, at path: FilePath, on disk: any Disk) throws(DiskError) -> Bool {
    let ours = try disk.status(of: file)
    return try disk.status(of: path, followingLinks: false)?.isSameFile(as: ours) ?? false
  }
}
