import PaintFilters

/// Everything that a program needs to know about `paint`, as one JSON document.
///
/// It is a JSON Schema of the answers: each line that a command prints with `--json` is valid against it. Next to the
/// keywords of JSON Schema it has `version`, `commands`, `values`, `filters` and `exit_codes`, from the tables that the
/// parser uses.
enum SchemaDocument {
  /// The draft of JSON Schema.
  static let draft = "https://json-schema.org/draft/2020-12/schema"

  /// Writes the document.
  static func write(to json: inout JSONWriter) {
    json.beginObject()
    json.field("$schema", draft)
    json.field("title", "paint \(PaintCommand.version)")
    json.field("description", "Each line that a command of paint prints with --json.")
    json.field("version", PaintCommand.version)
    json.array("anyOf", Answer.all) { json, answer in
      AnswerSchema.reference(answer, to: &json)
      if let scripted = AnswerSchema.scriptName(answer) { AnswerSchema.reference(scripted, to: &json) }
    }
    json.key("$defs")
    json.beginObject()
    for answer in Answer.all { AnswerSchema.write(answer, to: &json) }
    json.endObject()
    writeCommands(to: &json)
    writeValues(to: &json)
    writeFilters(to: &json)
    writeExitCodes(to: &json)
    json.endObject()
  }

  private static func writeCommands(to json: inout JSONWriter) {
    json.array("commands", CommandTable.all) { json, spec in CommandDescription(spec).write(to: &json) }
  }

  private static func writeValues(to json: inout JSONWriter) {
    json.array("values", ValueForm.all) { json, form in form.write(to: &json) }
  }

  private static func writeFilters(to json: inout JSONWriter) {
    json.objects("filters", FilterCatalog.descriptions) { json, filter in
      json.field("name", filter.name)
      json.field("aliases", filter.aliases)
      json.field("summary", filter.summary)
      json.array("parameters", filter.parameters) { json, parameter in write(parameter, to: &json) }
    }
  }

  private static func write(_ parameter: FilterParameter, to json: inout JSONWriter) {
    json.beginObject()
    json.field("name", "--\(parameter.name)")
    json.field("value", parameter.placeholder.isEmpty ? nil : parameter.placeholder)
    json.field("default", FilterParameter.text(parameter.defaultValue))
    json.field("identity", parameter.identity.map(FilterParameter.text))
    json.field("least", parameter.range?.lowerBound)
    json.field("most", parameter.range?.upperBound)
    json.field("unit", parameter.unit)
    json.field("summary", parameter.summary)
    json.endObject()
  }

  private static func writeExitCodes(to json: inout JSONWriter) {
    json.objects("exit_codes", ExitCode.allCases) { json, exit in
      json.field("exit", Int(exit.rawValue))
      json.field("meaning", AnswerSchema.plain(exit.meaning))
      json.key("errors")
      json.beginArray()
      for code in FailureCode.allCases where code.exitCode == exit {
        json.beginObject()
        json.field("code", code.rawValue)
        json.field("meaning", AnswerSchema.plain(code.meaning))
        json.endObject()
      }
      json.endArray()
    }
  }
}

extension ValueForm {
  /// Writes the form as an object.
  fileprivate func write(to json: inout JSONWriter) {
    json.beginObject()
    json.field("name", name)
    json.field("description", AnswerSchema.plain(text))
    json.key("words")
    if isListOfNames { json.write(examples) } else { json.null() }
    json.field("least", range?.least)
    json.field("most", range?.most)
    json.field("exclusive", range?.isLeastExcluded)
    json.field("whole", range?.isWhole)
    json.field("percent", range?.percentOf)
    json.field("examples", examples)
    json.field("invalid", refused.filter { !$0.isEmpty })
    json.field("options", options.map { "--\(OptionSpec.spec($0).name)" })
    json.endObject()
  }
}
