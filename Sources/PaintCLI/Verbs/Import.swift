import PaintEditing
import PaintHistory
import SystemPackage

extension Session {
  /// `paint import FILE.png | -`: takes a whole picture in as one step; also `content:HASH`, a picture kept before.
  func importPicture(_ line: ParsedLine) throws(Failure) {
    let name = line.text(.name) ?? label ?? "Import"
    let word = line.operandText(0) ?? ""
    let taken: (revision: Revision?, warnings: [String])
    if let content = try Self.keptContent(word) {
      let progress = Progress("reading \(word)", console: console, clock: history.options.disk)
      let found = try Failure.catching(path) { () throws(EditingError) in
        try document.importPicture(kept: content, name: name) { progress.show($0, of: $1) }
      }
      guard let found else { throw lacks(content) }
      taken = found
    } else {
      let input = try PictureInput(
        InputFile(line.operandPath(0)), in: history.options.temporaryFolder, on: history.options.disk)
      for warning in input.warnings { console.warn(warning) }
      taken = try takeIn(input.descriptor, of: input.name, named: name)
    }
    try finishImport(line, taken)
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
    _ line: ParsedLine, _ taken: (revision: Revision?, warnings: [String])
  ) throws(Failure) {
    for warning in taken.warnings { console.warn(warning) }
    if taken.revision != nil { steps += 1 }
    try finishEdit(line, taken.revision)
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
