// The pages of what commands print and how they end.
extension ReferencePage {
  static func answerPage() -> String {
    var text = heading(
      "Answers in JSON", "What every command prints with `--json`, field by field.",
      "Each answer is one value per line: an object or, where noted, a list of objects. The keys have a fixed order, "
        + "absent values are null, and text is valid JSON for every input. A field is always present unless it has a "
        + "condition. In a script every answer is an object with the `line`; a list then has the key given below.")
    for answer in Answer.all {
      text += "\n## \(answer.title)\n\n\(answer.occasion)"
      if let key = answer.scriptKey { text += " In a script: `{\"line\":N,\"\(key)\":…}`." }
      text += "\n\n" + list(answer.kind.fields, depth: 0)
    }
    return text
  }

  private static func list(_ fields: [AnswerField], depth: Int) -> String {
    let indent = String(repeating: "  ", count: depth)
    return fields.map { field in
      var facts = [field.kind.words + (field.isNullable ? " or null" : "")]
      if let condition = field.condition { facts.append("only \(condition)") }
      return indent + entry("\(code(field.key)) (\(facts.joined(separator: "; ")))", field.meaning)
        + list(field.kind.fields, depth: depth + 1)
    }.joined()
  }

  static func exitCodePage() -> String {
    var text = heading(
      "Exit codes", "How `paint` ends, and the stable names of its errors.",
      "An error is printed as one line on standard error, `paint: message`, then `hint: …` if there is one. With `--json` "
        + "there is also an object on standard output, whose `code` is one of the names below. In a script the message begins "
        + "with `SCRIPT:LINE:`, and a line for which the shell would get 64 is exit 65.")
    for exit in ExitCode.allCases {
      text += "\n## \(exit.rawValue)\n\n\(sentence(exit.meaning))\n"
      let codes = FailureCode.allCases.filter { $0.exitCode == exit }
      if !codes.isEmpty { text += "\n" }
      for code in codes { text += entry(Self.code(code.rawValue), code.meaning) }
    }
    return text
  }

  static func scriptPage() -> String {
    var text = heading(
      "Commands in scripts", "Which commands the lines of a script and of a group may have.",
      "<doc:CommandLine> describes how scripts are written and run.")
    text += "\n## In a script\n\n\(names(ScriptCommands.allowed)).\n\nNot: \(names(ScriptCommands.refused)).\n"
    for spec in ScriptCommands.refused {
      if let hint = spec.scriptHint { text += "\n- \(code(spec.title)): \(hint).\n" }
    }
    text += "\n## In a group\n\nBetween `group begin` and `group end`, and with `batch --single`, all of these except "
    text += "\(names(ScriptCommands.neverInGroups)). "
    text += "\(names(ScriptCommands.questionsInGroups)) only without an operand.\n"
    return text
  }

  static func environmentPage() -> String {
    var text = heading(
      "Environment variables", "The variables that `paint` reads.",
      "All are optional. An amount of memory that cannot be read is exit 64.")
    text += "\n## Variables\n\n"
    for variable in EnvironmentVariable.allCases { text += entry(code(variable.rawValue), variable.meaning) }
    return text
  }

  private static func names(_ specs: [CommandSpec]) -> String {
    specs.map { code($0.title) }.joined(separator: ", ")
  }
}
