/// A manual page, as blocks of help; `paint-pages` writes it for `man`.
package struct ManualPage: Sendable {
  /// Its name: `paint-crop`.
  package let name: String
  /// The section of the manual: 1 for commands, 5 for files.
  package let section: Int
  /// What it is about, without a full stop.
  package let summary: String
  /// Its text; headings are those of the page, after `NAME`.
  package let text: HelpDocument

  /// Creates a page.
  package init(_ name: String, section: Int, _ summary: String, _ blocks: [HelpDocument.Block]) {
    self.name = name
    self.section = section
    self.summary = summary
    text = HelpDocument(blocks)
  }

  /// The pages of the commands: `paint`, `paint-stroke` for all brushes, and one for each other command.
  package static var commands: [ManualPage] {
    [paint, stroke] + CommandTable.all.filter { $0.group == nil }.map(page)
  }

  /// The page of a topic, with the blocks before its first heading as the description.
  package static func page(_ name: String, of topic: HelpTopic, also: [String]) -> ManualPage {
    let blocks = topic.page.blocks.dropFirst()
    let references: HelpDocument.Block = .paragraph(also.joined(separator: ", ") + ".")
    return ManualPage(
      name, section: 5, topic.summary, [.heading("Description")] + Array(blocks) + [.heading("See also"), references])
  }

  private static var paint: ManualPage {
    var blocks: [HelpDocument.Block] = [
      .heading("Synopsis"),
      .code(["paint COMMAND ... [-d FILE.paint]", "paint help [COMMAND | TOPIC]", "paint --version"]),
      .heading("Description"),
      .paragraph(
        "paint draws on pictures. A drawing is a folder, for example `art.paint`, with the canvas and every step that "
          + "led to it. Each command opens the drawing, makes one step, and ends; undo and redo work at any later time, "
          + "from any process."),
      .paragraph(
        "The drawing of a command is the one of `-d`, or that of `PAINT_DOCUMENT`, or the only folder `*.paint` in the "
          + "current folder, unless another user owns one of these folders. Results are printed to standard output, "
          + "everything else to standard error. A file named `-` is standard input or output."),
      .heading("Examples"), .examples(HelpPage.firstSteps),
      .heading("Commands"),
    ]
    for purpose in CommandPurpose.allCases {
      blocks += [.subheading(purpose.title), .definitions(HelpPage.rows(of: purpose))]
    }
    blocks += [
      .heading("Options"),
      .subheading("Options of every command"), .definitions(HelpTopic.commonOptions),
      .subheading("Options of every edit"), .definitions(HelpTopic.editOptions),
    ]
    blocks.append(.heading("Coordinates"))
    blocks += part(of: .coordinates)
    blocks.append(.heading("Colours"))
    blocks += part(of: .colors)
    var others = ["paint-stroke(1)"]
    for spec in CommandTable.all where spec.group == nil { others.append("paint-\(spec.name)(1)") }
    others += ["paint-scripts(5)", "paint-document(5)"]
    blocks += [
      .heading("Environment"), .definitions(HelpTopic.variables),
      .heading("Exit status"), .definitions(HelpTopic.exitCodeList),
      .heading("See also"), .paragraph(others.joined(separator: ", ") + "."),
    ]
    return ManualPage(
      "paint", section: 1, "draw on pictures from the command line, with an undo history", blocks)
  }

  /// The blocks of a topic below a heading of their own.
  private static func part(of topic: HelpTopic) -> [HelpDocument.Block] {
    topic.page.blocks.dropFirst().map { block in
      if case .heading(let title) = block { return .subheading(title) }
      return block
    }
  }

  private static func page(_ spec: CommandSpec) -> ManualPage {
    var blocks: [HelpDocument.Block] = [
      .heading("Synopsis"), .code(["\(spec.usage) [options]"]), .heading("Description"),
      .paragraph(ReferencePage.sentence(spec.summary)),
    ]
    blocks += spec.paragraphs.map { .paragraph($0) }
    blocks += optionBlocks(HelpPage.ownOptions(of: spec), isEdit: spec.isEdit)
    blocks += [.heading("Examples"), .examples(spec.examples)]
    var related = ["paint(1)"]
    for other in spec.purpose.commands where other.id != spec.id {
      related.append("paint-\(other.group ?? other.name)(1)")
    }
    blocks += [.heading("See also"), .paragraph(unique(related).joined(separator: ", ") + ".")]
    return ManualPage("paint-\(spec.name)", section: 1, spec.summary, blocks)
  }

  /// All brushes; what is the same for several is said once.
  private static var stroke: ManualPage {
    let specs = CommandTable.all.filter { $0.group != nil }
    let shared = [CommandSpec.boxDetails, CommandSpec.arrowDetails, CommandSpec.pixelDetails]
    var blocks: [HelpDocument.Block] = [
      .heading("Synopsis"), .code(specs.map { "\($0.usage) [options]" }), .heading("Description"),
      .paragraph("Draws a line or a shape with a brush, as one step."),
    ]
    blocks += shared.map { .paragraph($0.joined(separator: " ")) }
    for spec in specs {
      blocks += [.subheading("\(spec.usage)"), .paragraph(ReferencePage.sentence(spec.summary))]
      let own = spec.details.filter { line in !shared.contains { $0.contains(line) } }
      if !own.isEmpty { blocks.append(.paragraph(own.joined(separator: " "))) }
    }
    // An option that only some brushes take names them.
    let options = unique(specs.flatMap(\.options)).map { id in
      let takers = specs.filter { $0.takes(id) }
      var definition = HelpPage.definition(id)
      let others = specs.filter { !$0.takes(id) }
      if others.count == 1 {
        definition.meaning += "; not for \(others[0].name)"
      } else if takers.count < specs.count {
        definition.meaning += "; for \(takers.map(\.name).joined(separator: ", "))"
      }
      return definition
    }
    blocks += optionBlocks(options, isEdit: true)
    blocks += [
      .heading("Examples"), .examples(specs.flatMap(\.examples)),
      .heading("See also"), .paragraph("paint(1), paint-set(1), paint-fill(1), paint-text(1), paint-scripts(5)."),
    ]
    return ManualPage("paint-stroke", section: 1, "draw lines and shapes with a brush", blocks)
  }

  private static func optionBlocks(_ own: [HelpDocument.Definition], isEdit: Bool) -> [HelpDocument.Block] {
    let others = "paint(1) describes the options of \(isEdit ? "every edit and of every command" : "every command")."
    return own.isEmpty
      ? [.heading("Options"), .paragraph(others)] : [.heading("Options"), .definitions(own), .paragraph(others)]
  }

  private static func unique<Value: Hashable>(_ values: [Value]) -> [Value] {
    var known: Set<Value> = []
    return values.filter { known.insert($0).inserted }
  }
}
