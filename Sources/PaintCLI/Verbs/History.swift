import PaintHistory

extension Session {
  /// `paint history`: the line of revisions, newest last, the current one marked.
  func listHistory(_ line: ParsedLine) throws(Failure) {
    var limit = try line.value(.limit, PlainValues.count)
    // A program wants all of it, a person a screenful.
    if limit == nil, !console.isJSON { limit = 30 }
    let revisions = try catching { () throws(HistoryError) in
      try history.line(limit: limit == 0 ? nil : limit)
    }
    if console.isJSON {
      write(revisions)
    } else {
      let widest = revisions.last.map { String($0.number).count } ?? 1
      for revision in revisions { console.print(row(revision, width: widest)) }
    }
  }

  private func row(_ revision: Revision, width: Int) -> String {
    let mark = revision.number == history.current.number ? "*" : " "
    let number = String(revision.number)
    let time = Timestamp.text(seconds: Int64(revision.time / 1_000))
    var row = "\(mark) \(String(repeating: " ", count: max(0, width - number.count)))r\(number)  \(time)  "
    row += Failure.oneLine(revision.name)
    if revision.number == 0 { return row + "  \(revision.size.width)x\(revision.size.height)" }
    let box = revision.bounds
    return row + "  \(revision.pixels) px in \(box.x),\(box.y),\(box.width)x\(box.height)"
  }

  private func write(_ revisions: [Revision]) {
    var json = JSONWriter()
    // A script's answers are objects, each with its line.
    if let lineNumber {
      json.beginObject()
      json.field("line", lineNumber)
      json.key("history")
    }
    json.beginArray()
    for revision in revisions {
      json.beginObject()
      json.field("revision", revision.number)
      json.field("parent", revision.parent)
      json.field("name", revision.name)
      json.field("command", revision.command)
      json.field(
        "time", Timestamp.text(seconds: Int64(revision.time / 1_000), milliseconds: revision.time % 1_000))
      json.field("pixels", revision.pixels)
      json.key("bounds")
      json.write(revision.bounds)
      json.field("tiles", revision.tileCount)
      json.field("bytes", revision.bytes)
      json.field("current", revision.number == history.current.number)
      json.endObject()
    }
    json.endArray()
    if lineNumber != nil { json.endObject() }
    printJSON(json)
  }
}
