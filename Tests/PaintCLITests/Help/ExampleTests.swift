import PaintTestSupport
import Testing

@testable import PaintCLI
@testable import PaintTerminal

/// All examples run in a shell: those of the commands, the topics, `paint` alone and the manual pages.
@Suite("Examples")
struct ExampleTests {
  @Test("every command has two examples or more, about itself", arguments: CommandID.allCases)
  func areThere(id: CommandID) {
    let spec = CommandTable.spec(id)
    #expect(spec.examples.count >= 2)
    for example in spec.examples {
      #expect(example.line.contains("paint"), "\(example.line)")
      #expect(!example.text.isEmpty && !example.text.hasSuffix("."), "\(example.text)")
      #expect(TextWidth.columns(example.line) <= 90, "\(example.line)")
    }
    #expect(spec.examples.first?.line.contains("paint \(spec.title)") == true || id == .completion || id == .ungroup)
  }

  @Test("every example of help ends as it says")
  func help() throws {
    var texts = CommandTable.all.map { ExampleFolder.Text(name: $0.title, examples: $0.examples) }
    texts += HelpTopic.allCases.map { ExampleFolder.Text(name: "help \($0.rawValue)", examples: $0.page.examples) }
    texts.append(ExampleFolder.Text(name: "start", examples: HelpPage.firstSteps))
    for topic in HelpTopic.allCases { #expect(topic.page.examples.count >= 2, "\(topic)") }
    try run(texts)
  }

  @Test("every example of the manual pages ends as it says")
  func manual() throws {
    let listed = try ShellScript.run("paint-pages examples", in: TemporaryFolder())
    #expect(listed.code == 0, "\(listed.errors)")
    var texts: [ExampleFolder.Text] = []
    for line in listed.output.split(separator: "\n") {
      let words = line.split(separator: "\t", maxSplits: 2).map(String.init)
      try #require(words.count == 3, "\(line)")
      let code = try #require(Int32(words[1]).flatMap(ExitCode.init), "\(line)")
      if texts.last?.name != words[0] { texts.append(ExampleFolder.Text(name: words[0], examples: [])) }
      texts[texts.count - 1].examples.append(Example(words[2], "", exitCode: code))
    }
    // Other pages have the examples of the commands, which run above.
    texts = texts.filter { ["paint", "paint-scripts", "paint-document"].contains($0.name) }
    #expect(texts.count == 3)
    // The first page begins with a new drawing.
    try run(texts.map { $0.name == "paint" ? ExampleFolder.Text(name: "start", examples: $0.examples) : $0 })
  }

  private func run(_ texts: [ExampleFolder.Text]) throws {
    var texts = texts
    if !TextTests.hasFonts {
      print("skipped, there are no fonts on this machine: the examples with texts")
      for index in texts.indices {
        texts[index].examples.removeAll { $0.line.contains("paint text ") || $0.line.contains("marks.txt") }
      }
    }
    let shell = try Shell()
    try shell.write("all.sh", ExampleFolder.script(texts))
    let outcome = try shell.sh("sh all.sh")
    #expect(outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome)")
  }
}
