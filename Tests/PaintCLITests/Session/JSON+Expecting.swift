import PaintRaster

extension JSON {
  /// A number, or null.
  static func int(_ number: Int?) -> JSON { number.map { .number("\($0)") } ?? .null }

  /// A text, or null.
  static func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

  /// A box as receipts write it.
  static func box(_ box: PixelBox) -> JSON {
    box.isEmpty ? .null : .array([box.x, box.y, box.width, box.height].map { .int($0) })
  }

  /// An object.
  static func fields(_ fields: [String: JSON]) -> JSON {
    .object(fields.sorted { $0.key < $1.key }.map { Member(key: $0.key, value: $0.value) })
  }

  /// The object with one more field.
  func with(_ key: String, _ value: JSON) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members + [Member(key: key, value: value)])
  }

  /// The difference from `expected`, which may have only a part of the fields; nil if there is none.
  ///
  /// An object may have more fields than are expected, but an array not more elements.
  func contradiction(to expected: JSON, at place: String = "") -> String? {
    switch (self, expected) {
    case (.object, .object(let members)):
      guard keys.contains(members.map(\.key)) else { return "\(place) lacks keys of \(members.map(\.key))" }
      for member in members {
        if let found = self[member.key].contradiction(to: member.value, at: "\(place).\(member.key)") { return found }
      }
      return nil
    case (.array(let told), .array(let wanted)):
      if told.count != wanted.count { return "\(place) has \(told.count) elements, not \(wanted.count)" }
      for (index, pair) in zip(told, wanted).enumerated() {
        if let found = pair.0.contradiction(to: pair.1, at: "\(place)[\(index)]") { return found }
      }
      return nil
    default: return self == expected ? nil : "\(place) is \(self), not \(expected)"
    }
  }
}

extension [String] {
  /// Whether the object has all of these fields.
  fileprivate func contains(_ others: [String]) -> Bool { others.allSatisfy { contains($0) } }
}

extension JSON: CustomStringConvertible {
  /// The value approximately as JSON, for failure messages.
  var description: String {
    switch self {
    case .null: "null"
    case .bool(let truth): "\(truth)"
    case .number(let number): number
    case .string(let text): "\"\(text)\""
    case .array(let elements): "[\(elements.map(\.description).joined(separator: ","))]"
    case .object(let members): "{\(members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}"
    }
  }
}
