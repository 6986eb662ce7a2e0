import Glibc
import PaintHistory
import PaintTestSupport
import SystemPackage
import Testing

@Suite("SystemDisk")
struct SystemDiskTests {
  let disk = SystemDisk()
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func errno(_ body: () throws(DiskError) -> Void) -> Errno? {
    do throws(DiskError) {
      try body()
      return nil
    } catch {
      return error.errno
    }
  }

  @Test("data that is written in pieces can be read at any offset")
  func writesAndReads() throws {
    let path = folder.appending("a")
    let file = try disk.open(path, .createNew)
    var expected: [UInt8] = []
    var random = SeededGenerator(seed: 1)
    for length in [0, 1, 7, 4096, 300_000] {
      let piece = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      try disk.write(file, piece)
      expected += piece
    }
    try disk.sync(file)
    try disk.syncDirectory(folder.path)
    try disk.syncFileSystem(of: file)
    try disk.close(file)
    #expect(try disk.contents(of: path) == expected)

    let reader = try disk.open(path, .read)
    for offset in [0, 1, 4000, expected.count - 5, expected.count, expected.count + 10] {
      var bytes = [UInt8](repeating: 0, count: 100)
      let count = try bytes.withUnsafeMutableBytes { try disk.read(reader, at: Int64(offset), into: $0) }
      #expect(Array(bytes[..<count]) == Array(expected.dropFirst(offset).prefix(100)), "offset \(offset)")
    }
  }

  @Test("closing a file twice is an error and does not close another file")
  func closesOnce() throws {
    let file = try disk.open(folder.appending("a"), .createNew)
    try disk.close(file)
    #expect(file.descriptor == -1)
    #expect(errno { () throws(DiskError) in try disk.write(file, [1]) } == .badFileDescriptor)
    #expect(errno { () throws(DiskError) in try disk.close(file) } == .badFileDescriptor)
  }

  @Test("a file is closed when it is released, and is not inherited by programs")
  func closesOnRelease() throws {
    var file: OpenFile? = try disk.open(folder.appending("a"), .createNew)
    let descriptor = try #require(file?.descriptor)
    #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    let inode = try disk.status(of: #require(file)).inode
    file = nil
    // Another test may have got the descriptor number meanwhile, but not this file.
    var status = stat()
    #expect(fstat(descriptor, &status) != 0 || UInt64(status.st_ino) != inode)
  }

  @Test(
    "creating a file fails if the name exists, also as a symbolic link",
    arguments: ["file", "folder", "link", "dangling"])
  func createsOnlyNew(name: String) throws {
    try folder.write("kept", to: "file")
    try disk.createDirectory(folder.appending("folder"))
    #expect(symlink("file", folder.appending("link").string) == 0)
    #expect(symlink("nowhere", folder.appending("dangling").string) == 0)
    let path = folder.appending(name)
    #expect(throws: DiskError(.create, path, errno: .fileExists)) { try disk.open(path, .createNew) }
    #expect(try folder.text(of: "file") == "kept")
    #expect(try disk.status(of: folder.appending("nowhere")) == nil)
  }

  @Test("a lock file is created if it is missing, not changed if it exists, and must not be a symbolic link")
  func opensLockFiles() throws {
    try folder.write("kept", to: "old")
    _ = try disk.open(folder.appending("old"), .lock)
    #expect(try folder.text(of: "old") == "kept")
    _ = try disk.open(folder.appending("new"), .lock)
    #expect(try folder.text(of: "new") == "")
    #expect(symlink("nowhere", folder.appending("link").string) == 0)
    let link = folder.appending("link")
    #expect(throws: DiskError(.lock, link, errno: .tooManySymbolicLinkLevels)) { try disk.open(link, .lock) }
  }

