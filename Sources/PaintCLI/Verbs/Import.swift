import PaintEditing
import PaintHistory
import SystemPackage

/// `paint import FILE | -`: takes a whole picture in as one step; also `content:HASH`, a picture kept before.
struct ImportCommand: Command {
  static let spec = CommandSpec(
    .importPicture, "import", alsoCalled: ["load", "paste"], operands: "FILE | -", operandCount: 1...1,
    summary: "take a whole picture in as one step",
    details: [
      "A PNG, PAM, PPM or PGM file. It must have the canvas' size; only what differs is written. The",
      "file's bytes are kept with the drawing, under the name content:HASH that the history shows and",
      "import takes too.",
    ], isEdit: true, readsPicture: true,
    command: ImportCommand.self)

  /// The kept file that the line names.
  private let content: ContentName?

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    content = try Session.keptContent(line.operandText(0) ?? "")
  }

  func run(_ line: ParsedLine, in session: Session) throws(Failure) {
    let name = line.text(.name) ?? session.label ?? "Import"
    if let content {
      try session.importPicture(line, session.keptPicture(content), of: "content:\(content.digits)", named: name)
    } else {
      let options = session.history.options
      let input = try PictureInput(InputFile(line.operandPath(0)), in: options.temporaryFolder, on: options.disk)
      for warning in input.warnings { session.console.warn(warning) }
      let picture = try session.receivePicture(from: input.descriptor, of: input.name)
      try session.importPicture(line, picture, of: input.name, named: name)
    }
  }
}

extension Session {
  /// A picture that the document keeps.
  func keptPicture(_ content: ContentName) throws(Failure) -> ReceivedPicture {
    let found = try Failure.catching(path) { () throws(EditingError) in try document.keptPicture(content) }
    guard let found else { throw lacks(content) }
    return found
  }

  /// A picture from an open file; the document takes a copy.
  func receivePicture(from descriptor: CInt, of file: String) throws(Failure) -> ReceivedPicture {
    try Failure.catching(path) { () throws(EditingError) in
      try document.receivePicture(from: descriptor, named: file)
    }
  }

  /// The failure for the content of a file that the document does not keep.
  func lacks(_ content: ContentName) -> Failure {
    Failure(
      .noInput, "\(path.string) keeps no file of the content \(content.digits)",
      hint: "paint history --script, in the drawing that keeps it, prints where it lies")
  }

  /// Takes a picture in as one step, and prints the receipt.
  func importPicture(
    _ line: ParsedLine, _ picture: ReceivedPicture, of file: String, named name: String
  ) throws(Failure) {
    let progress = Progress("reading \(file)", console: console, clock: history.options.disk)
    let edit = ImportEdit(picture) { progress.show($0, of: $1) }
    let revision = try perform(edit, name: name, command: edit.command)
    for warning in document.warnings(about: picture) { console.warn(warning) }
    if revision != nil { steps += 1 }
    try finishEdit(line, revision, named: name)
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
