import PaintFormats
import PaintRaster

/// What became of one picture of many.
struct PictureReport: Sendable {
  /// Whether there is an output.
  enum Result: String, Sendable {
    case written, skipped, failed
  }

  let picture: PicturePlan.Picture
  let result: Result
  let messages: PictureMessages

  /// Writes the report as an object on a line.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.field("input", picture.input)
    json.field("output", picture.output)
    json.field("result", result.rawValue)
    json.field("format", result == .written ? (try? picture.encoding.get())?.format.name : nil)
    json.field("width", messages.size?.width)
    json.field("height", messages.size?.height)
    json.objects("errors", messages.failures) { json, each in
      json.field("line", each.line)
      json.field("code", each.failure.code.rawValue)
      json.field("message", each.failure.message)
      json.field("hint", each.failure.hint)
    }
    json.field("warnings", messages.warnings.map(\.message))
    json.endObject()
    json.endLine()
  }

  /// One line for each failure, then one for each warning unless `isQuiet` or it is one of many.
  func lines(usesColor: Bool, isQuiet: Bool, counting repeated: inout RepeatedWarnings) -> String {
    var text = ""
    for each in messages.failures {
      // One line for each, with the hint in it.
      let hint = each.failure.hint.map { " (\($0))" } ?? ""
      text += FailureReport.lines(Failure(each.failure.code, named(each.message) + hint), usesColor: usesColor)
    }
    if !isQuiet {
      let name = picture.input.string
      for warning in messages.warnings {
        // Equal are those that differ only in the names of the pictures and the lines.
        let plain = warning.text.hasPrefix("\(name): ") ? String(warning.text.dropFirst(name.count + 2)) : warning.text
        let place = warning.place.map { "\(name) (\($0.text))" } ?? name
        guard repeated.count(plain, at: place) else { continue }
        text += "paint: \(Failure.oneLine(named("warning: \(warning.message)")))\n"
      }
    }
    return text
  }

  /// A message after the name of the input, which it has once.
  private func named(_ message: String) -> String {
    let name = picture.input.string
    if message.hasPrefix("\(name): ") { return message }
    if message == "no such file: \(name)" { return "\(name): no such file" }
    let unreadable = "cannot read \(name): "
    if message.hasPrefix(unreadable) { return "\(name): cannot be read: \(message.dropFirst(unreadable.count))" }
    return "\(name): \(message)"
  }
}