  @Test("a FIFO in place of a file does not block the reader", .timeLimit(.minutes(10)))
  func opensFIFO() throws {
    let path = folder.appending("fifo")
    #expect(mkfifo(path.string, 0o600) == 0)
    let file = try disk.open(path, .read)
    #expect(try disk.status(of: file).kind == .other)
    #expect(throws: DiskError(.read, path, errno: .illegalSeek)) {
      var bytes = [UInt8](repeating: 0, count: 1)
      _ = try bytes.withUnsafeMutableBytes { try disk.read(file, at: 0, into: $0) }
    }
  }

  @Test("replace replaces a file, noReplace fails, exchange swaps")
  func renames() throws {
    try folder.write("A", to: "a")
    try folder.write("B", to: "b")
    let (a, b, c) = (folder.appending("a"), folder.appending("b"), folder.appending("c"))

    #expect(throws: DiskError(.rename, a, to: b, errno: .fileExists)) { try disk.rename(a, to: b, .noReplace) }
    #expect(try folder.text(of: "a") == "A")
    #expect(try folder.text(of: "b") == "B")

    try disk.rename(a, to: b, .exchange)
    #expect(try folder.text(of: "a") == "B")
    #expect(try folder.text(of: "b") == "A")

    #expect(throws: DiskError(.exchange, a, to: c, errno: .noSuchFileOrDirectory)) {
      try disk.rename(a, to: c, .exchange)
    }
    try disk.rename(a, to: c, .noReplace)
    #expect(try folder.text(of: "a") == nil)
    #expect(try folder.text(of: "c") == "B")

    try disk.rename(b, to: c, .replace)
    #expect(try folder.text(of: "b") == nil)
    #expect(try folder.text(of: "c") == "A")
  }

  @Test("folders are exchanged with their contents")
  func exchangesFolders() throws {
    for name in ["a", "b"] {
      try disk.createDirectory(folder.appending(name))
      try folder.write(name, to: name + "/inside")
    }
    try disk.rename(folder.appending("a"), to: folder.appending("b"), .exchange)
    #expect(try folder.text(of: "a/inside") == "b")
    #expect(try folder.text(of: "b/inside") == "a")
  }

  @Test("names are all except . and .., including names that are not UTF-8")
  func listsNames() throws {
    #expect(try disk.names(in: folder.path).isEmpty)
    let expected = Set((0..<200).map { "name \($0)" } + [".hidden", "ü"])
    for name in expected { try folder.write("", to: name) }
    #expect(try Set(disk.names(in: folder.path).map(\.string)) == expected)

    let strange = folder.path.string + "/\u{1}"
    var bytes = strange.utf8.map { CChar(bitPattern: $0) } + [0]
    bytes[bytes.count - 2] = CChar(bitPattern: 0xff)
    let path = FilePath(platformString: bytes)
    _ = try disk.open(path, .createNew)
    let names = try disk.names(in: folder.path)
    #expect(names.count == expected.count + 1)
    for name in names { try disk.remove(folder.path.appending(name)) }
    #expect(try disk.names(in: folder.path).isEmpty)
  }

  @Test("status distinguishes files, folders and links, and is nil if there is no file")
  func describes() throws {
    try folder.write("12345", to: "file")
    #expect(symlink("file", folder.appending("link").string) == 0)
    let file = try #require(try disk.status(of: folder.appending("file")))
    #expect(file.kind == .file)
    #expect(file.size == 5)
    #expect(try disk.status(of: folder.path)?.kind == .directory)
    #expect(try disk.status(of: folder.appending("link")) == file)
    #expect(try disk.status(of: folder.appending("link"), followingLinks: false)?.kind == .symbolicLink)
    #expect(try disk.status(of: disk.open(folder.appending("file"), .read)) == file)
    #expect(mkfifo(folder.appending("pipe").string, 0o600) == 0)
    #expect(try disk.status(of: folder.appending("pipe"))?.kind == .other)
    #expect(try disk.status(of: folder.appending("none")) == nil)
    #expect(try disk.status(of: folder.appending("file/none")) == nil)
  }

  @Test("a private folder is not accessible to others")
  func createsFolders() throws {
    try disk.createDirectory(folder.appending("mine"), .ownerOnly)
    var status = stat()
    #expect(stat(folder.appending("mine").string, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
    #expect(errno { () throws(DiskError) in try disk.createDirectory(folder.appending("mine")) } == .fileExists)
  }

  @Test("a full device is reported with the file's name")
  func reportsFullDevice() throws {
    let file = OpenFile(adopting: Glibc.open("/dev/full", O_WRONLY | O_CLOEXEC), path: "packs/0000000042.png")
    #expect(throws: DiskError(.write, "packs/0000000042.png", errno: .noSpace)) { try disk.write(file, [1, 2, 3]) }
  }

  @Test("removing a tree does not follow links and works for deep folders")
  func removesTrees() throws {
    try folder.write("kept", to: "outside")
    let tree = folder.appending("tree")
    try disk.createDirectory(tree)
    #expect(symlink("..", tree.appending("up").string) == 0)
    #expect(symlink("../outside", tree.appending("out").string) == 0)
    var deep = tree
    for depth in 0..<200 {
      deep.append("d\(depth)")
      try disk.createDirectory(deep)
      _ = try disk.open(deep.appending("file"), .createNew)
    }
    try disk.removeTree(tree)
    #expect(try disk.status(of: tree, followingLinks: false) == nil)
    #expect(try folder.text(of: "outside") == "kept")
    try disk.removeTree(tree)
  }
}
