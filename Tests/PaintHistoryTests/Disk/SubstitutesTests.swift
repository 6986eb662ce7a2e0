import Glibc
import PaintRaster
import PaintTestSupport
import Synchronization
import SystemPackage
import Testing

@testable import PaintHistory

/// File systems without calls that Linux has: NFS, 9p, sshfs, FAT and others.
@Suite("Substitutes for calls that a file system lacks")
struct SubstitutesTests {
  /// The calls that a file system can lack.
  enum Call: CaseIterable {
    case unnamed, memory, link, noReplace, exchange, syncFileSystem
  }

  /// A disk that refuses some calls, and lets a test do something just before the call that is tried in their place.
  private final class RefusingDisk: InterceptingDisk, Sendable {
    let base: any Disk = SystemDisk()
    private let calls: Set<Call>
    private let errno: Errno
    private let meanwhile = Mutex<(@Sendable () -> Void)?>(nil)
    private let refused = Mutex<Set<Call>>([])

    init(_ calls: some Sequence<Call>, _ errno: Errno, meanwhile: (@Sendable () -> Void)? = nil) {
      self.calls = Set(calls)
      self.errno = errno
      self.meanwhile.withLock { $0 = meanwhile }
    }

    /// The calls that were refused.
    var all: Set<Call> { refused.withLock { $0 } }

    private func refuse(_ call: Call, _ error: DiskError) throws(DiskError) {
      guard calls.contains(call) else { return }
      refused.withLock { _ = $0.insert(call) }
      let action = meanwhile.withLock { $0.take() }
      action?()
      var error = error
      error.errno = errno
      throw error
    }

    func intercept<Result>(_ call: DiskCall, _ body: () throws(DiskError) -> Result) throws(DiskError) -> Result {
      let error = DiskError(.open, call.path, to: call.destination, errno: .ioError)
      switch call.kind {
      case .createUnnamed: try refuse(call.path == "memory" ? .memory : .unnamed, error)
      case .link: try refuse(.link, error)
      case .exchange: try refuse(.exchange, error)
      case .syncFileSystem: try refuse(.syncFileSystem, error)
      default: break
      }
      return try body()
    }

    func rename(_ from: FilePath, to: FilePath, _ mode: RenameMode) throws(DiskError) {
      let error = DiskError(.rename, from, to: to, errno: .ioError)
      switch mode {
      case .noReplace: try refuse(.noReplace, error)
      case .exchange: try refuse(.exchange, error)
      case .replace: break
      }
      try base.rename(from, to: to, mode)
    }
  }

  private static let errors: [Errno] = [
    .invalidArgument, .noFunction, .notSupported, .notSupportedOnSocket, .notPermitted,
  ]
  /// Each call alone, and all of them.
  private static let sets: [[Call]] = Call.allCases.map { [$0] } + [Call.allCases, [.link, .noReplace]]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func text(_ name: String) throws -> String? { try folder.text(of: name) }

  private func replace(_ name: String, _ text: String, on disk: any Disk) throws -> DiskError? {
    try FileReplacement.write(folder.appending(name), on: disk, failure: { $0 }) { (file) throws(DiskError) in
      try disk.write(file, Array(text.utf8))
    }
  }

  /// Whether a document is not created because something is there.
  private func isRefused(
    at path: FilePath, _ size: CanvasSize, _ options: History.Options
  ) throws(HistoryError) -> Bool {
    do throws(HistoryError) {
      _ = try SampleDocument.make(at: path, size: size, options: options)
      return false
    } catch {
      guard case .exists = error else { throw error }
      return true
    }
  }

  @Test("a file is written and replaced, and nothing else is left", arguments: errors, sets)
  func files(errno: Errno, calls: [Call]) throws {
    let disk = RefusingDisk(calls, errno)
    for text in ["one", "two"] {
      #expect(try replace("a", text, on: disk) == nil)
      #expect(try self.text("a") == text)
      #expect(try disk.names(in: folder.path) == ["a"])
    }
    #expect(!calls.contains(.unnamed) || disk.all.contains(.unnamed))
    #expect(calls != [.link] || disk.all == [.link])
  }

  @Test("a file keeps its permissions where it cannot be linked", arguments: [0o600, 0o640, 0o444] as [UInt32])
  func permissions(mode: UInt32) throws {
    _ = try replace("a", "old", on: SystemDisk())
    let path = folder.appending("a")
    try SystemDisk().setPermissions(mode, of: SystemDisk().open(path, .read))
    let unsynced = try FileReplacement.write(
      path, on: RefusingDisk([.link], .notPermitted), force: true, failure: { $0 }
    ) { (file) throws(DiskError) in try SystemDisk().write(file, [1]) }
    #expect(unsynced == nil)
    #expect(try SystemDisk().status(of: path)?.permissions == mode)
  }

