import PaintHistory
import PaintTestSupport
import Synchronization
import SystemPackage
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite("FileReplacement")
struct FileReplacementTests {
  private let folder: TemporaryFolder
  private let path: FilePath

  init() throws {
    folder = try TemporaryFolder()
    path = folder.appending("picture.png")
  }

  /// A file system without unnamed files.
  private struct NamedFilesDisk: InterceptingDisk {
    let base: any Disk
    func createUnnamed(for path: FilePath, _ access: FolderAccess) throws(DiskError) -> OpenFile? { nil }
    func intercept<Result>(_ call: DiskCall, _ body: () throws(DiskError) -> Result) throws(DiskError) -> Result {
      try body()
    }
  }

  private func disk(_ isNamed: Bool, _ base: any Disk = SystemDisk()) -> any Disk {
    isNamed ? NamedFilesDisk(base: base) : base
  }

  private func replace(on disk: any Disk, _ text: String = "new") throws -> DiskError? {
    try FileReplacement.write(path, on: disk, failure: { $0 }) { (file) throws(DiskError) in
      do throws(DiskError) {
        try disk.write(file, Array(text.utf8))
      } catch {
        throw DiskError(.write, path, errno: error.errno)
      }
    }
  }

  private func contents() throws -> String? {
    guard try SystemDisk().status(of: path) != nil else { return nil }
    return String(decoding: try SystemDisk().contents(of: path), as: UTF8.self)
  }

  @Test("writes into a pipe or device instead of replacing it, also through a link", arguments: [false, true])
  func special(isLinked: Bool) throws {
    let fifo = folder.appending("pipe")
    try #require(fifo.withPlatformString { mkfifo($0, 0o600) } == 0)
    if isLinked {
      try #require(symlink("pipe", path.string) == 0)
    } else {
      try SystemDisk().rename(fifo, to: path, .noReplace)
    }
    // Opened for both, so that neither side waits.
    let reader = path.withPlatformString { open($0, O_RDWR) }
    defer { close(reader) }
    #expect(try replace(on: SystemDisk()) == nil)
    var bytes = [UInt8](repeating: 0, count: 10)
    #expect(read(reader, &bytes, 10) == 3 && bytes.starts(with: "new".utf8))
    #expect(try SystemDisk().status(of: path)?.kind == .other)
    #expect(try SystemDisk().status(of: path, followingLinks: false)?.kind == (isLinked ? .symbolicLink : .other))
  }

  @Test("creates a file or replaces an existing one", arguments: [false, true])
  func places(isNamed: Bool) throws {
    for text in ["one", "two", "three"] {
      #expect(try replace(on: disk(isNamed), text) == nil)
      #expect(try contents() == text)
      #expect(try SystemDisk().names(in: folder.path) == ["picture.png"])
    }
  }

  @Test("keeps the permissions of the file that it replaces", arguments: [false, true])
  func permissions(isNamed: Bool) throws {
    _ = try replace(on: disk(isNamed), "old")
    for mode: mode_t in [0o600, 0o664, 0o444, 0o755] {
      #expect(chmod(path.string, mode) == 0)
      #expect(try replace(on: disk(isNamed), "\(mode)") == nil)
      #expect(try SystemDisk().status(of: path)?.permissions == UInt32(mode))
      #expect(try contents() == "\(mode)")
    }
  }

  @Test("keeps the owner and the group of the file that it replaces, if permitted", arguments: [false, true])
  func owners(isNamed: Bool) throws {
    _ = try replace(on: disk(isNamed), "old")
    let isSuperuser = getuid() == 0
    // Somebody else, or this user again.
    try #require(chown(path.string, isSuperuser ? 1_234 : getuid(), isSuperuser ? 4_321 : getgid()) == 0)
    try #require(chmod(path.string, 0o640) == 0)
    let before = try #require(try SystemDisk().status(of: path))
    #expect(try replace(on: disk(isNamed), "new") == nil)
    let after = try #require(try SystemDisk().status(of: path))
    #expect(after.owner == before.owner && after.group == before.group && after.permissions == 0o640)
    #expect(try contents() == "new")
  }

