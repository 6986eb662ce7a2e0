import PaintHistory
import SystemPackage

/// `paint set …`: sets the defaults for strokes and texts of this document; alone it shows them.
struct SetCommand: PrintingCommand {
  static let spec = CommandSpec(
    .set, purpose: .scripts, alsoCalled: ["config", "settings"], operands: "[--OPTION VALUE …]",
    summary: "set the defaults of strokes and texts, or show them",
    examples: {
      [
        Example("paint set --color navy --width 3", "what strokes use from now on"),
        Example("paint set", "show the settings"),
        Example("paint set --reset", "forget them"),
      ]
    },
    answers: { [.settings] },
    details: [
      "The settings belong to the drawing. Options of a command override them. The eraser uses the width, but not the",
      "opacity. A pattern's picture is kept with the drawing, so that its file may change; a font has a name, not a file.",
    ],
    options: StrokeSettings.options + [.reset],
    optionHelp: [.size: "the size of texts: pixels per em, over 0 to 65,536"], optionValues: [.size: "N"],
    command: SetCommand.self, access: { isQuestion($0) ? .reading : .editing })

  private let given: StrokeSettings

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) { given = try StrokeSettings(line) }

  func answer(_ line: ParsedLine, in session: Session) throws {
    try session.set(settings(after: session.settings, line), given, line)
  }

  /// The settings after the line.
  func settings(after former: StrokeSettings, _ line: ParsedLine) -> StrokeSettings {
    (line.has(.reset) ? StrokeSettings() : former).overridden(by: given)
  }

  /// Whether the line only shows the settings.
  private static func isQuestion(_ line: ParsedLine) -> Bool { spec.options.allSatisfy { !line.has($0) } }
}

extension Session {
  /// Sets the defaults for strokes; alone it shows them.
  fileprivate func set(_ new: StrokeSettings, _ given: StrokeSettings, _ line: ParsedLine) throws {
    var new = new
    if !isScript { try Self.checkFiles(of: given) }
    // Their files may change before the next line.
    var paint = given.paint
    for file in try readPatterns(of: &paint) { try file.keep() }
    new.paint = new.paint.overridden(by: paint)
    settings = new
    if !isScript, line.has(.reset) || !given.isEmpty { history.setSettings(settings.words) }
    if console.isJSON {
      if console.isQuiet, !given.isEmpty || line.has(.reset) { return }
      var json = beginResult()
      json.key("settings")
      settings.write(to: &json)
      if !given.isEmpty || line.has(.reset) { json.field("dry_run", isDryRun) }
      json.endObject()
      printJSON(json)
    } else if !isScript || (given.isEmpty && !line.has(.reset)) {
      let text = settings.isEmpty ? "no settings; strokes use the defaults" : settings.words
      if given.isEmpty, !line.has(.reset) { console.print(text) } else { console.report(text) }
    }
  }
}

extension Session {
  /// Throws `bad_value` for the file of a font, and for a pattern from standard input.
  private static func checkFiles(of given: StrokeSettings) throws(Failure) {
    if let font = given.font, FontWord.isFile(font) {
      // The drawing may be given to others, whose files have other contents.
      throw Failure(
        .badValue, "the settings of a drawing name a font, not the file \(Failure.quoted(font))",
        hint: "name the file with each text: paint text X,Y TEXT --font \(ShellQuoting.quoted(font))")
    }
    for part in [\PaintSettings.color, \PaintSettings.fill] {
      guard let pattern = given.paint[keyPath: part]?.pattern, InputFile.isStandardInput(pattern.path) else { continue }
      throw Failure(.badValue, "a pattern in the settings comes from a file, not from standard input")
    }
  }
}

extension OptionSpec {
  static let reset = OptionSpec(.reset, "reset", .flag, "forget all settings of this document")
}