  @Test("a document is created, drawn on, kept and replaced", arguments: errors, sets)
  func documents(errno: Errno, calls: [Call]) throws {
    let disk = RefusingDisk(calls, errno)
    var options = History.Options()
    options.disk = disk
    options.temporaryFolder = folder.path
    let path = folder.appending("art.paint")
    let size = try #require(CanvasSize(width: 64, height: 48))
    var generator = SeededGenerator(seed: 7)
    for replacing in [false, true] {
      _ = try SampleDocument.make(at: path, size: size, replacing: replacing, options: options)
      #expect(try disk.names(in: folder.path) == ["art.paint"])
      let history = try History(at: path, for: .editingInGroups, options: options)
      try history.beginEditing()
      for round in 0..<3 {
        let file = try history.incomingFile()
        try file.write([UInt8(round)].span)
        try file.keep()
        _ = try history.revise(
          randomTiles(on: size, count: 2, using: &generator), name: "Import",
          command: "import content:\(file.name.digits)")
      }
      try history.sync()
      #expect(history.state.syncedRevision == 3)
      try history.endEditing()
      #expect(try disk.names(in: path.appending("files")).count == 3)
    }
    // What the refusing disk wrote is whole on every other.
    let report = try DocumentCheck(of: path).run()
    #expect(report.problems.isEmpty, "\(report.problems)")
    #expect(try isRefused(at: path, size, options))
    for call in calls where call != .memory {
      #expect(disk.all.contains(call) || call == .link && calls.contains(.unnamed), "\(call) was not tried")
    }
  }

  @Test("a document or a file that appears meanwhile is not replaced", arguments: errors, ["folder", "file", "link"])
  func appears(errno: Errno, kind: String) throws {
    let (path, parent) = (folder.appending("art.paint"), folder.path)
    let disk = RefusingDisk([.noReplace], errno) {
      switch kind {
      case "folder":
        try? SystemDisk().createDirectory(path)
        _ = try? SystemDisk().open(path.appending("mine"), .createNew)
      case "file": _ = try? SystemDisk().write(SystemDisk().open(path, .createNew), [7])
      default: _ = try? symlink(to: "elsewhere", at: path)
      }
    }
    var options = History.Options()
    options.disk = disk
    let size = try #require(CanvasSize(width: 64, height: 48))
    #expect(try isRefused(at: path, size, options))
    #expect(disk.all == [.noReplace])
    #expect(try SystemDisk().names(in: parent) == ["art.paint"])
    let found = try #require(try SystemDisk().status(of: path, followingLinks: false))
    #expect(found.kind == (kind == "folder" ? .directory : kind == "file" ? .file : .symbolicLink))
    #expect(kind != "file" || found.size == 1)

    // A file is moved to a name that appears meanwhile.
    let (from, to) = (folder.appending("from"), folder.appending("to"))
    _ = try SystemDisk().write(SystemDisk().open(from, .createNew), [1])
    let other = RefusingDisk([.noReplace], errno) {
      _ = try? SystemDisk().write(SystemDisk().open(to, .createNew), [2, 3])
    }
    #expect(throws: DiskError(.rename, from, to: to, errno: .fileExists)) { try other.move(from, toFree: to) }
    #expect(try SystemDisk().contents(of: to) == [2, 3] && SystemDisk().contents(of: from) == [1])
    try SystemDisk().remove(to)
    try other.move(from, toFree: to)
    #expect(try SystemDisk().contents(of: to) == [1] && SystemDisk().status(of: from) == nil)
  }

  @Test("a document that cannot be replaced in one step is there, or its name is told, whichever call fails")
  func replacedInSteps() throws {
    let path = folder.appending("art.paint")
    let size = try #require(CanvasSize(width: 64, height: 48))
    let small = try #require(CanvasSize(width: 5, height: 5))
    var failures = 0
    for number in 1... {
      try? SystemDisk().removeTree(path)
      _ = try SampleDocument.make(at: path, size: size)
      var options = History.Options()
      let failing = FailingDisk(wrapping: RefusingDisk([.exchange], .invalidArgument), .fail(number, .ioError))
      options.disk = failing
      do throws(HistoryError) {
        _ = try SampleDocument.make(at: path, size: small, replacing: true, options: options)
      } catch {
        failures += 1
        let names = try SystemDisk().names(in: folder.path).map(\.string).filter { !$0.hasPrefix(".paint-") }
        if names == ["art.paint"] {
          #expect(try History(at: path, for: .reading).current.size == size, "call \(number): \(error)")
        } else {
          // The sync of the folder failed: the new one is in place, and the former one is kept.
          #expect(names.sorted() == ["art.paint", "art.paint.replaced"], "call \(number): \(error)")
          #expect("\(error)".contains("art.paint.replaced"), "call \(number): \(error)")
          let former = folder.appending("art.paint.replaced")
          #expect(try History(at: former, for: .reading).current.size == size)
          try SystemDisk().removeTree(former)
        }
        continue
      }
      #expect(try History(at: path, for: .reading).current.size == small)
      if !failing.hasTriggered { break }
    }
    #expect(failures > 5)
  }
}

private func symlink(to target: String, at path: FilePath) throws {
  guard Glibc.symlink(target, path.string) == 0 else { throw Errno.ioError }
}
