/// A page of `paint help` that is not about one command.
package enum HelpTopic: String, CaseIterable, Sendable {
  case options, coordinates, colors, scripts, history, json
  case exitCodes = "exit-codes"
  case environment, filters

  /// What the page is about, without a full stop.
  package var summary: String {
    switch self {
    case .options: "how options are written, and those of every command and every edit"
    case .coordinates: "points, boxes, percentages and anchors"
    case .colors: "names, hexadecimal digits, rgb(…), hsl(…), transparency, gradients, patterns"
    case .scripts: "files of commands for paint batch"
    case .history: "undo, redo, revisions, branches and limits"
    case .json: "what --json prints, for programs"
    case .exitCodes: "how a command ends, and the names of errors"
    case .environment: "the environment variables that paint reads"
    case .filters: "the filters of paint filter, and their parameters"
    }
  }
}

extension HelpTopic {
  /// The hint for a word that is neither a topic nor a command; nil if no name is similar.
  static func hint(for word: String) -> String? {
    // First the topics, whose names are also other names of commands, as in `color`.
    NearestName.nearest(to: word, among: allCases.map(\.rawValue)).map { "did you mean paint help \($0)?" }
      ?? CommandTable.hint(for: word, in: nil)
  }
}
