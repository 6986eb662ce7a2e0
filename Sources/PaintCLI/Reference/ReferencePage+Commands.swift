import PaintTerminal

// The pages of commands and options.
extension ReferencePage {
  static func commandPage() -> String {
    var text = heading(
      "Commands", "Every command of `paint`, with its operands and options.",
      "<doc:ValueReference> describes values, and <doc:AnswerReference> the output of `--json`. A name after "
        + "\"also known as\" is the command's name in other programs: it only leads to a hint.")
    text += "\n## Options of every command\n\n" + list(CommandSpec.commonOptions, of: nil)
    text += "\n## Options of every edit\n\n" + list(CommandSpec.editOptions, of: nil)
    text += "\n## Brushes\n\n"
    text += CommandTable.all.filter { $0.group != nil }.map(section).joined(separator: "\n")
    text += "\n## Other commands\n\n"
    text += CommandTable.all.filter { $0.group == nil }.map(section).joined(separator: "\n")
    return text
  }

  private static func section(_ spec: CommandSpec) -> String {
    var text = "### \(spec.title)\n\n\(sentence(spec.summary))\n\n```\n\(spec.usage)\n```\n\n"
    text += examples(spec)
    for paragraph in spec.paragraphs { text += paragraph + "\n\n" }
    let options = list(spec.options, of: spec)
    if !options.isEmpty { text += options }
    if spec.isEdit {
      let own = CommandSpec.editOptions.filter { spec.optionHelp[$0] != nil }
      text += list(own, of: spec)
      text += "- The options of every edit\(own.isEmpty ? "" : " otherwise").\n"
    }
    if !options.isEmpty || spec.isEdit { text += "\n" }
    if !spec.alsoCalled.isEmpty { text += "Also known as \(words(spec.alsoCalled)). " }
    text += spec.isForScripts ? "Can be used in scripts." : "Not for scripts."
    let answers = spec.answers.map { $0.title.lowercased() }
    if !answers.isEmpty { text += " Prints: \(answers.joined(separator: ", "))." }
    return text + "\n"
  }

  private static func examples(_ spec: CommandSpec) -> String {
    let width = spec.examples.map { TextWidth.columns($0.line) }.max() ?? 0
    // Explanations are comments, on the same line where it stays short.
    let lines = spec.examples.map { example in
      width <= 70
        ? "\(TextWidth.padded(example.line, to: width))  # \(example.text)" : "# \(example.text)\n\(example.line)"
    }
    return "```sh\n\(lines.joined(separator: "\n"))\n```\n\n"
  }

  private static func words(_ words: [String]) -> String {
    words.map { code($0) }.joined(separator: ", ")
  }

  /// Options as a list, as they are for that command.
  private static func list(_ options: [OptionID], of spec: CommandSpec?) -> String {
    options.map { id in
      let option = OptionSpec.spec(id)
      return entry(
        short(option) + code(spec?.usage(of: id) ?? option.usage), spec?.help(of: id) ?? option.fullHelp)
    }.joined()
  }

  private static func short(_ option: OptionSpec) -> String {
    option.short.map { "`-\($0)`, " } ?? ""
  }

  static func optionPage() -> String {
    var text = heading(
      "Options", "Every option of `paint`, what it means, and which commands take it.",
      "One name means one option. Options can be before, between and after operands; `--` ends the options. Its value "
        + "follows it, or an equals sign: `--color red`, `--color=red`; a value that begins with `--` needs the sign. If "
        + "an option is given twice, the last one counts, unless it may be given only once.")
    let names = OptionTable.all.sorted { $0.name < $1.name }
    for option in names {
      text += "\n## --\(option.name)\n\n\(short(option))\(code(option.usage))\n\n\(sentence(option.fullHelp))"
      if option.isOnce { text += " It may be given only once." }
      text += "\n"
      for form in ValueForm.all where option.forms.contains(form.name) {
        text += "\n- Value: \(form.name.lowercased()), see <doc:ValueReference>."
      }
      if CommandSpec.commonOptions.contains(option.id) {
        text += "\n- For every command.\n"
      } else {
        let own = CommandTable.all.filter { $0.options.contains(option.id) }
        let all = CommandSpec.editOptions.contains(option.id) ? ["every edit"] : []
        text += "\n- For \((all + own.map { code($0.title) }).joined(separator: ", ")).\n"
      }
      for spec in CommandTable.all {
        guard let help = spec.optionHelp[option.id] else { continue }
        text += entry("For \(code(spec.title))", help)
      }
    }
    return text
  }
}
