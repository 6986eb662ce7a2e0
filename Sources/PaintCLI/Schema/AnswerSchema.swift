/// Writes the shape of answers as JSON Schema, draft 2020-12, from the same fields as the reference.
///
/// A field without a condition is required, and no other fields are allowed. Keys keep their order, which JSON Schema cannot
/// express.
enum AnswerSchema {
  /// The name of an answer among the definitions.
  static func name(_ answer: Answer) -> String { answer.name }

  /// The name of the answer's form in a script, which has the line's number; nil if it is the same.
  static func scriptName(_ answer: Answer) -> String? { answer.scriptKey.map { _ in "\(answer.name)InScript" } }

  /// Writes the definition of an answer: its heading, when it is printed, its shape.
  static func write(_ answer: Answer, to json: inout JSONWriter) {
    json.key(name(answer))
    json.beginObject()
    json.field("title", answer.title)
    json.field("description", plain(answer.occasion))
    shape(answer.kind, to: &json)
    json.endObject()
    guard let key = answer.scriptKey, let scripted = scriptName(answer) else { return }
    json.key(scripted)
    json.beginObject()
    json.field("title", "\(answer.title), in a script")
    json.field("type", "object")
    json.key("properties")
    json.beginObject()
    for (key, type) in [("line", "number"), ("pending", "boolean")] {
      json.key(key)
      json.beginObject()
      json.field("type", type)
      json.endObject()
    }
    json.key(key)
    reference(answer, to: &json)
    json.endObject()
    json.field("required", ["line", key])
    json.field("additionalProperties", false)
    json.endObject()
  }

  /// Writes a reference to an answer's definition.
  static func reference(_ answer: Answer, to json: inout JSONWriter) { reference(name(answer), to: &json) }

  /// Writes a reference to a definition.
  static func reference(_ name: String, to json: inout JSONWriter) {
    json.beginObject()
    json.field("$ref", "#/$defs/\(name)")
    json.endObject()
  }

  /// Writes the keywords for a kind of value, without braces.
  private static func shape(_ kind: AnswerField.Kind, orNull isNullable: Bool = false, to json: inout JSONWriter) {
    switch kind {
    case .number: type("number", isNullable, to: &json)
    case .text: type("string", isNullable, to: &json)
    case .oneOf(let names):
      type("string", isNullable, to: &json)
      json.key("enum")
      json.beginArray()
      for name in names { json.value(name) }
      if isNullable { json.null() }
      json.endArray()
    case .truth: type("boolean", isNullable, to: &json)
    case .box:
      type("array", isNullable, to: &json)
      json.key("items")
      json.beginObject()
      json.field("type", "integer")
      json.endObject()
      json.field("minItems", 4)
      json.field("maxItems", 4)
    case .list(let element):
      type("array", isNullable, to: &json)
      json.key("items")
      object(element, to: &json)
    case .object(let fields):
      type("object", isNullable, to: &json)
      json.key("properties")
      json.beginObject()
      for field in fields { property(field, to: &json) }
      json.endObject()
      json.field("required", fields.filter { $0.condition == nil }.map(\.key))
      json.field("additionalProperties", false)
    case .either(let kinds):
      json.key("anyOf")
      json.beginArray()
      for kind in kinds { object(kind, to: &json) }
      if isNullable {
        json.beginObject()
        json.field("type", "null")
        json.endObject()
      }
      json.endArray()
    }
  }

  private static func object(_ kind: AnswerField.Kind, to json: inout JSONWriter) {
    json.beginObject()
    shape(kind, to: &json)
    json.endObject()
  }

  private static func property(_ field: AnswerField, to json: inout JSONWriter) {
    json.key(field.key)
    json.beginObject()
    json.field("description", plain(field.meaning + (field.condition.map { "; only \($0)" } ?? "")))
    shape(field.kind, orNull: field.isNullable, to: &json)
    json.endObject()
  }

  private static func type(_ name: String, _ isNullable: Bool, to json: inout JSONWriter) {
    guard isNullable else { return json.field("type", name) }
    json.field("type", [name, "null"])
  }

  /// A text of the reference without the marks of code and of links.
  static func plain(_ text: String) -> String {
    text.split(separator: "<", omittingEmptySubsequences: false).enumerated().map { index, part in
      guard index > 0, part.hasPrefix("doc:") else { return index == 0 ? String(part) : "<\(part)" }
      return part.dropFirst("doc:".count).filter { $0 != ">" }
    }.joined().filter { $0 != "`" }
  }
}
