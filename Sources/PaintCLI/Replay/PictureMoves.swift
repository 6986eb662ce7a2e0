import PaintEditing
import PaintHistory

/// How far a picture is moved on a line that is made again, against the old line, in whole pixels.
struct PictureMoves {
  /// Pixels to the right.
  private(set) var x = 0
  /// Pixels down.
  private(set) var y = 0
  /// Whether a step that scales or turns the picture is another one than on the old line.
  private(set) var turnsOtherwise = false

  /// Whether the picture is where it was.
  var isZero: Bool { x == 0 && y == 0 }

  /// Notes a step of the old line, or of the new one, that moved the picture; other steps do nothing.
  ///
  /// - Parameters:
  ///   - step: the step.
  ///   - isNew: whether it is on the new line.
  /// - Throws: the errors of `GeometryCommand.change`.
  mutating func note(_ step: Revision, isNew: Bool, in session: Session) throws {
    guard step.base == step.number, let parent = step.parent,
      let change = try CanonicalCommand(step.command).change(
        of: session.history.snapshot(at: parent), in: session.document)
    else { return }
    guard case .reframe(let edit) = change else {
      // A picture that is scaled or turned is nowhere in whole pixels.
      (x, y) = (0, 0)
      turnsOtherwise = true
      return
    }
    let sign = isNew ? -1 : 1
    x += sign * edit.frame.x
    y += sign * edit.frame.y
  }

  /// A command whose positions move with the picture.
  func moved(_ command: CanonicalCommand) -> CanonicalCommand {
    isZero ? command : command.moved(byX: Double(x), y: Double(y))
  }

  /// The warning about later steps, whose positions stay.
  static let warning =
    "the picture is scaled or turned otherwise than before, so the positions of later steps stay as they are"
}
