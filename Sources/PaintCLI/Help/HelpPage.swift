import PaintTerminal

/// The pages of `--help`, made from the tables that the parser uses; the topics are in `HelpTopic`.
package enum HelpPage {
  /// What the program is.
  package static let description = "paint draws on pictures from the command line and keeps every step for undo."
  /// What a new user types first.
  package static let firstSteps = [
    Example("paint new art.paint --size 800x600 --background white", "create a drawing"),
    Example("paint stroke line 40,40 400,300 --color navy --width 5", "draw on it"),
    Example("paint undo", "take it back"),
    Example("paint redo", "draw it again"),
    Example("paint export art.png", "write the picture"),
  ]

  /// `paint` alone: what to type first, in about ten lines.
  static var start: HelpDocument {
    let width = firstSteps.map(\.line.count).max() ?? 0
    // With the explanations as comments, the lines can be copied to a shell.
    let lines = firstSteps.map { "  \(TextWidth.padded($0.line, to: width))  # \($0.text)" }
    return HelpDocument([
      .paragraph(description), .code(lines),
      .paragraph("paint --help lists all commands. paint help COMMAND shows examples and options."),
    ])
  }

  /// `paint --help`: the commands by purpose.
  static var overview: HelpDocument {
    var page = HelpDocument([.paragraph(description), .code(["usage: paint COMMAND … [-d FILE.paint]"])])
    page.blocks.append(.groups(CommandPurpose.allCases.map { .init($0.title, rows(of: $0)) }))
    let topics = HelpTopic.allCases.map(\.rawValue).joined(separator: ", ")
    page.blocks.append(
      .footer("paint help COMMAND shows examples and options. paint help TOPIC: \(topics)."))
    return page
  }

  /// The commands of a purpose; the brushes are one line, and so are some pairs of commands.
  static func rows(of purpose: CommandPurpose) -> [HelpDocument.Definition] {
    var rows: [HelpDocument.Definition] = []
    for spec in purpose.commands {
      switch spec.id {
      case .undo: rows.append(.init("undo, redo", "go N steps back, or forward again"))
      case .group: rows.append(.init("group, ungroup", "join the last N steps into one, or make them single again"))
      case .rotate: rows.append(.init("rotate, flip", "turn the picture clockwise, or mirror it"))
      case .revert: rows.append(.init("revert, repeat", "leave old steps out, or make them again, as new steps"))
      case .amend: rows.append(.init("amend, rebase", "change one old step or many, and make all later ones again"))
      case .redo, .ungroup, .flip, .repeatSteps, .rebase: break
      default:
        if spec.group == nil {
          rows.append(.init(spec.name, spec.summary))
        } else if spec.id == .pencil {
          rows.append(.init("stroke", "draw a line, a shape or dots; paint help stroke lists brushes"))
        }
      }
    }
    return rows
  }

  /// `paint stroke --help`: all brushes.
  static func group(_ name: String) -> HelpDocument {
    let specs = CommandTable.all.filter { $0.group == name }
    return HelpDocument([
      .paragraph("paint \(name): draw a line or a shape with a brush"),
      .code(["usage: paint \(name) BRUSH … [options]"]),
      .heading("Examples"), .examples(specs.compactMap(\.examples.first)),
      .heading("Brushes"), .definitions(specs.map { .init("\($0.name) \($0.operands)", $0.summary) }),
      .footer(
        "paint help \(name) BRUSH shows the options of a brush. paint help coordinates explains points and boxes."),
    ])
  }

  /// `paint COMMAND --help`: examples first, then details and the command's own options.
  static func command(_ spec: CommandSpec) -> HelpDocument {
    var page = HelpDocument([
      .paragraph("paint \(spec.title): \(spec.summary)"), .code(["usage: \(spec.usage)"]),
      .heading("Examples"), .examples(spec.examples),
    ])
    if !spec.details.isEmpty {
      page.blocks.append(.heading("Details"))
      page.blocks += spec.paragraphs.map { .paragraph($0) }
    }
    let options = ownOptions(of: spec)
    if !options.isEmpty { page.blocks += [.heading("Options"), .definitions(options)] }
    page.blocks.append(.footer(sharedOptions(of: spec)))
    return page
  }

  /// The options that only some commands take, and shared ones that mean something special here.
  static func ownOptions(of spec: CommandSpec) -> [HelpDocument.Definition] {
    let special = spec.isEdit ? CommandSpec.editOptions.filter { spec.optionHelp[$0] != nil } : []
    return (spec.options + special).map { definition($0, of: spec) }
  }

  /// One line about the options that every edit and every command take.
  private static func sharedOptions(of spec: CommandSpec) -> String {
    func names(_ options: [OptionID]) -> String {
      options.map { "--\(OptionSpec.spec($0).name)" }.joined(separator: ", ")
    }
    let edit = CommandSpec.editOptions.filter { spec.isEdit && spec.optionHelp[$0] == nil }
    let ofEdit = edit.isEmpty ? "" : "of every edit (\(names(edit))) and "
    return "Also the options \(ofEdit)of every command (\(names(CommandSpec.commonOptions))): paint help options."
  }

  /// An option as it is for a command, or for all of them.
  static func definition(_ id: OptionID, of spec: CommandSpec? = nil) -> HelpDocument.Definition {
    let option = OptionSpec.spec(id)
    let short = option.short.map { "-\(Unicode.Scalar($0)), " } ?? ""
    return .init(short + (spec?.usage(of: id) ?? option.usage), spec?.help(of: id) ?? option.fullHelp)
  }
}

extension CommandSpec {
  /// Its details as paragraphs.
  var paragraphs: [String] { details.split(separator: "").map { $0.joined(separator: " ") } }
}
