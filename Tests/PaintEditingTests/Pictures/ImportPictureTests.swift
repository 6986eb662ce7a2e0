import PaintEditing
import PaintHistory
import PaintPNG
import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@Suite("Importing a picture")
struct ImportPictureTests {
  private let folder: TemporaryFolder
  private let disk = SystemDisk()

  init() throws { folder = try TemporaryFolder() }

  private func document(_ name: String) throws -> FilePath {
    let path = folder.appending(name)
    _ = try Document.create(
      at: path, size: try #require(CanvasSize(width: 100, height: 70)), background: .white, command: "new",
      replacing: false, options: .init())
    return path
  }

  private func picture() throws -> FilePath {
    var generator = SeededGenerator(seed: 9)
    let path = folder.appending("picture.png")
    let file = try disk.open(path, .createNew)
    let size = try #require(CanvasSize(width: 100, height: 70))
    let pixels = (0..<7_000).map { _ in UInt32(truncatingIfNeeded: generator.next()) }
    let writer = try PNGWriter(fileDescriptor: file.descriptor, size: size)
    try writer.writeRows(pixels.span, rows: 70)
    try writer.finish()
    return path
  }

  private func importPicture(_ picture: FilePath, to path: FilePath, on disk: any Disk) throws -> Fingerprint {
    var options = History.Options()
    options.disk = disk
    let document = Document(try History(at: path, for: .editing, options: options))
    try document.history.beginEditing()
    let source = try SystemDisk().open(picture, .read)
    let picture = try document.receivePicture(from: source.descriptor, named: "picture.png")
    let edit = ImportEdit(picture)
    let revision = try document.perform(edit, EditLabel(name: "Import", command: edit.command))
    try document.history.endEditing()
    #expect(revision?.number == 1)
    return document.history.current.fingerprint
  }

  private func fingerprint(of path: FilePath) throws -> Fingerprint {
    try History(at: path, for: .reading).current.fingerprint
  }

  @Test(
    "whichever call to the disk fails, the document is unchanged and the next attempt works", arguments: [false, true])
  func failures(cutShort: Bool) throws {
    let picture = try picture()
    let counting = FailingDisk()
    let expected = try importPicture(picture, to: document("whole.paint"), on: counting)
    let calls = counting.mutations.count
    #expect(calls > 10)
    for call in 1...calls {
      let path = try document("\(call).paint")
      let before = try fingerprint(of: path)
      let failing = FailingDisk(cutShort ? .cutShort(call) : .fail(call, .ioError))
      let result = Result { try importPicture(picture, to: path, on: failing) }
      let after = try fingerprint(of: path)
      if case .success = result {
        #expect(after == expected, "call \(call)")
      } else {
        #expect(after == before, "call \(call)")
      }
      if after == before { #expect(try importPicture(picture, to: path, on: disk) == expected, "call \(call)") }
      let names = try disk.names(in: path).map(\.string)
      #expect(!names.contains { $0.hasPrefix(".") }, "call \(call): \(names)")
      #expect(try disk.names(in: path.appending("files")).count == 1, "call \(call)")
    }
  }

  @Test("the file is kept under the name that the command contains")
  func kept() throws {
    let picture = try picture()
    let path = try document("art.paint")
    _ = try importPicture(picture, to: path, on: disk)
    let history = try History(at: path, for: .reading)
    let digits = try #require(history.current.command.split(separator: ":").last)
    let name = try #require(ContentName(digits))
    let kept = try #require(try history.keptFile(name))
    #expect(try disk.contents(of: kept) == disk.contents(of: picture))
    #expect(try history.diskBytes() > disk.contents(of: picture).count)
  }
}