  @Test(
    "the bytes are synced before the file gets its name, and then the name is", arguments: [false, true],
    [false, true])
  func synced(isNamed: Bool, isThere: Bool) throws {
    if isThere { _ = try replace(on: SystemDisk(), "old") }
    let recorded = FailingDisk()
    #expect(try replace(on: disk(isNamed, recorded)) == nil)
    let calls = recorded.mutations.map(\.kind)
    let written = try #require(calls.lastIndex(of: .write))
    let synced = try #require(calls.firstIndex(of: .sync))
    let given = try #require(calls.firstIndex { $0 == .link || $0 == .rename })
    #expect(written < synced && synced < given && calls.last == .syncDirectory, "\(recorded.mutations)")
  }

  @Test("a folder is not replaced, and nothing is written before that is known", arguments: [false, true])
  func folderInTheWay(isNamed: Bool) throws {
    try SystemDisk().createDirectory(path)
    var hasWritten = false
    do throws(DiskError) {
      _ = try FileReplacement.write(path, on: disk(isNamed), failure: { $0 }) { (_) throws(DiskError) in
        hasWritten = true
      }
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.path == path && error.errno == .isDirectory && !hasWritten, "\(error)")
    }
  }

  @Test("removes what a killed process left in the folder, also when a new file is written")
  func leftovers() throws {
    let disk = SystemDisk(temporaryItems: TemporaryItems(willMake: { _, _ in }, didForget: { _ in }))
    try disk.createDirectory(folder.appending(".paint-0123456789abcdef"))
    try disk.createDirectory(folder.appending(".paint-mine"))
    #expect(try replace(on: disk) == nil)
    #expect(try Set(disk.names(in: folder.path)) == [".paint-mine", "picture.png"])
  }

  @Test("knows the files of a document, under any name")
  func documents() throws {
    let document = folder.appending("art.paint")
    for name in [document, document.appending("packs"), folder.appending("photos"), folder.appending("photos/packs")] {
      try SystemDisk().createDirectory(name)
    }
    let index = try SystemDisk().open(document.appending("index.sqlite"), .createNew)
    #expect(try SystemDisk().status(of: index).kind == .file)
    try #require(symlink("art.paint/packs/1.png", folder.appending("link").string) == 0)
    for name in ["art.paint/index.sqlite", "art.paint/new.png", "art.paint/packs/1.png", "link"] {
      #expect(DocumentFolder.contains(folder.appending(name), on: SystemDisk()), "\(name)")
    }
    for name in ["art.paint", "new.png", "photos/packs/1.png", "photos/1.png", "missing/1.png"] {
      #expect(!DocumentFolder.contains(folder.appending(name), on: SystemDisk()), "\(name)")
    }
  }

  @Test("writes through symbolic links, also those that lead to no file yet", arguments: [false, true])
  func links(isNamed: Bool) throws {
    let inner = folder.appending("inner")
    try SystemDisk().createDirectory(inner)
    // A link in the same folder to a relative one in another folder, and that to the file.
    #expect(symlink(inner.appending("second").string, path.string) == 0)
    #expect(symlink("../real", inner.appending("second").string) == 0)
    for text in ["one", "two"] {
      #expect(try replace(on: disk(isNamed), text) == nil)
      #expect(try contents() == text)
      let real = folder.appending("real")
      #expect(try SystemDisk().status(of: real, followingLinks: false)?.kind == .file)
      #expect(try SystemDisk().status(of: path, followingLinks: false)?.kind == .symbolicLink)
      #expect(try SystemDisk().status(of: inner.appending("second"), followingLinks: false)?.kind == .symbolicLink)
      #expect(try SystemDisk().names(in: folder.path).count == 3 && SystemDisk().names(in: inner).count == 1)
    }
  }

  /// A system that refuses to follow links, as Linux refuses those of others in /tmp, or to write to a file.
  private struct GuardedDisk: InterceptingDisk {
    let base: any Disk = SystemDisk()
    func follow(link path: FilePath) throws(DiskError) -> (path: FilePath, isNew: Bool) {
      throw DiskError(.create, path, errno: .permissionDenied)
    }
    func checkWritable(_ path: FilePath) throws(DiskError) {
      throw DiskError(.replace, path, errno: .permissionDenied)
    }
    func intercept<Result>(_ call: DiskCall, _ body: () throws(DiskError) -> Result) throws(DiskError) -> Result {
      try body()
    }
  }

  @Test("a link that the system does not follow is an error, and nothing is written behind it")
  func refusedLink() throws {
    try folder.write("secret", to: "secret")
    #expect(symlink("secret", path.string) == 0)
    #expect(throws: DiskError(.create, path, errno: .permissionDenied)) { try replace(on: GuardedDisk()) }
    #expect(try folder.text(of: "secret") == "secret")
    #expect(try SystemDisk().names(in: folder.path).count == 2)
  }

  @Test("a file that a link leads to for the first time is removed after an error")
  func newBehindLink() throws {
    #expect(symlink("new", path.string) == 0)
    #expect(throws: DiskError(.write, path, errno: .noSpace)) {
      try FileReplacement.write(path, on: SystemDisk(), failure: { $0 }) { (_) throws(DiskError) in
        throw DiskError(.write, path, errno: .noSpace)
      }
    }
    #expect(try SystemDisk().names(in: folder.path) == ["picture.png"])
  }

  @Test("a read-only file is replaced only by force", arguments: [false, true])
  func readOnly(isLinked: Bool) throws {
    let file = isLinked ? folder.appending("file") : path
    if isLinked { #expect(symlink("file", path.string) == 0) }
    try folder.write("old", to: file.lastComponent?.string ?? "")
    // Nobody may write to it, but a link to it is followed.
    struct ReadOnlyDisk: InterceptingDisk {
      let base: any Disk = SystemDisk()
      let file: FilePath
      func checkWritable(_ path: FilePath) throws(DiskError) {
        #expect(path == file)
        throw DiskError(.replace, path, errno: .permissionDenied)
      }
      func intercept<Result>(_ call: DiskCall, _ body: () throws(DiskError) -> Result) throws(DiskError) -> Result {
        try body()
      }
    }
    let disk = ReadOnlyDisk(file: file)
    #expect(throws: DiskError(.replace, path, errno: .permissionDenied)) { try replace(on: disk) }
    #expect(try contents() == "old")
    _ = try FileReplacement.write(path, on: disk, force: true, failure: { $0 }) { (file) throws(DiskError) in
      try disk.write(file, [0x6e])
    }
    #expect(try contents() == "n")
  }

  @Test("a link to itself is an error that names the path")
  func linkLoop() throws {
    #expect(symlink("picture.png", path.string) == 0)
    do {
      _ = try replace(on: SystemDisk())
      Issue.record("nothing was thrown")
    } catch let error as DiskError {
      #expect(error.path == path && error.errno == .tooManySymbolicLinkLevels, "\(error)")
    }
  }

  @Test(
    "an error at any call leaves the old file and nothing else, and an error after the rename is reported",
    arguments: [false, true], [false, true])
  func fails(isNamed: Bool, isThere: Bool) throws {
    let whole = FailingDisk()
    if isThere { _ = try replace(on: SystemDisk(), "old") }
    _ = try replace(on: disk(isNamed, whole))
    #expect(whole.mutations.count >= 3)
    for call in 1...whole.mutations.count {
      try? SystemDisk().remove(path)
      if isThere { _ = try replace(on: SystemDisk(), "old") }
      let failing = FailingDisk(.fail(call, .ioError))
      do {
        let unsynced = try replace(on: disk(isNamed, failing))
        #expect(try contents() == "new", "\(whole.mutations[call - 1])")
        // The folder's sync is the last call; if a link fails because the name exists, the file is renamed instead.
        #expect((unsynced != nil) == (call == whole.mutations.count), "\(whole.mutations[call - 1])")
      } catch let error as DiskError {
        #expect(error.path == path, "\(error)")
        #expect(try contents() == (isThere ? "old" : nil), "\(whole.mutations[call - 1])")
      }
      let names = try SystemDisk().names(in: folder.path)
      #expect(names.allSatisfy { $0 == "picture.png" }, "\(whole.mutations[call - 1])")
    }
  }

  @Test(
    "reports items before they are created and after they are removed, and removes those of dead processes once per folder"
  )
  func items() throws {
    let told = ReceivedCalls()
    let items = TemporaryItems(willMake: { path, _ in told.add("+", path) }, didForget: { told.add("-", $0) })
    let disk = SystemDisk(temporaryItems: items)
    try disk.createDirectory(folder.appending(".paint-0123456789abcdef"))
    do {
      let scratch = try ScratchFolder(in: folder.path, on: disk)
      #expect(told.calls == ["+\(scratch.path)"])
      #expect(try disk.names(in: folder.path).count == 1)
    }
    #expect(told.calls.count == 2 && told.calls[1] == "-" + told.calls[0].dropFirst())
    #expect(try disk.names(in: folder.path) == [])
    // Not again in this process: a script may make thousands.
    try disk.createDirectory(folder.appending(".paint-0123456789abcdef"))
    _ = try ScratchFolder(in: folder.path, on: disk)
    #expect(try disk.names(in: folder.path).count == 1)
    // Without a receiver of items nothing is removed.
    _ = try ScratchFolder(in: folder.path, on: SystemDisk())
    #expect(try disk.names(in: folder.path).count == 1)
  }

  @Test("an item that another process removes as a leftover before it is locked is made again", arguments: 1...3)
  func swept(times: Int) throws {
    let disk = SweptDisk(times: times)
    let scratch = try ScratchFolder(in: folder.path, on: disk)
    #expect(disk.left == 0)
    #expect(try SystemDisk().status(of: scratch.path)?.kind == .directory)
    #expect(try SystemDisk().names(in: folder.path).count == 1)
  }

  @Test("a file is replaced while another process removes leftovers", arguments: [false, true])
  func replacedWhileSwept(isNamed: Bool) throws {
    _ = try replace(on: SystemDisk(), "old")
    let swept = SweptDisk(times: 2)
    #expect(try replace(on: disk(isNamed, swept)) == nil)
    // A file that gets its name later is locked before, so it is only examined.
    #expect(swept.left == (isNamed ? 0 : 1))
    #expect(try contents() == "new")
    #expect(try SystemDisk().names(in: folder.path) == ["picture.png"])
  }
}

