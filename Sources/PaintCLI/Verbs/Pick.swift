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
      let left = point.x.resolved(on: snapshot.size.width).rounded(.down)
      let top = point.y.resolved(on: snapshot.size.height).rounded(.down)
      let isInside =
        left >= 0 && top >= 0 && left < Double(snapshot.size.width) && top < Double(snapshot.size.height)
      let pixel = try catching { () throws(HistoryError) in
        isInside ? try document.pixel(x: Int(left), y: Int(top), in: snapshot) : nil
      }
      guard let pixel else {
        throw Failure(
          .badPoint,
          "\(Failure.quoted(line.operandText(place) ?? "")) is outside the canvas of "
            + "\(snapshot.size.width)x\(snapshot.size.height)")
      }
      let color = HexadecimalColor.text(pixel)
      if console.isJSON {
        json.beginObject()
        json.field("x", Int(left))
        json.field("y", Int(top))
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
}
