import PaintEditing
import PaintHistory
import PaintRaster

extension PlainPicture {
  /// Draws a stroke that retouches, in a new document that has only this picture.
  public mutating func retouch(_ stroke: StrokeEdit) throws {
    let folder = try TemporaryFolder()
    let path = folder.appending("retouched.paint")
    _ = try Document.create(
      at: path, size: size, background: .transparent, command: "new", replacing: false, options: .init())
    let document = Document(try History(at: path, for: .editing))
    try document.history.beginEditing()
    _ = try document.history.revise(Self.indices(of: size).map { ($0, self[$0]) })
    _ = try document.perform(stroke, EditLabel(name: "Stroke", command: "stroke"))
    self = try PlainPicture(canvasOf: document.history)
  }
}
