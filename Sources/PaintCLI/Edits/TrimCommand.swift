import PaintEditing
import PaintHistory
import PaintRaster

/// `paint trim`: removes borders of one colour.
struct TrimCommand: GeometryCommand {
  static let spec = CommandSpec(
    .trim, purpose: .canvas, alsoCalled: ["autocrop", "shave"], summary: "remove borders of one colour",
    examples: {
      [
        Example("paint trim", "remove the border that has the colour of the top left pixel"),
        Example("paint trim --tolerance 8", "also if its colour varies a little, as in a JPEG"),
      ]
    },
    details: ["The colour is that of the pixel in the top left corner.", CommandSpec.toleranceDetail],
    options: [.tolerance, .follow], isEdit: true,
    command: TrimCommand.self)

  private let tolerance: Int
  let follows: Bool

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    tolerance = try line.chosen(.tolerance, NumberForm.tolerance.whole)
    follows = Self.follows(line)
  }

  var defaultName: String { "Trim" }

  var canonical: String { "trim --tolerance \(tolerance)" }

  func change(of picture: Snapshot, in document: Document) throws -> (change: GeometryStep.Change, command: String) {
    let box = try document.trimmedBox(of: picture, tolerance: tolerance)
    guard !box.isEmpty else {
      throw Failure(.failed, "the picture has only one colour, so nothing would be left; nothing was done")
    }
    return (.reframe(ReframeEdit(to: box, background: picture.revision.background)), canonical)
  }
}