/// A disk on which another process removes leftovers just after each of the first items has its name.
private final class SweptDisk: InterceptingDisk, Sendable {
  let base: any Disk = SystemDisk()
  private let times: Mutex<Int>
  var left: Int { times.withLock { $0 } }

  init(times: Int) { self.times = Mutex(times) }

  func intercept<Result>(_ call: DiskCall, _ body: () throws(DiskError) -> Result) throws(DiskError) -> Result {
    let result = try body()
    guard [.createDirectory, .create, .link].contains(call.kind), call.path.lastComponent?.string.first == "." else {
      return result
    }
    let isSwept = times.withLock { times in
      guard times > 0 else { return false }
      times -= 1
      return true
    }
    if isSwept {
      let items = TemporaryItems(willMake: { _, _ in }, didForget: { _ in })
      do throws(HistoryError) {
        _ = try ScratchFolder(in: call.path.removingLastComponent(), on: SystemDisk(temporaryItems: items))
      } catch {
        throw DiskError(.create, call.path, errno: .ioError)
      }
    }
    return result
  }
}

/// The calls that an object received.
private final class ReceivedCalls: Sendable {
  private let told = Mutex<[String]>([])
  var calls: [String] { told.withLock { $0 } }
  func add(_ mark: String, _ path: FilePath) { told.withLock { $0.append("\(mark)\(path)") } }
}
