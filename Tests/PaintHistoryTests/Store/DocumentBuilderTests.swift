import PaintHistory
import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@Suite("DocumentBuilder")
struct DocumentBuilderTests {
  private let folder: TemporaryFolder
  private let path: FilePath
  private let disk = SystemDisk()
  private let size: CanvasSize

  init() throws {
    folder = try TemporaryFolder()
    path = folder.appending("art.paint")
    size = try #require(CanvasSize(width: 100, height: 70))
  }

  private func picture(_ seed: UInt64) -> PlainPicture {
    var generator = SeededGenerator(seed: seed)
    var picture = PlainPicture(size, filledWith: .black)
    for (index, tile) in randomTiles(on: size, count: 8, using: &generator) { picture[index] = tile }
    return picture
  }

  private func shown() throws -> PlainPicture { try PlainPicture(canvasOf: History(at: path, for: .reading)) }

  private func options(_ disk: any Disk) -> History.Options {
    var options = History.Options()
    options.disk = disk
    // A program that another test starts has the lock of a stopped one, too, until it runs.
    options.wait = .seconds(600)
    return options
  }

  @Test("a blank document, one with a picture, and one that replaces another", arguments: [false, true])
  func makes(replacing: Bool) throws {
    if replacing {
      let blank = try SampleDocument.make(at: path, size: size)
      #expect(blank == PlainPicture(size, filledWith: .white).fingerprint)
      #expect(try shown() == PlainPicture(size, filledWith: .white))
    }
    let fingerprint = try SampleDocument.make(at: path, size: size, picture: picture(1), replacing: replacing)
    #expect(try shown() == picture(1))
    #expect(fingerprint == picture(1).fingerprint)
    let history = try History(at: path, for: .editing)
    #expect(history.current.fingerprint == fingerprint)
    #expect(history.current.number == 0 && history.current.parent == nil)
    #expect(!history.canUndo && !history.canRedo)
    #expect(history.state.identity.count == 32)
    #expect(try disk.names(in: folder.path).map(\.string) == ["art.paint"])
  }

  @Test("something that is not a document is never replaced, and a document only on request")
  func refuses() throws {
    func error(replacing: Bool) -> HistoryError? {
      do throws(HistoryError) {
        try SampleDocument.make(at: path, size: size, replacing: replacing)
        return nil
      } catch {
        return error
      }
    }
    try folder.write("a letter", to: "art.paint")
    guard case .exists = error(replacing: false) else { return #expect(Bool(false), "a file") }
    guard case .notReplaceable = error(replacing: true) else { return #expect(Bool(false), "a file, replacing") }
    #expect(try folder.text(of: "art.paint") == "a letter")
    try disk.remove(path)
    try disk.createDirectory(path)
    guard case .exists = error(replacing: false) else { return #expect(Bool(false), "a folder") }
    guard case .notReplaceable = error(replacing: true) else { return #expect(Bool(false), "a folder, replacing") }
    try disk.createDirectory(path.appending("packs"))
    guard case .exists = error(replacing: false) else { return #expect(Bool(false), "a damaged document") }
    #expect(error(replacing: true) == nil)
    #expect(try shown() == PlainPicture(size, filledWith: .white))
    guard case .exists = error(replacing: false) else { return #expect(Bool(false), "a document") }
    #expect(try disk.names(in: folder.path).map(\.string) == ["art.paint"])
    try disk.removeTree(path)
    let nowhere = folder.appending("missing").appending("art.paint")
    do throws(HistoryError) {
      try SampleDocument.make(at: nowhere, size: size)
      #expect(Bool(false), "made in no folder")
    } catch {
      guard case .cannotCreate = error else { return #expect(Bool(false), "\(error)") }
    }
  }

  @Test("a builder that is not finished leaves nothing")
  func leavesNothing() throws {
    var builder: DocumentBuilder? = try DocumentBuilder(
      at: path, start: .init(size: size, background: .white, name: "New", command: "new"), replacing: false)
    try builder?.add(.color(.black), at: TileIndex(x: 0, y: 0))
    builder = nil
    #expect(try disk.names(in: folder.path).isEmpty)
  }

  @Test(
    "whatever call fails, there is the old document or the new one, complete", arguments: [false, true], [0, 1])
  func staysWhole(replacing: Bool, seed: UInt64) throws {
    let old = picture(9)
    func prepare() throws {
      for name in try disk.names(in: folder.path) { try disk.removeTree(folder.path.appending(name)) }
      if replacing { try SampleDocument.make(at: path, size: size, picture: old) }
    }
    let new = seed == 0 ? PlainPicture(size, filledWith: .white) : picture(seed)
    func make(_ disk: any Disk) throws(HistoryError) {
      try SampleDocument.make(
        at: path, size: size, picture: seed == 0 ? nil : new, replacing: replacing, options: options(disk))
    }
    try prepare()
    let counting = FailingDisk()
    try make(counting)
    for call in 1...counting.mutations.count {
      for fault in [.fail(call, .noSpace), .cutShort(call), .stop(call), .stopHalfway(call)] as [FailingDisk.Fault] {
        try prepare()
        let note: Comment = "\(fault), \(counting.mutations[call - 1])"
        let disk = FailingDisk(fault)
        var hasFailed = false
        do { try make(disk) } catch { hasFailed = true }
        if try SystemDisk().status(of: path) == nil {
          #expect(hasFailed && !replacing, note)
        } else {
          let shown = try shown()
          #expect(shown == new || hasFailed && replacing && shown == old, note)
          if case .fail = fault, hasFailed, replacing { #expect(shown == old, note) }
        }
        // A process that continues removes its temporary files, unless that fails.
        let left = try SystemDisk().names(in: folder.path).map(\.string).filter { $0 != "art.paint" }
        let kind = counting.mutations[call - 1].kind
        if case .fail = fault, kind != .remove, kind != .removeDirectory { #expect(left == [], note) }
      }
    }
  }
}
