extension Session {
  /// Begins the object of a result in JSON; in a script its first field is the line.
  func beginResult() -> JSONWriter {
    var json = JSONWriter()
    json.beginObject()
    writePlace(to: &json)
    return json
  }

  /// Writes the line of the script, and whether the end of a group is still to confirm it.
  func writePlace(to json: inout JSONWriter) {
    if let lineNumber { json.field("line", lineNumber) }
    if isPending { json.field("pending", true) }
  }

  /// Whether the line is in an open group, of which nothing is kept before it ends.
  var isPending: Bool { history.isInGroup && !isDryRun && !history.isInMemory }

  /// Prints a value as JSON; in a script, where results are objects, it is a field of an object with the line.
  func printJSON(inScript key: String, _ write: (inout JSONWriter) -> Void) {
    var json = lineNumber == nil ? JSONWriter() : beginResult()
    if lineNumber != nil { json.key(key) }
    write(&json)
    if lineNumber != nil { json.endObject() }
    printJSON(json)
  }

  /// Prints a result as JSON, on a line.
  func printJSON(_ json: JSONWriter) {
    console.json.append(json)
    console.json.endLine()
  }
}
