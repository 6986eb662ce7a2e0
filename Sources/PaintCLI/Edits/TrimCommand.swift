import PaintEditing
import PaintHistory
import PaintRaster

/// `paint trim`: removes borders of one colour.
struct TrimCommand: EditCommand {
  static let spec = CommandSpec(
    .trim, "trim", purpose: .canvas, alsoCalled: ["autocrop", "shave"], summary: "remove borders of one colour",
    examples: {
      [
        Example("paint trim", "remove the border that has the colour of the top left pixel"),
        Example("paint trim --tolerance 8", "also if its colour varies a little, as in a JPEG"),
      ]
    },
    details: ["The colour is that of the pixel in the top left corner."], options: [.tolerance], isEdit: true,
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
      throw Failure(.failed, "the picture has only one colour, so nothing would be left; nothing was done")
    }
    let edit = ReframeEdit(to: box, background: history.current.background)
    return try session.perform(edit, name: name, command: canonical)
  }
}
