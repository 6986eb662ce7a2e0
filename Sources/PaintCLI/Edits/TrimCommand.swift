import PaintEditing
import PaintHistory
import PaintRaster

/// `paint trim`: cuts away borders that are all of one colour.
struct TrimCommand: EditCommand {
  static let spec = CommandSpec(
    .trim, "trim", alsoCalled: ["autocrop", "shave"], summary: "cut away borders that are all of one colour",
    details: ["That of the pixel in the top left corner."], options: [.tolerance], isEdit: true,
    command: TrimCommand.self)

  private let tolerance: Int

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    tolerance = try line.value(.tolerance, PlainValues.tolerance) ?? 0
  }

  var defaultName: String { "Trim" }

  var canonical: String { "trim --tolerance \(tolerance)" }

  func perform(in session: Session, name: String) throws -> Revision? {
    let history = session.history
    let box = try session.document.trimmedBox(
      of: try history.snapshot(at: history.current.number), tolerance: tolerance)
    guard !box.isEmpty else {
      throw Failure(.failed, "the picture is of one colour, so nothing of it would be left; nothing was done")
    }
    let edit = ReframeEdit(to: box, background: history.current.background)
    return try session.perform(edit, name: name, command: canonical)
  }
}
