import SystemPackage

/// The right to write to a document, held by one writer at a time.
///
/// It is an exclusive lock on the document's file `lock`, which is made where it is missing and never deleted; only a
/// repair replaces it by a new one. The lock goes when this object goes, also where a forked child still has the file
/// open, or when the program ends in whatever way. Not for use by several threads at once.
public final class DocumentLock {
  /// The document's folder.
  public let document: FilePath

  /// The lock file, open for as long as this object lives.
  public let file: OpenFile

  /// Whether the lock is held now.
  public private(set) var isHeld: Bool

  private let disk: any Disk

  private init(document: FilePath, file: OpenFile, disk: any Disk) {
    self.document = document
    self.file = file
    self.disk = disk
    isHeld = true
  }

  // Closing the file is not enough: the lock is that of the open file, which a child forked meanwhile shares.
  deinit { release() }

  /// Locks a document's folder, waiting no longer than `wait` for other writers.
  ///
  /// A document that takes the place of this one meanwhile is the one that gets locked.
  ///
  /// - Throws: `.busy` when the time is over; `.disk` when the lock file cannot be opened or locked, with
  ///   `noSuchFileOrDirectory` where the folder is gone.
  public static func acquire(
    _ document: FilePath, on disk: any Disk, wait: Duration
  ) throws(DocumentLockError) -> DocumentLock {
    // Bounded, so that no number a user can type overflows the sum.
    let deadline = disk.monotonicTime() + min(wait, .seconds(4_000_000_000))
    let path = document.appending("lock")
    do throws(DiskError) {
      var remaining = wait
      while true {
        let file = try disk.open(path, .lock)
        guard try disk.lock(file, wait: remaining) else { break }
        // It lets go of the lock if it does not get out of here.
        let lock = DocumentLock(document: document, file: file, disk: disk)
        if try isStill(file, at: path, on: disk) { return lock }
        remaining = deadline - disk.monotonicTime()
      }
    } catch {
      throw .disk(error)
    }
    throw .busy(document: document, waited: wait)
  }

  /// Lets other writers in; without effect where the lock is not held.
  public func release() {
    guard isHeld else { return }
    isHeld = false
    disk.unlock(file)
  }

  /// Takes the lock again after `release()`, behind those who waited meanwhile.
  ///
  /// - Throws: `.replaced` when another document has taken this one's place, so that nothing that the writer knows of
  ///   the document is true any longer; `.busy` when the time is over, `.disk` when the file cannot be locked or looked
  ///   at. The lock is not held then.
  public func reacquire(wait: Duration) throws(DocumentLockError) {
    precondition(!isHeld, "the lock is held already")
    let isStill: Bool
    do throws(DiskError) {
      isHeld = try disk.lock(file, wait: wait)
      isStill = isHeld ? try Self.isStill(file, at: file.path, on: disk) : true
    } catch {
      release()
      throw .disk(error)
    }
    guard isHeld else { throw .busy(document: document, waited: wait) }
    guard isStill else {
      release()
      throw .replaced(document: document)
    }
  }

  /// Whether the path still leads to the file that was opened by it.
  private static func isStill(_ file: OpenFile, at path: FilePath, on disk: any Disk) throws(DiskError) -> Bool {
    let ours = try disk.status(of: file)
    return try disk.status(of: path, followingLinks: false)?.isSameFile(as: ours) ?? false
  }
}
