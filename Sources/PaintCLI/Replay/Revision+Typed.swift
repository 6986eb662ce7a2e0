import PaintHistory

extension Revision {
  /// The words with which the revision was made, quoted anew; nil if they are those of its command.
  ///
  /// - Throws: `damaged_document` if they are none.
  func typedRecord() throws(Failure) -> String? {
    guard let line = try typedLine() else { return nil }
    var text: [UInt8] = []
    // Of a drawing, the second word is not in the record.
    for (place, word) in line.words.all.enumerated() where place != 1 || line.command != .new {
      if !text.isEmpty { text.append(UInt8(ascii: " ")) }
      ShellQuoting.append(line.words.bytes[word], to: &text)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Throws `damaged_document` unless the words as typed are a line of this command.
  ///
  /// No file that they name is opened, and their values are not read: many can be read only where they were typed.
  func checkTyped(_ command: CommandID?) throws(Failure) {
    guard let line = try typedLine() else { return }
    // What a program made is recorded as the picture that it left.
    guard line.command == command || line.command == .run && command == .importPicture else {
      throw damagedWords
    }
  }

  /// The words as typed as a line; nil if there are none.
  func typedLine() throws(Failure) -> ParsedLine? {
    if typed.isEmpty { return nil }
    var line = ParsedLine()
    var parser = LineParser()
    // The record has not the name of the drawing.
    let isCreation = typed == "new" || typed.hasPrefix("new ")
    do throws(Failure) {
      let text = isCreation ? "new a.paint\(typed.dropFirst("new".count))" : typed
      try ScriptLine.split(text.utf8Span.span, into: &line.words)
      try parser.parse(&line)
    } catch {
      throw damagedWords
    }
    guard !typed.utf8.contains(UInt8(ascii: "\n")), line.runWords.isEmpty, let id = line.command,
      CommandTable.spec(id).isEdit || id == .new && !line.has(.replace) && line.has(.size) != line.has(.from)
    else { throw damagedWords }
    return line
  }

  private var damagedWords: Failure {
    damaged("the words of r\(number) as they were typed are not those of its command: \(Failure.quoted(typed))")
  }
}
