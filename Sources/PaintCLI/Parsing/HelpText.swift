/// The texts of `--help`, generated from the parser's tables.
enum HelpText {
  /// The text for `paint --help`.
  static func overview() -> String {
    var text = """
      paint draws on pictures from the command line, with an undo history that survives the process.

      usage: paint COMMAND … [-d FILE.paint]


      """
    var rows: [(String, String)] = []
    for spec in CommandTable.all {
      rows.append((spec.operands.isEmpty ? spec.title : "\(spec.title) \(spec.operands)", spec.summary))
    }
    text += table("Commands", rows)
    text += "\n" + table("Options of every command", CommandSpec.commonOptions.map { row($0, nil) })
    text += "\npaint COMMAND --help shows more.\n"
    return text
  }

  /// The text for all brushes: `paint stroke --help`.
  static func group(_ name: String) -> String {
    let specs = CommandTable.all.filter { $0.group == name }
    let rows = specs.map { ("\($0.name) \($0.operands)", $0.summary) }
    return "usage: paint \(name) BRUSH … [options]\n\n" + table("Brushes", rows)
      + "\npaint \(name) BRUSH --help lists a brush's options.\n"
  }

  /// The text for one command.
  static func command(_ spec: CommandSpec) -> String {
    var text = "paint \(spec.title): \(spec.summary)\n\nusage: \(spec.usage)\n"
    if !spec.details.isEmpty { text += "\n" + spec.details.joined(separator: "\n") + "\n" }
    if !spec.options.isEmpty { text += "\n" + table("Options", spec.options.map { row($0, spec) }) }
    if spec.isEdit { text += "\n" + table("Options of every edit", CommandSpec.editOptions.map { row($0, spec) }) }
    text += "\n" + table("Options of every command", CommandSpec.commonOptions.map { row($0, spec) })
    return text
  }

  private static func row(_ id: OptionID, _ spec: CommandSpec?) -> (String, String) {
    let option = OptionSpec.spec(id)
    let short = option.short.map { "-\(Unicode.Scalar($0)), " } ?? ""
    let usage = spec?.optionValues[id].map { "--\(option.name) \($0)" } ?? option.usage
    return (short + usage, spec?.optionHelp[id] ?? option.help)
  }

  /// A heading and rows in two columns; if the left side is too long, the right side is on the next line.
  private static func table(_ heading: String, _ rows: [(String, String)]) -> String {
    let widths = rows.map(\.0.count).filter { $0 <= 30 }
    let column = widths.max() ?? 0
    var text = heading + "\n"
    for (left, right) in rows {
      text += "  " + left
      let gap = left.count <= column ? column - left.count + 2 : nil
      text += gap.map { String(repeating: " ", count: $0) } ?? "\n" + String(repeating: " ", count: column + 4)
      text += right + "\n"
    }
    return text
  }
}
