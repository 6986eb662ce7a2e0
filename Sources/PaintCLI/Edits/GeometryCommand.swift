import PaintEditing
import PaintHistory
import PaintRaster

/// A command that moves the pixels of the whole canvas.
///
/// By default the eraser follows: it then brings back the picture that the canvas began with, moved the same way.
protocol GeometryCommand: EditCommand {
  /// Whether the eraser follows.
  var follows: Bool { get }

  /// What it does to a picture, and its canonical command without `--follow`.
  ///
  /// Throws a failure if it is not possible on this canvas.
  func change(of picture: Snapshot, in document: Document) throws -> (change: GeometryStep.Change, command: String)
}

extension GeometryCommand {
  /// It moves every pixel.
  var reads: StepReads { .everything }

  func perform(in session: Session, name: String) throws -> Revision? {
    let (change, command) = try change(of: try session.snapshot(nil), in: session.document)
    let word = follows ? "--follow" : "--no-follow"
    return try session.perform(GeometryStep(change, movesBase: follows), name: name, command: "\(command) \(word)")
  }

  /// What the line says about the eraser.
  static func follows(_ line: ParsedLine) -> Bool { line.choice(.follow) ?? true }
}

extension OptionSpec {
  static let follow = OptionSpec(
    .follow, "follow", .reversible,
    "let the eraser bring back the beginning, moved likewise (default), or this picture", default: "yes")
}
