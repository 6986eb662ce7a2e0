/// A JSON value that keeps the order of keys; its reader accepts exactly what RFC 8259 allows.
indirect enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  /// A number as it is written.
  case number(String)
  case string(String)
  case array([JSON])
  case object([Member])

  struct Member: Equatable, Sendable {
    var key: String
    var value: JSON
  }

  struct Invalid: Error, CustomStringConvertible {
    var description: String
  }

  init(_ text: String) throws {
    var reader = JSONReader(text)
    self = try reader.readAll()
  }

  /// The keys of an object, in their order.
  var keys: [String] {
    if case .object(let members) = self { members.map(\.key) } else { [] }
  }

  /// The value of that key; null if there is none.
  subscript(key: String) -> JSON {
    guard case .object(let members) = self else { return .null }
    return members.first { $0.key == key }?.value ?? .null
  }

  /// The elements of an array.
  var elements: [JSON] {
    if case .array(let elements) = self { elements } else { [] }
  }

  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var int: Int? {
    if case .number(let number) = self { Int(number) } else { nil }
  }

  var double: Double? {
    if case .number(let number) = self { Double(number) } else { nil }
  }

  var bool: Bool? {
    if case .bool(let truth) = self { truth } else { nil }
  }
}

/// Reads one JSON text.
struct JSONReader {
  private let bytes: [UInt8]
  private var index = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func readAll() throws -> JSON {
    let value = try readValue()
    skipSpaces()
    guard index == bytes.count else { throw invalid("something behind the value") }
    return value
  }

  private func invalid(_ what: String) -> JSON.Invalid {
    JSON.Invalid(description: "\(what) at \(index) of \(String(decoding: bytes, as: UTF8.self))")
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpaces() {
    while let byte = next, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { index += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func take(word: String) -> Bool {
    guard bytes[index...].starts(with: word.utf8) else { return false }
    index += word.utf8.count
    return true
  }

  private mutating func readValue() throws -> JSON {
    skipSpaces()
    switch next {
    case UInt8(ascii: "{"): return try readObject()
    case UInt8(ascii: "["): return try readArray()
    case UInt8(ascii: "\""): return .string(try readString())
    default:
      if take(word: "null") { return .null }
      if take(word: "true") { return .bool(true) }
      if take(word: "false") { return .bool(false) }
      return .number(try readNumber())
    }
  }

  private mutating func readObject() throws -> JSON {
    index += 1
    var members: [JSON.Member] = []
    skipSpaces()
    if take("}") { return .object([]) }
    repeat {
      skipSpaces()
      guard next == UInt8(ascii: "\"") else { throw invalid("no key") }
      let key = try readString()
      guard !members.contains(where: { $0.key == key }) else { throw invalid("the key \(key) again") }
      skipSpaces()
      guard take(":") else { throw invalid("no colon") }
      members.append(JSON.Member(key: key, value: try readValue()))
      skipSpaces()
    } while take(",")
    guard take("}") else { throw invalid("an open object") }
    return .object(members)
  }

  private mutating func readArray() throws -> JSON {
    index += 1
    var elements: [JSON] = []
    skipSpaces()
    if take("]") { return .array([]) }
    repeat {
      elements.append(try readValue())
      skipSpaces()
    } while take(",")
    guard take("]") else { throw invalid("an open array") }
    return .array(elements)
  }

  private mutating func readNumber() throws -> String {
    let start = index
    _ = take("-")
    if !take("0") { try skipDigits() }
    if take(".") { try skipDigits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try skipDigits()
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func skipDigits() throws {
    let start = index
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
    guard index > start else { throw invalid("no digit") }
  }

  private mutating func readString() throws -> String {
    index += 1
    var units: [UInt16] = []
    var plain = index
    func decoded(_ end: Int) -> [UInt16] { Array(String(decoding: bytes[plain..<end], as: UTF8.self).utf16) }
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        units += decoded(index)
        index += 1
        return String(decoding: units, as: UTF16.self)
      case UInt8(ascii: "\\"):
        units += decoded(index)
        index += 1
        units.append(try readEscape())
        plain = index
      case 0..<32: throw invalid("a control character")
      default: index += 1
      }
    }
    throw invalid("an open string")
  }

  private mutating func readEscape() throws -> UInt16 {
    guard let letter = next else { throw invalid("an open escape") }
    index += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt16(letter)
    case UInt8(ascii: "b"): return 8
    case UInt8(ascii: "f"): return 12
    case UInt8(ascii: "n"): return 10
    case UInt8(ascii: "r"): return 13
    case UInt8(ascii: "t"): return 9
    case UInt8(ascii: "u"):
      guard index + 4 <= bytes.count,
        let unit = UInt16(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
      else { throw invalid("no four digits") }
      index += 4
      return unit
    default: throw invalid("an unknown escape")
    }
  }
}
