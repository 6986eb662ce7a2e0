import PaintEditing
import PaintHistory
import SystemPackage

/// `paint import FILE | -`: imports a whole picture as one step; also `content:HASH`, a picture that the document keeps.
struct ImportCommand: EditCommand {
  static let spec = CommandSpec(
    .importPicture, "import", alsoCalled: ["load", "paste"], operands: "FILE | -", operandCount: 1...1,
    summary: "import a whole picture as one step",
    details: [
      "A PNG, PAM, PPM or PGM file with the canvas' size; only tiles that differ are written. The file's",
      "bytes are kept with the drawing; the history names them content:HASH, which import accepts too.",
    ], isEdit: true, readsPicture: true,
    command: ImportCommand.self)

  private let line: ParsedLine

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    self.line = line
    _ = try Session.keptContent(line.operandText(0) ?? "")
  }

  var defaultName: String { "Import" }

  func perform(in session: Session, name: String) throws -> Revision? {
    try session.importPicture(session.picture(line), named: name)
  }
}

extension Session {
  /// The picture of a line's first operand: one that the document keeps, or a file, which it copies.
  func picture(_ line: ParsedLine) throws -> ReceivedPicture {
    if let content = try Self.keptContent(line.operandText(0) ?? "") { return try keptPicture(content) }
    let options = history.options
    let input = try PictureInput(InputFile(line.operandPath(0)), in: options.temporaryFolder, on: options.disk)
    for warning in input.warnings { console.warn(warning) }
    return try document.receivePicture(from: input.descriptor, named: input.name)
  }

  private func keptPicture(_ content: ContentName) throws -> ReceivedPicture {
    let found = try document.keptPicture(content)
    guard let found else { throw lacks(content) }
    return found
  }

  /// The failure for content that the document does not keep.
  func lacks(_ content: ContentName) -> Failure {
    Failure(
      .noInput, "\(path.string) keeps no file of the content \(content.digits)",
      hint: "paint history --script, in the drawing that keeps it, prints its path")
  }

  /// Imports a picture as one step; nil if no pixel changed.
  func importPicture(_ picture: ReceivedPicture, named name: String) throws -> Revision? {
    let progress = Progress("reading \(picture.file)", console: console, clock: history.options.disk)
    let edit = ImportEdit(picture) { progress.show($0, of: $1) }
    let revision = try perform(edit, name: name, command: edit.command)
    for warning in document.warnings(about: picture) { console.warn(warning) }
    return revision
  }

  /// The content that a word of the form `content:HASH` names; nil for every other word.
  static func keptContent(_ word: String) throws(Failure) -> ContentName? {
    let prefix = "content:"
    guard word.hasPrefix(prefix) else { return nil }
    guard let name = ContentName(word.dropFirst(prefix.count)) else {
      throw Failure(
        .badValue, "\(Failure.quoted(word)) does not name a kept file: content: and 64 hexadecimal digits",
        hint: "a file of that name is ./\(Failure.oneLine(word))")
    }
    return name
  }
}
