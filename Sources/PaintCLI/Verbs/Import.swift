import PaintEditing
import PaintFormats
import PaintHistory

/// `paint import FILE | -`: imports a whole picture as one step; also `content:HASH`, a picture that the document keeps.
struct ImportCommand: EditCommand {
  static let spec = CommandSpec(
    .importPicture, purpose: .start, alsoCalled: ["load", "paste"], operands: "FILE | -", operandCount: 1...1,
    operandKinds: [.picture],
    summary: "import a whole picture as one step",
    examples: {
      [
        Example("paint import edited.png", "take the pixels of a picture that has the size of the canvas"),
        Example("paint import edited.png --name Retouched --dry-run", "only show what would change"),
      ]
    },
    details: [
      "A file of any known format with the canvas' size; only tiles that differ are written. The picture is",
      "kept with the drawing as a PNG file; the history names it content:HASH, which import accepts too.",
      CommandSpec.formatsDetail,
    ], options: [.everywhere, .replace] + CommandSpec.readingOptions,
    optionHelp: [.replace: "give the canvas the picture's size; the eraser then brings this picture back"],
    isEdit: true, readsPicture: true,
    command: ImportCommand.self)

  private let line: ParsedLine
  private let reading: ReadingOptions
  private let replacesCanvas: Bool

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    self.line = line
    reading = try Session.readingOptions(line)
    replacesCanvas = line.has(.replace)
  }

  var defaultName: String { "Import" }

  /// Where the picture is equal, nothing is written.
  var reads: StepReads { .everything }

  func perform(in session: Session, name: String) throws -> Revision? {
    try session.importPicture(
      session.picture(line, reading), named: name, ignoringSelection: line.has(.everywhere),
      replacingCanvas: replacesCanvas)
  }
}

extension Session {
  /// Imports a picture as one step; nil if no pixel changed.
  func importPicture(
    _ picture: ReceivedPicture, named name: String, ignoringSelection: Bool = false,
    replacingCanvas: Bool = false
  ) throws -> Revision? {
    let edit = ImportEdit(picture, ignoringSelection: ignoringSelection, replacingCanvas: replacingCanvas)
    let revision = try perform(edit, name: name, command: edit.command)
    for warning in document.warnings(about: picture) { console.warn(warning) }
    return revision
  }
}

extension OptionSpec {
  static let everywhere = OptionSpec(.everywhere, "everywhere", .flag, "replace all pixels, whatever is selected")
}
