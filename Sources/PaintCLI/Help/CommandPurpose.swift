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

extension CommandSpec {
  /// What the command is for.
  var purpose: CommandPurpose {
    switch id {
    case .new, .export, .importPicture: .start
    case .pencil, .line, .rect, .ellipse, .polygon, .path, .curve, .eraser, .text, .place: .draw
    case .fill, .clear, .replace, .filter, .run: .pixels
    case .crop, .canvas, .resize, .rotate, .flip, .trim: .canvas
    case .undo, .redo, .goto, .history, .group, .ungroup, .name, .branch, .revert, .restore: .history
    case .status, .show, .diff, .blame, .pick, .info, .timelapse, .view, .watch: .look
    case .batch, .set, .completion, .schema: .scripts
    case .check, .limit, .gc, .forget: .maintenance
    }
  }

  /// Runnable command lines, the most useful first; made when they are asked for, because strokes need none.
  var examples: [Example] { id.examples }
}
