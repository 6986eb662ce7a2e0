/// A page of the reference documentation, made from the tables that the program itself uses.
///
/// `paint-pages reference` writes the pages for `make docs` and the package.
public enum ReferencePage: String, CaseIterable, Sendable {
  case commands = "CommandReference"
  case options = "OptionReference"
  case values = "ValueReference"
  case filters = "FilterReference"
  case answers = "AnswerReference"
  case exitCodes = "ExitCodeReference"
  case scripts = "ScriptReference"
  case environment = "EnvironmentReference"

  /// The name of its file.
  public var fileName: String { "\(rawValue).md" }

  /// The whole article.
  public var text: String {
    switch self {
    case .commands: Self.commandPage()
    case .options: Self.optionPage()
    case .values: Self.valuePage()
    case .filters: Self.filterPage()
    case .answers: Self.answerPage()
    case .exitCodes: Self.exitCodePage()
    case .scripts: Self.scriptPage()
    case .environment: Self.environmentPage()
    }
  }

  /// The beginning of an article.
  static func heading(_ title: String, _ summary: String, _ overview: String) -> String {
    "# \(title)\n\n\(summary)\n\n## Overview\n\n\(overview)\n"
  }

  /// Text as code; it may contain a backtick.
  static func code(_ text: String) -> String { text.contains("`") ? "`` \(text) ``" : "`\(text)`" }

  /// An entry of a list, its name before a colon.
  static func entry(_ name: String, _ text: String) -> String {
    let end = text.hasSuffix("…") || text.hasSuffix(".") ? "" : "."
    return "- \(name): \(text)\(end)\n"
  }

  /// A sentence: with a capital letter, a full stop at the end.
  static func sentence(_ text: String) -> String {
    let text = text.prefix(1).uppercased() + text.dropFirst()
    return text.hasSuffix(".") || text.hasSuffix("…") ? text : text + "."
  }
}
