import PaintEditing
import PaintPNG
import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

/// A tile's row is missing from the index, so that an older tile is shown, which looks valid.
@Suite("Pictures of an index that has lost a row")
struct LostRowTests {
  private let disk = SystemDisk()

  /// Three revisions change the same four tiles; r2 has lost the row of one of them, which r3 may hide.
  private func document(in folder: borrowing TemporaryFolder, isHidden: Bool) throws -> Document {
    var generator = SeededGenerator(seed: 12)
    let size = try #require(CanvasSize(width: 70, height: 40))
    let path = folder.appending("art.paint")
    let builder = try DocumentBuilder(
      at: path, start: .init(size: size, background: .white, name: "New", command: "new"), replacing: false,
      options: .init())
    _ = try builder.finish(replacing: false)
    let history = try History(at: path, for: .editing)
    let all = [TileIndex(x: 0, y: 0), TileIndex(x: 1, y: 0), TileIndex(x: 0, y: 1), TileIndex(x: 1, y: 1)]
    for number in 1...3 {
      let changed = number < 3 || isHidden ? all : Array(all[1...])
      try history.commitRevision(changed.map { ($0, Tile.random(using: &generator)) })
    }
    let database = try Database(path: path.appending("index.sqlite"), mode: .editing)
    try database.execute("DELETE FROM tile WHERE revision = 2 AND tile = 0")
    database.close()
    return Document(try History(at: path, for: .reading))
  }

  @Test("no edit that redraws the canvas uses the older tile")
  func redrawsNothing() throws {
    let folder = try TemporaryFolder()
    _ = try document(in: folder, isHidden: false)
    let document = Document(try History(at: folder.appending("art.paint"), for: .editing))
    try document.history.beginEditing()
    #expect(throws: HistoryError.self) {
      try document.perform(ReframeEdit(to: PixelBox(x: 0, y: 0, width: 64, height: 32), background: .white), .test)
    }
    #expect(document.history.current.number == 3)
    try document.history.endEditing()
  }

  @Test(
    "no edit is limited by a selection of which a tile is lost, nor is that selection changed", arguments: [0, 1, 2])
  func selectionIsWhole(lost: Int) throws {
    let folder = try TemporaryFolder()
    let size = try #require(CanvasSize(width: 90, height: 40))
    let path = folder.appending("art.paint")
    _ = try Document.create(
      at: path, size: size, background: .white, command: "new", replacing: false, options: .init())
    let first = Document(try History(at: path, for: .editing))
    try first.history.beginEditing()
    let points = [(2.0, 2.0), (80.0, 2.0), (80.0, 30.0), (2.0, 30.0)].map { Point(x: $0.0, y: $0.1) }
    let area = SelectionEdit(.shape(.polygon(points), rule: .nonzero, isAntialiased: true))
    #expect(try first.perform(area, .test) != nil)
    try first.history.endEditing()
    first.history.index.database.close()
    let database = try Database(path: path.appending("index.sqlite"), mode: .editing)
    let key = TilePlace(TileIndex(x: lost, y: 0), in: .selection).key
    try database.execute("DELETE FROM tile WHERE revision = 1 AND tile = \(key)")
    database.close()
    let document = Document(try History(at: path, for: .editing))
    try document.history.beginEditing()
    #expect(throws: (any Error).self) {
      try document.perform(FloodFillEdit(x: 1, y: 1, paint: Paint(.color(.black)), tolerance: 0, expansion: 0), .test)
    }
    var larger = SelectionEdit(.current)
    larger.expansion = 3
    #expect(throws: EditingError.self) { try document.perform(larger, .test) }
    #expect(document.history.current.number == 1)
    // A new selection does not need the old one.
    #expect(try document.perform(SelectionEdit(.none), .test) != nil)
    try document.history.endEditing()
  }

  @Test("no whole picture, no picture of each step and no timelapse is written", arguments: [true, false])
  func refused(isHidden: Bool) throws {
    let folder = try TemporaryFolder()
    let document = try document(in: folder, isHidden: isHidden)
    let target = folder.appending("out.png")
    let timelapse = Timelapse(revisions: [0, 1, 2, 3], delay: .tenth)
    #expect(throws: EditingError.self) {
      try document.export(document.history.snapshot(at: 2), region: nil, to: target, on: disk)
    }
    #expect(throws: EditingError.self) { try document.write(timelapse, to: target, on: disk) }
    #expect(try disk.status(of: target) == nil)
    #expect(throws: EditingError.self) {
      try document.exportEach([0, 1, 2, 3], region: nil, on: disk, to: { folder.appending("step-\($0).png") })
    }
    let written = try disk.names(in: folder.path).map(\.string).filter { $0.hasPrefix("step") }.sorted()
    #expect(written == ["step-0.png", "step-1.png"])
    // Pictures that do not show the lost row are written.
    try document.write(Timelapse(revisions: [0, 1], delay: .tenth), to: target, on: disk)
    if isHidden { try document.export(document.history.snapshot(at: 3), region: nil, to: target, on: disk) }
  }
}
