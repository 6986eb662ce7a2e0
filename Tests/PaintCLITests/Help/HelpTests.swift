import PaintFilters
import PaintTestSupport
import Testing

@testable import PaintCLI
@testable import PaintTerminal

/// What `paint`, `--help` and `paint help` print.
@Suite("Help")
struct HelpTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  @Test("paint alone shows what to type first, on standard error")
  func start() throws {
    let outcome = try shell.paint([])
    #expect(outcome.code == 64 && outcome.bytes.isEmpty, "\(outcome)")
    let lines = outcome.errors.split(separator: "\n", omittingEmptySubsequences: false)
    #expect((8...12).contains(lines.count), "\(outcome)")
    #expect(outcome.errors.contains("paint new ") && outcome.errors.contains("paint --help"))
    #expect(lines.allSatisfy { $0.count <= 80 })
    let error = try shell.paint("--json")
    #expect(try error.code == 64 && error.json["error"]["code"].text == "missing_word", "\(error)")
  }

  @Test("the overview has every command under its purpose, in at most 60 lines of 80 columns")
  func overview() throws {
    let outcome = try shell.paint("--help")
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(try shell.paint("help").bytes == outcome.bytes && shell.paint("-h").bytes == outcome.bytes)
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 60, "\(lines.count) lines")
    #expect(lines.allSatisfy { TextWidth.columns(String($0)) <= 80 })
    for purpose in CommandPurpose.allCases {
      #expect(lines.filter { $0 == purpose.title }.count == 1, "\(purpose)")
      #expect(!purpose.commands.isEmpty)
    }
    let words = Set(outcome.output.split { $0 == " " || $0 == "\n" || $0 == "," || $0 == "." })
    for spec in CommandTable.all { #expect(words.contains((spec.group ?? spec.name)[...]), "\(spec.title)") }
    let brushes = try shell.paint("stroke --help").output
    for spec in CommandTable.all where spec.group != nil {
      #expect(brushes.contains("  \(spec.name) "), "\(spec.title)")
    }
    for topic in HelpTopic.allCases { #expect(words.contains(topic.rawValue[...]), "\(topic)") }
    // One line for each: longer summaries would not fit.
    let rows = CommandPurpose.allCases.flatMap(HelpPage.rows)
    #expect(lines.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.count == rows.count)
    for row in rows {
      #expect(lines.contains { $0.hasSuffix(row.meaning) }, "too long: \(row.meaning)")
    }
  }

  @Test("help of a command: summary, usage, examples, then every option", arguments: CommandID.allCases)
  func command(id: CommandID) {
    let spec = CommandTable.spec(id)
    let text = HelpRenderer(width: 100_000).text(HelpPage.command(spec))
    #expect(text.hasPrefix("paint \(spec.title): "))
    let order =
      ["usage: paint \(spec.title)", spec.examples[0].line, spec.examples[1].line]
      + (spec.options.isEmpty ? [] : ["\nOptions\n"])
    var rest = text[...]
    for part in order {
      guard let found = rest.firstRange(of: part) else {
        Issue.record("\(part) is not in its place in\n\(text)")
        return
      }
      rest = rest[found.upperBound...]
    }
    for option in OptionID.allCases where spec.takes(option) {
      #expect(text.contains("--\(OptionSpec.spec(option).name)"), "\(option)")
    }
    #expect(rest.contains("paint help options"))
  }

  @Test("help of a word is that of the command, the brushes, the topic or the filter")
  func words() throws {
    for words in ["crop", "stroke", "stroke line", "filter blur"] {
      let outcome = try shell.paint("help \(words)")
      #expect(try outcome.code == 0 && outcome.bytes == shell.paint("\(words) --help").bytes, "\(words)")
    }
    for topic in HelpTopic.allCases {
      let outcome = try shell.paint("help \(topic.rawValue)")
      #expect(outcome.code == 0 && outcome.output.hasPrefix("paint help \(topic.rawValue): "), "\(outcome)")
    }
    // The topic, with the usage of the command at its end.
    let history = try shell.paint("help history").output
    #expect(try history.contains("usage: paint history") && history != shell.paint("history --help").output)
    let wrong = try shell.paint("help colours")
    #expect(wrong.code == 64 && wrong.errors.contains("hint: did you mean paint help colors?"), "\(wrong)")
  }

  @Test("topics have everything of their tables")
  func topics() {
    func text(_ topic: HelpTopic) -> String { HelpRenderer(width: 100_000).text(topic.page) }
    for option in CommandSpec.commonOptions + CommandSpec.editOptions {
      #expect(text(.options).contains("--\(OptionSpec.spec(option).name)"))
    }
    for color in NamedColor.all { #expect(text(.colors).contains(color.name)) }
    for code in ExitCode.allCases { #expect(text(.exitCodes).contains("\n  \(code.rawValue) ")) }
    for code in FailureCode.allCases { #expect(text(.exitCodes).contains("\n  \(code.rawValue) ")) }
    for variable in EnvironmentVariable.allCases { #expect(text(.environment).contains("\n  \(variable.rawValue) ")) }
    for filter in FilterCatalog.descriptions {
      #expect(text(.filters).contains("\n\(filter.name)"))
      for parameter in filter.parameters { #expect(text(.filters).contains("--\(parameter.name)")) }
    }
    for spec in CommandTable.all { #expect(text(.scripts).contains(spec.title)) }
    for answer in Answer.all { #expect(text(.json).contains(answer.title)) }
    for topic in HelpTopic.allCases { #expect(!text(topic).contains("<doc:") && !text(topic).contains("`")) }
  }

  @Test("text wraps at the terminal's width")
  func width() throws {
    let narrow = try shell.paint("help crop", with: ["COLUMNS": "50"])
    #expect(narrow.bytes == Array(HelpRenderer(width: 50).text(HelpPage.command(CommandTable.spec(.crop))).utf8))
    #expect(try narrow.bytes != shell.paint("help crop").bytes)
  }

  @Test("--help --json is one object per command, with its options")
  func json() throws {
    let all = try shell.paint("--help --json").jsonLines
    #expect(all.map { $0["name"].text } == CommandTable.all.map(\.title))
    for (json, spec) in zip(all, CommandTable.all) {
      #expect(json["summary"].text == spec.summary && json["usage"].text == spec.usage)
      #expect(json["examples"].elements.count == spec.examples.count)
      let names = json["options"].elements.compactMap { $0["name"].text }
      #expect(Set(names) == Set(OptionID.allCases.filter(spec.takes).map { "--\(OptionSpec.spec($0).name)" }))
      #expect(names.count == Set(names).count)
    }
    let one = try shell.paint("crop --help --json").json
    #expect(one["name"].text == "crop" && one["operands"]["least"].int == 1 && one["operands"]["most"].int == 2)
    #expect(
      try shell.paint("stroke --help --json").jsonLines.count == CommandTable.all.filter { $0.group != nil }.count)
    let topic = try shell.paint("help colors --json").json
    #expect(topic["topic"].text == "colors" && topic["text"].text?.contains("crimson") == true)
  }

  @Test("defaults agree with the help of the options")
  func defaults() {
    var count = 0
    for spec in CommandTable.all where spec.id != .set {
      for option in CommandDescription(spec).options {
        // `(default 1)` at the end of the help; other defaults are explained in words.
        guard let match = option.help.firstMatch(of: /\(default ([a-z0-9-]+)\)$/) else { continue }
        let stated = String(match.1)
        let known = option.defaultValue.map { ["yes": "smooth"][$0] ?? $0 }
        #expect(known == stated, "\(spec.title) \(option.name)")
        count += 1
      }
    }
    #expect(count > 100)
  }
}
