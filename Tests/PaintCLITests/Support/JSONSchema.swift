/// A plain validator for the keywords of JSON Schema that the program's schema uses; any other keyword is an error.
struct JSONSchema {
  struct Unknown: Error, CustomStringConvertible {
    let description: String
  }

  /// The whole document, for references.
  let root: JSON

  /// What is wrong with a value, each with its place; empty if it is valid.
  func complaints(about value: JSON, _ definition: String) throws -> [String] {
    try check(value, against: try resolve("#/$defs/\(definition)"), at: definition)
  }

  /// What is wrong with a value that may be any answer.
  func complaints(about value: JSON) throws -> [String] {
    let schema = JSON.object([JSON.Member(key: "anyOf", value: root["anyOf"])])
    return try check(value, against: schema, at: "answer")
  }

  private func resolve(_ reference: String) throws -> JSON {
    let start = "#/$defs/"
    guard reference.hasPrefix(start) else { throw Unknown(description: "reference \(reference)") }
    let definition = root["$defs"][String(reference.dropFirst(start.count))]
    guard definition != .null else { throw Unknown(description: "no definition \(reference)") }
    return definition
  }

  private func check(_ value: JSON, against schema: JSON, at place: String) throws -> [String] {
    var complaints: [String] = []
    for keyword in schema.keys {
      let argument = schema[keyword]
      switch keyword {
      case "title", "description": break
      case "$ref": complaints += try check(value, against: resolve(argument.text ?? ""), at: place)
      case "type":
        let types = argument.text.map { [$0] } ?? argument.elements.compactMap(\.text)
        if !types.contains(where: { Self.has(value, type: $0) }) {
          complaints.append("\(place) is not \(types): \(value)")
        }
      case "enum":
        if !argument.elements.contains(value) { complaints.append("\(place) is none of \(argument): \(value)") }
      case "properties":
        guard case .object(let members) = value else { break }
        for member in members where argument[member.key] != .null {
          complaints += try check(member.value, against: argument[member.key], at: "\(place).\(member.key)")
        }
      case "required":
        guard case .object = value else { break }
        complaints += argument.elements.compactMap(\.text).filter { !value.keys.contains($0) }
          .map { "\(place).\($0) is missing" }
      case "additionalProperties":
        guard argument == .bool(false) else { throw Unknown(description: "additionalProperties \(argument)") }
        complaints += value.keys.filter { !schema["properties"].keys.contains($0) }
          .map { "\(place).\($0) is not allowed" }
      case "items":
        for element in value.elements { complaints += try check(element, against: argument, at: "\(place)[]") }
      case "minItems", "maxItems":
        guard case .array(let elements) = value, let count = argument.int else { break }
        if keyword == "minItems" ? elements.count < count : elements.count > count {
          complaints.append("\(place) has \(elements.count) items")
        }
      case "anyOf":
        let all = try argument.elements.map { try check(value, against: $0, at: place) }
        if !all.contains([]) { complaints += all.min { $0.count < $1.count } ?? ["\(place) has no form"] }
      default: throw Unknown(description: "keyword \(keyword) at \(place)")
      }
    }
    return complaints
  }

  private static func has(_ value: JSON, type: String) -> Bool {
    switch (type, value) {
    case ("null", .null), ("boolean", .bool), ("string", .string), ("number", .number), ("array", .array),
      ("object", .object):
      true
    case ("integer", .number): value.int != nil
    default: false
    }
  }
}
