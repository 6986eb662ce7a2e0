import PaintFilters
import PaintFormats
import PaintHistory
import PaintPNG
import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintEditing

@Suite("Resizing a picture while it is read")
struct ResizeAheadTests {
  private let folder: TemporaryFolder
  private let path: FilePath
  private let size: CanvasSize

  init() throws {
    folder = try TemporaryFolder()
    path = folder.appending("picture.png")
    let size = try #require(CanvasSize(width: 75, height: 131))
    self.size = size
    var generator = SeededGenerator(seed: 5)
    let pixels = (0..<75 * 131).map { _ in UInt32(truncatingIfNeeded: generator.next()) }
    let written = try SystemDisk().open(path, .createNew)
    let writer = try PNGWriter(fileDescriptor: written.descriptor, size: size)
    try writer.writeRows(pixels.span, rows: size.height)
    try writer.finish()
  }

  /// The picture in memory, open for editing.
  private func document(expecting resize: ResizeEdit?, keepingPicture: Bool = true) throws -> Document {
    let file = try SystemDisk().open(path, .read)
    let reader = try PictureReader(PictureSource(fileDescriptor: file.descriptor))
    let document = try Document.inMemory(
      from: reader, named: "picture.png", command: "new", options: History.Options(), expecting: resize,
      keepingPicture: keepingPicture)
    try document.history.beginEditing()
    return document
  }

  @Test(
    "changes no pixel, for each method and size, whether the edit comes or another one",
    arguments: [.bilinear, .bicubic, .lanczos3] as [ResamplingMethod])
  func equality(method: ResamplingMethod) throws {
    for (width, height) in [(37, 65), (1, 1), (75, 60), (9, 131), (200, 3)] {
      let edit = ResizeEdit(to: try #require(CanvasSize(width: width, height: height)), method: method)
      let plain = try document(expecting: nil)
      #expect(plain.resizeAhead == nil)
      let (first, expected) = (plain.history.current, try plain.perform(edit, .test))
      let document = try document(expecting: edit)
      #expect((document.resizeAhead != nil) == (Workers.all.count > 1 && 2 * width * height <= 75 * 131))
      let made = try document.perform(edit, .test)
      #expect(document.resizeAhead == nil)
      #expect(made?.fingerprint == expected?.fingerprint && made?.pixels == expected?.pixels)
      #expect(try PlainPicture(canvasOf: document.history) == PlainPicture(canvasOf: plain.history))
      // The picture that was read is still there.
      _ = try document.history.undo(1)
      #expect(document.history.current.fingerprint == first.fingerprint)
      // And is the beginning of another resize.
      #expect(try document.perform(edit, .test)?.fingerprint == expected?.fingerprint)
    }
  }

  @Test("the picture before need not be kept: the edit has the same result, and others are refused")
  func notKept() throws {
    for (width, height) in [(37, 65), (1, 1), (75, 60), (200, 3)] {
      let edit = ResizeEdit(to: try #require(CanvasSize(width: width, height: height)), method: .lanczos3)
      let (plain, document) = (try document(expecting: nil), try document(expecting: edit, keepingPicture: false))
      let expected = try plain.perform(edit, .test)
      #expect(try document.perform(edit, .test)?.fingerprint == expected?.fingerprint)
      #expect(try PlainPicture(canvasOf: document.history) == PlainPicture(canvasOf: plain.history))
      // Everything else works from then on.
      for document in [plain, document] { _ = try document.perform(FilterEdit(FilterChain([ColorInvert()])), .test) }
      #expect(document.history.current.fingerprint == plain.history.current.fingerprint)
    }
    guard Workers.all.count > 1 else { return }
    let expected = ResizeEdit(to: try #require(CanvasSize(width: 30, height: 40)), method: .lanczos3)
    let refused: [(Document) throws -> Revision?] = [
      { try $0.perform(ResizeEdit(to: expected.newSize, method: .bilinear), .test) },
      { try $0.perform(FilterEdit(FilterChain([ColorInvert()])), .test) },
      { try $0.perform(FlipEdit.horizontal, .test) },
      { try $0.perform(ReplaceColorEdit(old: .transparent, new: .white, tolerance: 0), .test) },
    ]
    for perform in refused {
      let document = try document(expecting: expected, keepingPicture: false)
      #expect(throws: HistoryError.self) { try perform(document) }
      #expect(document.history.current.number == 0)
    }
  }

  @Test("a result that needs much memory is not made ahead")
  func largeResult() throws {
    let (large, limit) = (try #require(CanvasSize(width: 8_192, height: 2_048)), ResizeAhead.byteLimit)
    guard Workers.all.count > 1 else { return }
    let half = ResizeEdit(to: try #require(CanvasSize(width: 4_096, height: 2_048)), method: .lanczos3)
    #expect(4 * half.newSize.width * half.newSize.height == limit)
    #expect(ResizeAhead(half, of: large, keepingPicture: true) != nil)
    let larger = try #require(CanvasSize(width: 8_194, height: 2_048))
    let more = ResizeEdit(to: try #require(CanvasSize(width: 4_097, height: 2_048)), method: .lanczos3)
    #expect(ResizeAhead(more, of: larger, keepingPicture: true) == nil)
  }

  @Test("has no effect on another first edit, nor on a later resize")
  func otherEdit() throws {
    let edit = ResizeEdit(to: try #require(CanvasSize(width: 30, height: 40)), method: .lanczos3)
    let (plain, document) = (try document(expecting: nil), try document(expecting: edit))
    for document in [plain, document] {
      _ = try document.perform(FilterEdit(FilterChain([ColorInvert()])), .test)
      _ = try document.perform(edit, .test)
    }
    #expect(document.history.current.fingerprint == plain.history.current.fingerprint)
    let other = ResizeEdit(to: edit.newSize, method: .bilinear)
    let (third, fourth) = (try self.document(expecting: nil), try self.document(expecting: edit))
    #expect(try fourth.perform(other, .test)?.fingerprint == third.perform(other, .test)?.fingerprint)
  }
}
