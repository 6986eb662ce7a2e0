import PaintHistory
import PaintRaster

extension Revision {
  /// The command that made the revision: its words are parsed, checked and quoted anew; empty if it has none.
  ///
  /// A received document can say anything, and what programs read here they may give to a shell.
  ///
  /// - Throws: `damaged_document` if it is no command that makes a drawing or draws on one, or has a value that it cannot
  ///   have.
  /// - Complexity: linear in the command's length.
  func record() throws(Failure) -> String {
    switch try checkedCommand() {
    case .none: ""
    case .creation(_, let text): text
    case .edit(let command): String(decoding: command.line(renumbering: [:], paths: [:]), as: UTF8.self)
    }
  }

  /// What a command of a document says, if it is not damaged.
  enum CheckedCommand {
    /// Nothing, at the first revision.
    case none
    /// It made the drawing, with that canvas, or from a picture; the text is the command, written anew.
    case creation(BlankCanvas?, String)
    /// It made the revision from the one before it.
    case edit(CanonicalCommand)
  }

  /// Reads the command with its values, and checks its words as typed, the name and the author: the one judgement of what prints commands, repeats them or
  /// checks them.
  ///
  /// - Throws: `damaged_document` if they are none; only the first revision may have no command, or one that makes a
  ///   drawing.
  func checkedCommand() throws(Failure) -> CheckedCommand {
    try RecordedText.check(name, of: "r\(number)")
    try RecordedText.check(author: self)
    if parent == nil {
      if command.isEmpty, typed.isEmpty { return .none }
      if command.hasPrefix("new ") {
        try checkTyped(.new)
        return try creation()
      }
    }
    let parsed = try soundCommand()
    // Records have no percentages, so another canvas than the one before it makes no difference.
    guard parsed.hasValues(on: size) else {
      throw damaged("the command of r\(number) draws nothing: \(Failure.quoted(command))")
    }
    try checkTyped(parsed.id)
    return .edit(parsed)
  }

  /// Reads the command as that of an edit, with its values, but not its words as typed.
  ///
  /// - Parameter canvas: the canvas before it.
  /// - Throws: `damaged_document` if it is none.
  func checkedEdit(
    on canvas: CanvasSize
  ) throws(Failure) -> (command: CanonicalCommand, edit: any EditCommand) {
    try RecordedText.check(name, of: "r\(number)")
    try RecordedText.check(author: self)
    let parsed = try soundCommand()
    return (parsed, try parsed.edit(on: canvas))
  }

  /// Parses the command of an edit, whose values may be none.
  private func soundCommand() throws(Failure) -> CanonicalCommand {
    let parsed = CanonicalCommand(command)
    guard parsed.isRecord else {
      throw damaged("the command of r\(number) is none that draws on a drawing: \(Failure.quoted(command))")
    }
    return parsed
  }

  private func creation() throws(Failure) -> CheckedCommand {
    var line = ParsedLine()
    var parser = LineParser()
    do throws(Failure) {
      // The record has not the name of the drawing.
      try ScriptLine.split("new a.paint \(command.dropFirst("new ".count))".utf8Span.span, into: &line.words)
      try parser.parse(&line)
      let size = try line.value(.size, PlainValues.size)
      let background = try line.value(.background, ColorArgument.parse) ?? .transparent
      if line.command == .new, line.operands.count == 1, !command.utf8.contains(UInt8(ascii: "\n")) {
        if case .value(let file) = line[.from] {
          var text = Array("new --from ".utf8)
          ShellQuoting.append(line.words.bytes[file], to: &text)
          return .creation(nil, String(decoding: text, as: UTF8.self))
        }
        if let size {
          let canvas = BlankCanvas(size: size, background: background)
          return .creation(canvas, NewCommand.command(for: canvas))
        }
      }
    } catch {}
    throw damaged("the command of r\(number) makes no drawing: \(Failure.quoted(command))")
  }

  /// The error about a damaged record.
  func damaged(_ message: String) -> Failure {
    Failure(.damagedDocument, message, hint: "the picture itself is whole: paint export picture.png")
  }
}
