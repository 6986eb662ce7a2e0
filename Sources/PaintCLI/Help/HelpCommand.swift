/// Prints help: `paint --help`, `paint help WORD`, `paint COMMAND --help`, each also as JSON.
enum HelpCommand {
  /// Prints what the line asks for.
  static func run(_ line: ParsedLine, _ console: Console) throws(Failure) {
    if line.command.map({ CommandTable.spec($0).takesForeignOptions }) ?? false, !line.operands.isEmpty {
      return try FilterListing.describe(line.filterNames, console)
    }
    if console.isJSON { return printJSON(line, console) }
    let page =
      line.topic?.page ?? line.command.map { HelpPage.command(CommandTable.spec($0)) }
      ?? line.group.map(HelpPage.group) ?? HelpPage.overview
    console.print(page)
  }

  /// One object per line: the topic, the command, the brushes of `stroke`, or all commands.
  private static func printJSON(_ line: ParsedLine, _ console: Console) {
    if let topic = line.topic {
      console.json.beginObject()
      console.json.field("topic", topic.rawValue)
      console.json.field("summary", topic.summary)
      console.json.field("text", HelpRenderer(width: HelpRenderer.usualWidth).text(topic.page))
      console.json.endObject()
      return console.json.endLine()
    }
    let specs =
      line.command.map { [CommandTable.spec($0)] }
      ?? CommandTable.all.filter { line.group == nil || $0.group == line.group }
    for spec in specs {
      CommandDescription(spec).write(to: &console.json)
      console.json.endLine()
    }
  }
}

extension ParsedLine {
  /// The names of the filters among the words of `paint filter`: the first word and those after a `+`.
  fileprivate var filterNames: [String] {
    operands.map { words.text($0) }.split(separator: "+").compactMap(\.first)
  }
}
