import PaintHistory
import PaintRaster

/// An edit's line with its meaning: percentages, settings and defaults resolved; strokes are `StrokeCommand`'s.
protocol EditCommand {
  /// Reads the line; throws what is wrong with its words on any canvas.
  ///
  /// - Parameters:
  ///   - settings: what the line does not say, where it is about colours.
  ///   - canvas: what percentages are taken of.
  init(_ line: ParsedLine, settings: StrokeSettings, canvas: CanvasSize) throws(Failure)

  /// What the history calls the edit if the line does not say.
  var defaultName: String { get }

  /// The command that does the same to the same picture under any settings.
  var canonical: String { get }

  /// Does it; nil when no pixel changed. Throws what is wrong with it on this canvas.
  func perform(in session: Session, name: String) throws(Failure) -> Revision?
}

/// Which of the commands are such edits.
enum EditCommands {
  /// The kind of edit that a command makes; nil for all other commands.
  static func kind(_ command: CommandID) -> (any EditCommand.Type)? {
    switch command {
    case .fill: FillCommand.self
    case .clear: ClearCommand.self
    case .replace: ReplaceCommand.self
    case .text: TextCommand.self
    case .crop: CropCommand.self
    case .canvas: CanvasCommand.self
    case .resize: ResizeCommand.self
    case .rotate: RotateCommand.self
    case .flip: FlipCommand.self
    case .trim: TrimCommand.self
    case .place: PlaceCommand.self
    case .filter: FilterCommand.self
    default: nil
    }
  }
}

extension Session {
  /// Makes the edit that a line asks for, as one step.
  func edit(_ line: ParsedLine, as kind: any EditCommand.Type) throws(Failure) {
    let command = try kind.init(line, settings: settings, canvas: document.size)
    let revision = try command.perform(in: self, name: line.text(.name) ?? label ?? command.defaultName)
    if revision != nil { steps += 1 }
    try finishEdit(line, revision)
  }
}
