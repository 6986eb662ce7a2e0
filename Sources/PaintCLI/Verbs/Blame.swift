import PaintEditing
import PaintHistory

extension Session {
  /// `paint blame X,Y`: the revisions that changed a pixel, newest first, each with the colour it left.
  func blame(_ line: ParsedLine) throws(Failure) {
    let snapshot = try snapshot(line)
    let point = try line.operand(0, PointArgument.parse)
    let (x, y) = try pixel(point, typed: line.operandText(0) ?? "", on: snapshot.size)
    var changes: [PixelChange] = []
    try catching { () throws(HistoryError) in
      try document.forEachChange(ofPixel: x, y, in: snapshot) { changes.append($0) }
    }
    guard console.isJSON else {
      let now = history.options.now()
      for change in changes {
        let (number, color) = (change.revision.number, HexadecimalColor.text(change.color))
        guard change.origin != .before else {
          console.print("before r\(number) \(color)")
          continue
        }
        let age = Age.text(milliseconds: now - change.revision.time)
        console.print(
          "r\(number)\(change.origin == .itself ? "" : " or before") \(color) "
            + "\(Failure.oneLine(change.revision.name)), \(age)")
      }
      return
    }
    var json = JSONWriter()
    json.beginObject()
    if let lineNumber { json.field("line", lineNumber) }
    json.field("revision", snapshot.revision.number)
    json.field("x", x)
    json.field("y", y)
    json.key("changes")
    json.beginArray()
    for change in changes {
      let revision = change.origin == .before ? nil : change.revision
      json.beginObject()
      json.field("revision", revision?.number)
      // The oldest revision kept, where one before it may have done it.
      json.field("before", change.origin == .itself ? nil : change.revision.number)
      json.field("color", HexadecimalColor.text(change.color))
      json.field("name", revision?.name)
      json.field("command", revision?.command)
      json.field("time", revision.map { Timestamp.text(milliseconds: $0.time) })
      json.endObject()
    }
    json.endArray()
    json.endObject()
    printJSON(json)
  }
}
