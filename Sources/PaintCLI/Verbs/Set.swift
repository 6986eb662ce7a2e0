import PaintHistory

extension Session {
  /// `paint set …`: what strokes of this document use from now on; alone it shows that.
  func set(_ line: ParsedLine) throws(Failure) {
    let given = try StrokeSettings(line)
    if line.has(.reset) { settings = StrokeSettings() }
    settings = settings.overridden(by: given)
    if !isScript, line.has(.reset) || !given.isEmpty {
      history.setSettings(settings.words)
    }
    if console.isJSON {
      if console.isQuiet, !given.isEmpty || line.has(.reset) { return }
      var json = JSONWriter()
      json.beginObject()
      if let lineNumber { json.field("line", lineNumber) }
      json.key("settings")
      settings.write(to: &json)
      json.endObject()
      printJSON(json)
    } else if !isScript || (given.isEmpty && !line.has(.reset)) {
      let text = settings.isEmpty ? "no settings; strokes use the defaults" : settings.words
      if given.isEmpty, !line.has(.reset) { console.print(text) } else { console.report(text) }
    }
  }
}

extension StrokeSettings {
  /// Writes what is said as an object; what is not said is null.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.field("color", color.map(HexadecimalColor.text))
    json.field("width", width)
    json.field("opacity", opacity)
    json.field("fill", fill.map(HexadecimalColor.text))
    json.field("cap", cap?.rawValue)
    json.field("join", join?.rawValue)
    json.key("dash")
    switch dash {
    case nil: json.null()
    case .some(.none): json.value("none")
    case .automatic: json.value("auto")
    case .lengths(let lengths):
      json.beginArray()
      for length in lengths { json.value(length) }
      json.endArray()
    }
    json.field("dash_offset", dashOffset)
    json.field("antialias", antialias)
    json.field("snap", snap)
    json.endObject()
  }
}
