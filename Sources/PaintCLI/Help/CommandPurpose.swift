/// What a command is for: the headings of `paint --help`, in its order.
enum CommandPurpose: Int, CaseIterable, Sendable {
  case start, draw, pixels, canvas, history, look, scripts, maintenance

  /// The heading.
  var title: String {
    switch self {
    case .start: "Start and finish"
    case .draw: "Draw"
    case .pixels: "Edit pixels"
    case .canvas: "Change the canvas"
    case .history: "Undo and history"
    case .look: "Look"
    case .scripts: "Scripts and settings"
    case .maintenance: "Maintenance"
    }
  }

  /// Its commands, in the order of the table.
  var commands: [CommandSpec] { CommandTable.all.filter { $0.purpose == self } }
}
