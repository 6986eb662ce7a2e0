@testable import PaintCLI

/// Compares the program's output with the fields in the reference, and with the schema that the program prints.
struct AnswerCheck {
  /// The schema that `paint schema` printed.
  private let schema: JSONSchema
  /// The fields that occurred, such as `Status: cache.faults`.
  private(set) var seen: Set<String> = []

  /// Reads the schema.
  init(_ shell: Shell) throws { schema = JSONSchema(root: try shell.paint("schema").json) }

  /// The problems of an answer; empty if it agrees with the reference and the schema.
  mutating func complaints(about json: JSON, _ answer: Answer, inScript: Bool) throws -> [String] {
    let name = (inScript ? AnswerSchema.scriptName(answer) : nil) ?? AnswerSchema.name(answer)
    return try schema.complaints(about: json, name) + fieldComplaints(about: json, answer, inScript: inScript)
  }

  private mutating func fieldComplaints(about json: JSON, _ answer: Answer, inScript: Bool) -> [String] {
    guard inScript, let key = answer.scriptKey else {
      return compare(json, answer.kind, at: answer.title, inScript: inScript)
    }
    // Only lines of an open group are pending.
    guard json.keys.filter({ $0 != "pending" }) == ["line", key] else {
      return ["\(answer.title): the keys are \(json.keys)"]
    }
    return compare(json[key], answer.kind, at: answer.title, inScript: inScript)
  }

  /// The names of all fields of an answer.
  static func fields(of answer: Answer) -> [String] { names(of: answer.kind.fields, at: answer.title) }

  private static func names(of fields: [AnswerField], at place: String) -> [String] {
    fields.flatMap { field in
      ["\(place).\(field.key)"] + names(of: field.kind.fields, at: "\(place).\(field.key)")
    }
  }

  private mutating func compare(
    _ json: JSON, _ kind: AnswerField.Kind, at place: String, inScript: Bool
  ) -> [String] {
    switch (kind, json) {
    case (.number, .number), (.text, .string), (.truth, .bool): return []
    case (.oneOf(let names), .string(let name)) where names.contains(name): return []
    case (.box, .array(let numbers)) where numbers.count == 4 && numbers.allSatisfy({ $0.int != nil }): return []
    case (.list(let kind), .array(let elements)):
      var complaints: [String] = []
      for element in elements { complaints += compare(element, kind, at: place, inScript: inScript) }
      return complaints
    case (.object(let fields), .object(let members)):
      return compare(members, fields, at: place, inScript: inScript)
    case (.either(let kinds), _):
      let all = kinds.map { compare(json, $0, at: place, inScript: inScript) }
      return all.contains([]) ? [] : all[0]
    default: return ["\(place) is no \(kind.words): \(json)"]
    }
  }

  private mutating func compare(
    _ members: [JSON.Member], _ fields: [AnswerField], at place: String, inScript: Bool
  ) -> [String] {
    var complaints: [String] = []
    var rest = fields[...]
    for member in members {
      guard let next = rest.firstIndex(where: { $0.key == member.key }) else {
        complaints.append("\(place).\(member.key) is not in the reference, or not there")
        continue
      }
      complaints += rest[..<next].compactMap { Self.missing($0, at: place, inScript: inScript) }
      let field = fields[next]
      rest = fields[(next + 1)...]
      let name = "\(place).\(field.key)"
      seen.insert(name)
      if member.value == .null, field.isNullable { continue }
      complaints += compare(member.value, field.kind, at: name, inScript: inScript)
    }
    return complaints + rest.compactMap { Self.missing($0, at: place, inScript: inScript) }
  }

  /// Reports a missing field.
  private static func missing(_ field: AnswerField, at place: String, inScript: Bool) -> String? {
    let isNeeded = field.condition == nil || (field.condition == AnswerField.line.condition && inScript)
    return isNeeded ? "\(place).\(field.key) is missing" : nil
  }
}
