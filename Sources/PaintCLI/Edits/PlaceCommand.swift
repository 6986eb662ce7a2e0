import PaintEditing
import PaintFilters
import PaintFormats
import PaintHistory
import PaintRaster

/// `paint place FILE --at X,Y`: composites a picture onto the canvas.
struct PlaceCommand: EditCommand {
  static let spec = CommandSpec(
    .place, purpose: .draw, alsoCalled: ["overlay", "composite", "watermark", "put", "insert", "add"],
    operands: "FILE | -",
    operandCount: 1...1, operandKinds: [.picture], summary: "composite a picture onto the canvas",
    examples: {
      [
        Example("paint place logo.png --at bottom-right", "a logo in the bottom right corner"),
        Example("paint place logo.png --at 20,20 --size 50% --opacity 0.5", "half as large and half transparent"),
      ]
    },
    details: [
      "A file of any known format. --at is the position of its anchor: X,Y, or words as in center or",
      "right-20,bottom-20, which also choose the anchor. The picture is kept with the drawing as a PNG file.",
      CommandSpec.formatsDetail,
    ],
    options: Placement.options + PaintSettings.compositingOptions + CommandSpec.readingOptions,
    optionHelp: Placement.optionHelp.and([
      .opacity: "how much of it covers what is there: 0 to 1, or 50% (default 1)"
    ]), optionValues: Placement.optionValues, isEdit: true, readsPicture: true,
    command: PlaceCommand.self)

  private let line: ParsedLine
  private let reading: ReadingOptions
  private let placement: Placement
  /// The paint's options, all of them set.
  private let paint: PaintSettings

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    self.line = line
    reading = try Session.readingOptions(line)
    placement = try Placement(line, on: context.canvas)
    paint = context.settings.paint.overridden(by: try PaintSettings(line)).resolved(for: Self.spec)
  }

  var defaultName: String { "Place" }

  /// The pixels below the picture; without its size they are not known.
  var reads: StepReads {
    guard case .size(let size) = placement.scale else { return .everything }
    return StepReads(picture: .box(placement.box(of: size)))
  }

  private func canonical(_ content: String, _ box: PixelBox) -> String {
    var text = Array("place \(content)\(placement.words(in: box))".utf8)
    paint.append(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  func perform(in session: Session, name: String) throws -> Revision? {
    let document = session.document
    let picture = try session.picture(line, reading)
    let edit = try PlaceEdit(picture, placement, paint.paint)
    let canvas = document.size
    let command = canonical("content:\(picture.content.digits)", edit.box)
    let revision = try session.perform(edit, name: name, command: command)
    for warning in document.warnings(about: picture) { session.console.warn(warning) }
    if let warning = edit.warning(on: canvas) { session.console.warn(warning) }
    return revision
  }
}
