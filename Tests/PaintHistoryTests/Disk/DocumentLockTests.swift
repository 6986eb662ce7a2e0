import Glibc
import PaintHistory
import PaintTestSupport
import SystemPackage
import Testing

@Suite("DocumentLock")
struct DocumentLockTests {
  let disk = SystemDisk()
  let folder: TemporaryFolder
  let document: FilePath

  init() throws {
    folder = try TemporaryFolder()
    document = folder.appending("art.paint")
    try disk.createDirectory(document)
  }

  private func isFree(wait: Duration = .zero) throws -> Bool {
    let file = try disk.open(document.appending("lock"), .lock)
    defer { disk.unlock(file) }
    return try disk.lock(file, wait: wait)
  }

  @Test("a document has one writer at a time, and its lock file stays")
  func excludes() throws {
    var lock: DocumentLock? = try DocumentLock.acquire(document, on: disk, wait: .zero)
    #expect(lock?.isHeld == true)
    #expect(throws: DocumentLockError.busy(document: document, waited: .milliseconds(20))) {
      try DocumentLock.acquire(document, on: disk, wait: .milliseconds(20))
    }
    lock = nil
    #expect(try disk.status(of: document.appending("lock"))?.kind == .file)
    _ = try DocumentLock.acquire(document, on: disk, wait: .zero)
  }

  @Test("a forked child that has the lock file open too does not keep the lock")
  func releasesForForkedChildren() throws {
    func copy(_ lock: DocumentLock) throws -> FileDescriptor {
      try FileDescriptor(rawValue: lock.file.descriptor).duplicate()
    }
    var lock: DocumentLock? = try DocumentLock.acquire(document, on: disk, wait: .zero)
    let first = try copy(#require(lock))
    lock = nil
    #expect(try isFree())
    let released = try DocumentLock.acquire(document, on: disk, wait: .zero)
    let second = try copy(released)
    released.release()
    #expect(try isFree())
    try released.reacquire(wait: .zero)
    #expect(try !isFree())
    released.release()
    try first.close()
    try second.close()
  }

  @Test("after its release others can lock, and it can be acquired again")
  func releases() throws {
    let lock = try DocumentLock.acquire(document, on: disk, wait: .zero)
    #expect(try !isFree())
    lock.release()
    lock.release()
    #expect(!lock.isHeld)
    #expect(try isFree())
    try lock.reacquire(wait: .zero)
    #expect(lock.isHeld)
    #expect(try !isFree())
    lock.release()
    let other = try DocumentLock.acquire(document, on: disk, wait: .zero)
    #expect(throws: DocumentLockError.busy(document: document, waited: .zero)) { try lock.reacquire(wait: .zero) }
    #expect(!lock.isHeld)
    other.release()
  }

  @Test("a waiter for a document that was replaced meanwhile locks the new one", .timeLimit(.minutes(10)))
  func followsReplacement() async throws {
    let old = try DocumentLock.acquire(document, on: disk, wait: .zero)
    let waiter = BlockingThread { [disk, document] () -> FileStatus? in
      guard let lock = try? DocumentLock.acquire(document, on: disk, wait: .seconds(600)) else { return nil }
      return try? disk.status(of: lock.file)
    }
    try waitUntilLockHasWaiter(at: document.appending("lock"))
    try replaceDocument()
    old.release()
    let status = try #require(await waiter.result)
    #expect(try disk.status(of: document.appending("lock"))?.isSameFile(as: status) == true)
    #expect(try disk.status(of: old.file).isSameFile(as: status) == false)
  }

  @Test("a waiter for a document that was removed meanwhile gets an error", .timeLimit(.minutes(10)))
  func noticesRemoval() async throws {
    let old = try DocumentLock.acquire(document, on: disk, wait: .zero)
    let waiter = BlockingThread { [disk, document] () -> DocumentLockError? in
      do throws(DocumentLockError) {
        _ = try DocumentLock.acquire(document, on: disk, wait: .seconds(600))
        return nil
      } catch {
        return error
      }
    }
    try waitUntilLockHasWaiter(at: document.appending("lock"))
    try disk.removeTree(document)
    old.release()
    let gone = DiskError(.lock, document.appending("lock"), errno: .noSuchFileOrDirectory)
    #expect(await waiter.result == .disk(gone))
  }

  @Test("a writer that released the lock notices that its document was replaced")
  func noticesReplacement() throws {
    let lock = try DocumentLock.acquire(document, on: disk, wait: .zero)
    lock.release()
    try replaceDocument()
    #expect(throws: DocumentLockError.replaced(document: document)) { try lock.reacquire(wait: .zero) }
    #expect(!lock.isHeld)
    #expect(try isFree())
  }

  @Test("every failing call leaves the document unlocked, and only a timeout is reported as busy")
  func survivesFailures() throws {
    let calls = FailingDisk()
    _ = try DocumentLock.acquire(document, on: calls, wait: .zero)
    #expect(calls.mutations.map(\.kind) == [.openLock, .lock])
    for call in 1...calls.mutations.count {
      for fault in [FailingDisk.Fault.fail(call, .permissionDenied), .stop(call)] {
        let failing = FailingDisk(fault)
        let error = try #require(throws: DocumentLockError.self) {
          try DocumentLock.acquire(document, on: failing, wait: .seconds(1))
        }
        guard case .disk = error else {
          Issue.record("\(error)")
          continue
        }
        // Not immediately: a stopped disk unlocks nothing, and a program that another test starts has all files open
        // until exec.
        #expect(try isFree(wait: .seconds(600)))
      }
    }
  }

  @Test("the messages are as expected")
  func messages() {
    #expect(
      DocumentLockError.busy(document: "art.paint", waited: .seconds(10)).message
        == "art.paint is busy: another command is writing to it")
    #expect(
      DocumentLockError.disk(DiskError(.lock, "art.paint/lock", errno: .readOnlyFileSystem)).message
        == "cannot lock art.paint/lock: read-only file system")
  }

  /// Does the same as `paint new --replace`.
  private func replaceDocument() throws {
    let fresh = folder.appending(".art.paint.new")
    try disk.createDirectory(fresh)
    try disk.rename(fresh, to: document, .exchange)
    try disk.removeTree(fresh)
  }
}
