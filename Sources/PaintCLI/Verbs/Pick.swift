import PaintHistory
import PaintRaster

/// `paint pick X,Y…`: the colours of pixels, one `#rrggbbaa` per line.
struct PickCommand: PrintingCommand {
  static let spec = CommandSpec(
    .pick, purpose: .look, alsoCalled: ["color", "colour"], operands: "X,Y …", operandCount: 1...Int.max,
    operandKinds: [.point],
    summary: "print the colour of pixels, one #rrggbbaa per line",
    examples: {
      [
        Example("paint pick 10,10", "the colour of a pixel"),
        Example("paint pick 10,10 center --at start", "of two pixels, in the first picture"),
      ]
    },
    answers: { [.colors] }, options: [.at], optionDefaults: [.at: "current"], command: PickCommand.self)

  private let points: [PointArgument]
  private let at: RevisionArgument?

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    var points: [PointArgument] = []
    for place in line.operands.indices { points.append(try line.operand(place, PointArgument.parse)) }
    self.points = points
    at = try line.value(.at, RevisionArgument.parse)
  }

  func answer(_ line: ParsedLine, in session: Session) throws {
    try session.pick(points, in: session.snapshot(at), line)
  }
}

extension Session {
  fileprivate func pick(_ points: [PointArgument], in snapshot: Snapshot, _ line: ParsedLine) throws {
    var json = beginResult()
    json.field("revision", snapshot.revision.number)
    json.key("pixels")
    json.beginArray()
    for (place, point) in points.enumerated() {
      let (left, top) = try pixel(point, typed: line.operandText(place) ?? "", on: snapshot.size)
      let pixel = try document.pixel(x: left, y: top, in: snapshot)
      guard let pixel else { continue }
      let color = HexadecimalColor.text(pixel)
      if console.isJSON {
        json.beginObject()
        json.field("x", left)
        json.field("y", top)
        json.field("color", color)
        json.endObject()
      } else {
        console.print(color)
      }
    }
    json.endArray()
    json.endObject()
    if console.isJSON { printJSON(json) }
  }

  /// The column and row of the pixel at a point; throws `bad_point` outside of the canvas.
  func pixel(_ point: PointArgument, typed: String, on size: CanvasSize) throws(Failure) -> (x: Int, y: Int) {
    let left = point.x.resolved(on: size.width).rounded(.down)
    let top = point.y.resolved(on: size.height).rounded(.down)
    guard left >= 0, top >= 0, left < Double(size.width), top < Double(size.height) else {
      throw Failure(
        .badPoint, "\(Failure.quoted(typed)) is outside the canvas of \(size.width)x\(size.height)")
    }
    return (Int(left), Int(top))
  }
}
