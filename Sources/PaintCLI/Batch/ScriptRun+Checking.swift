// What is wrong with a line of a script, whatever the drawing is.
extension ScriptRun {
  /// Throws `bad_value` if the script ends before the line where it should begin.
  static func check(_ firstLine: Int, isWithin lines: Int) throws(Failure) {
    guard firstLine > max(lines, 1) else { return }
    throw Failure(.badValue, "--from-line: the script has only \(NumberText.counted(lines, "line"))")
  }

  /// Throws `unexpected_word` for words that are not allowed in a script's line.
  static func check(_ line: ParsedLine, of script: InputFile) throws(Failure) {
    if line.has(.help) || line.has(.version) {
      throw Failure(.unexpectedWord, "--help and --version are for the shell")
    }
    if line.has(.document) { throw Failure(.unexpectedWord, "a script has one document: -d goes after paint batch") }
    guard let spec = line.command.map(CommandTable.spec) else { return }
    guard spec.isForScripts else {
      throw Failure(.unexpectedWord, "\(spec.title) cannot be used in a script", hint: spec.scriptHint)
    }
    if line.has(.dryRun), !spec.isEdit {
      throw Failure(
        .unexpectedWord, "\(spec.title) --dry-run is not for a line of a script",
        hint: "paint batch --dry-run runs a whole script and keeps nothing")
    }
    // If a command has dry runs, --out belongs to them; diff has none, and --out is its own option.
    if line.has(.out), spec.takes(.dryRun) {
      throw Failure(.unexpectedWord, "--out is for a whole script: paint batch --dry-run --out FILE")
    }
    if script.isShared, let file = line.writtenFile, file != "-" {
      throw Failure(
        .unexpectedWord, "each of the pictures would write \(Failure.quoted(file.string))",
        hint: "--out of paint batch writes each picture to a file of its own")
    }
    if script.isShared, let things = line.inputFromStandardInput(spec) {
      throw Failure(
        .unexpectedWord,
        "standard input can only be read once, so the \(things) of several pictures cannot come from it")
    }
    if script.isStandardInput, let things = line.inputFromStandardInput(spec) {
      throw Failure(.unexpectedWord, "the script itself comes from standard input, so its \(things) cannot")
    }
  }
}
