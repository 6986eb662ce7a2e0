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
    let taken: (revision: Revision?, warnings: [String])
    if let content {
      taken = try session.takeIn(content, named: name)
    } else {
      let options = session.history.options
      let input = try PictureInput(InputFile(line.operandPath(0)), in: options.temporaryFolder, on: options.disk)
      for warning in input.warnings { session.console.warn(warning) }
      taken = try session.takeIn(input.descriptor, of: input.name, named: name)
    }
    try session.finishImport(line, taken, named: name)
  }
}

extension Session {
  /// Takes in a picture that the document keeps.
  fileprivate func takeIn(
    _ content: ContentName, named name: String
  ) throws(Failure) -> (revision: Revision?, warnings: [String]) {
    let progress = Progress("reading content:\(content.digits)", console: console, clock: history.options.disk)
    let found = try Failure.catching(path) { () throws(EditingError) in
      try document.importPicture(kept: content, name: name) { progress.show($0, of: $1) }
    }
    guard let found else { throw lacks(content) }
    return found
  }

  /// The failure for the content of a file that the document does not keep.
  func lacks(_ content: ContentName) -> Failure {
    Failure(
      .noInput, "\(path.string) keeps no file of the content \(content.digits)",
      hint: "paint history --script, in the drawing that keeps it, prints where it lies")
  }

  /// Takes in a picture from an open file.
  func takeIn(
    _ descriptor: CInt, of file: String, named name: String
  ) throws(Failure) -> (revision: Revision?, warnings: [String]) {
    let progress = Progress("reading \(file)", console: console, clock: history.options.disk)
    return try Failure.catching(path) { () throws(EditingError) in
      try document.importPicture(from: descriptor, named: file, name: name) { progress.show($0, of: $1) }
    }
  }

  /// Prints the receipt of a picture that was taken in.
  func finishImport(
    _ line: ParsedLine, _ taken: (revision: Revision?, warnings: [String]), named name: String
  ) throws(Failure) {
    for warning in taken.warnings { console.warn(warning) }
    if taken.revision != nil { steps += 1 }
    try finishEdit(line, taken.revision, named: name)
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
