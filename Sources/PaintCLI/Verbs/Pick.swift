import PaintHistory
import PaintRaster

extension Session {
  /// `paint pick X,Y…`: the colours of pixels, one `#rrggbbaa` a line.
  func pick(_ line: ParsedLine) throws(Failure) {
    let snapshot = try snapshot(line)
    var json = JSONWriter()
    json.beginObject()
    if let lineNumber { json.field("line", lineNumber) }
    json.field("revision", snapshot.revision.number)
    json.key("pixels")
    json.beginArray()
    for place in line.operands.indices {
      let point = try line.operand(place, PointArgument.parse)
      let (left, top) = try pixel(point, typed: line.operandText(place) ?? "", on: snapshot.size)
      let pixel = try catching { () throws(HistoryError) in try document.pixel(x: left, y: top, in: snapshot) }
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

  /// The column and row of the pixel that a point names; throws `bad_point` where the canvas has none there.
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
