import PaintHistory

extension Revision {
  /// The command that made the revision: its words are parsed, checked and quoted anew; empty if it has none.
  ///
  /// A received document can say anything, and what programs read here they may give to a shell.
  ///
  /// - Throws: `damaged_document` if it is no command that makes a drawing or draws on one, or has a value that it cannot
  ///   have.
  /// - Complexity: linear in the command's length.
  func record() throws(Failure) -> String {
    try checkMeaning()
    if command.isEmpty { return "" }
    if command.hasPrefix("new ") {
      let line = try creation()
      var text = Array("new".utf8)
      for word in line.words.all.dropFirst(2) {
        text.append(UInt8(ascii: " "))
        ShellQuoting.append(line.words.bytes[word], to: &text)
      }
      return String(decoding: text, as: UTF8.self)
    }
    return String(decoding: try canonicalCommand().line(reference: nil, paths: [:]), as: UTF8.self)
  }

  /// The command that made the revision from the one before it.
  ///
  /// - Throws: `damaged_document` if it is no command that draws on a drawing.
  func canonicalCommand() throws(Failure) -> CanonicalCommand {
    let parsed = CanonicalCommand(command)
    guard parsed.isRecord else {
      throw damaged("the command of r\(number) is none that draws on a drawing: \(Failure.quoted(command))")
    }
    return parsed
  }

  /// Reads the values of the command and checks the name, as a script that repeats the history does.
  ///
  /// Those of a command that changes the canvas may depend on the canvas before it, and are not read.
  ///
  /// - Throws: `damaged_document` if they are none; only the first revision may have no command, or one that makes a
  ///   drawing.
  func checkMeaning() throws(Failure) {
    try RecordedText.check(name, of: "r\(number)")
    if parent == nil, command.isEmpty || command.hasPrefix("new ") { return }
    let parsed = try canonicalCommand()
    guard parsed.changesCanvas || parsed.isRevert || parsed.defaultName(on: size, referringTo: nil) != nil else {
      throw damaged("the command of r\(number) draws nothing: \(Failure.quoted(command))")
    }
  }

  /// The line `new` that made the drawing, with a name of a drawing, which the record has not.
  ///
  /// - Throws: `damaged_document` if the command is another one.
  func creation() throws(Failure) -> ParsedLine {
    var line = ParsedLine()
    var parser = LineParser()
    do throws(Failure) {
      try ScriptLine.split("new a.paint \(command.dropFirst("new ".count))".utf8Span.span, into: &line.words)
      try parser.parse(&line)
      if line.command == .new, line.operands.count == 1, !command.utf8.contains(UInt8(ascii: "\n")) {
        if line.has(.from) { return line }
        if try line.value(.size, PlainValues.size) != nil { return line }
      }
    } catch {}
    throw damaged("the command of r\(number) makes no drawing: \(Failure.quoted(command))")
  }

  /// The error about a damaged record.
  func damaged(_ message: String) -> Failure {
    Failure(.damagedDocument, message, hint: "the picture itself is whole: paint export picture.png")
  }
}
