import PaintHistory
import PaintTestSupport
import SystemPackage
import Testing

@Suite("FailingDisk")
struct FailingDiskTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A small piece of work of six mutating calls, as a commit makes them.
  private func work(on disk: some Disk) throws(DiskError) {
    let file = try disk.open(folder.appending("a"), .createNew)
    try disk.write(file, [1, 2, 3, 4])
    try disk.write(file, [5, 6, 7, 8])
    try disk.sync(file)
    try disk.syncDirectory(folder.path)
    try disk.rename(folder.appending("a"), to: folder.appending("b"), .noReplace)
  }

  private func bytes(_ name: String) throws -> [UInt8]? {
    let path = folder.appending(name)
    return try SystemDisk().status(of: path) == nil ? nil : SystemDisk().contents(of: path)
  }

  @Test("without a fault it counts the mutating calls and forwards all calls")
  func counts() throws {
    let disk = FailingDisk()
    try work(on: disk)
    #expect(disk.mutations.map(\.kind) == [.create, .write, .write, .sync, .syncDirectory, .rename])
    #expect(!disk.hasTriggered)
    #expect(try bytes("b") == [1, 2, 3, 4, 5, 6, 7, 8])
  }

  @Test("the chosen call fails with the chosen error, and later ones work", arguments: 1...6)
  func fails(call: Int) throws {
    let disk = FailingDisk(.fail(call, .diskQuotaExceeded))
    let error = try #require(throws: DiskError.self) { try work(on: disk) }
    #expect(error == disk.mutations.last?.error(.diskQuotaExceeded))
    #expect(disk.mutations.count == call)
    #expect(disk.hasTriggered)
    try disk.createDirectory(folder.appending("later"))
  }

  @Test("a write is cut in half, and then the disk is full")
  func cutsShort() throws {
    let disk = FailingDisk(.cutShort(3))
    #expect(throws: DiskError(.write, folder.appending("a"), errno: .noSpace)) { try work(on: disk) }
    #expect(try bytes("a") == [1, 2, 3, 4, 5, 6])
    try disk.remove(folder.appending("a"))
  }

  @Test("after a stop nothing works any longer, not even reading", arguments: [(1, nil), (2, []), (3, [1, 2, 3, 4])])
  func stops(call: Int, left: [UInt8]?) throws {
    let disk = FailingDisk(.stop(call))
    #expect(throws: DiskError.self) { try work(on: disk) }
    #expect(throws: DiskError.self) { try disk.status(of: folder.path) }
    #expect(throws: DiskError.self) { try disk.createDirectory(folder.appending("later")) }
    #expect(disk.mutations.count == call)
    #expect(try bytes("a") == left)
  }

  @Test("after a stop halfway, the last write is torn")
  func stopsHalfway() throws {
    let disk = FailingDisk(.stopHalfway(2))
    #expect(throws: DiskError.self) { try work(on: disk) }
    #expect(throws: DiskError.self) { try disk.names(in: folder.path) }
    #expect(try bytes("a") == [1, 2])
  }

  @Test("a stopped program's lock is held until its files are closed")
  func keepsLock() throws {
    let path = folder.appending("lock")
    let disk = FailingDisk(.stop(3))
    var file: OpenFile? = try disk.open(path, .lock)
    #expect(try disk.lock(#require(file), wait: .zero))
    #expect(throws: DiskError.self) { try disk.createDirectory(folder.appending("a")) }
    disk.unlock(try #require(file))
    let other = try SystemDisk().open(path, .lock)
    #expect(try !SystemDisk().lock(other, wait: .zero))
    file = nil
    // Not immediately: a program that another test starts has all files open until exec.
    #expect(try SystemDisk().lock(other, wait: .seconds(600)))
  }
}
