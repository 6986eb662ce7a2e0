/// Writes compact JSON; keys keep their order.
///
/// The output is valid for every input: control characters are escaped, numbers that JSON does not have become null.
/// Commas are added automatically; the caller closes objects and arrays, and writes keys only in objects.
struct JSONWriter {
  /// The JSON so far.
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Creates an empty writer.
  init() {}

  /// Removes everything but keeps the memory.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Appends the output of another writer.
  mutating func append(_ other: JSONWriter) {
    bytes.append(contentsOf: other.bytes)
  }

  /// Ends a line, for one object per line.
  mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// Opens an object.
  mutating func beginObject() { open(UInt8(ascii: "{")) }
  /// Closes the object.
  mutating func endObject() { close(UInt8(ascii: "}")) }
  /// Opens an array.
  mutating func beginArray() { open(UInt8(ascii: "[")) }
  /// Closes the array.
  mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Writes a key; its value comes next.
  mutating func key(_ name: String) {
    value(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a whole number.
  mutating func value(_ number: some BinaryInteger) {
    comma()
    NumberText.append(number, to: &bytes)
  }

  /// Writes a number in its shortest form, null if it is not finite.
  mutating func value(_ number: Double) {
    guard number.isFinite else { return null() }
    comma()
    NumberText.append(number, to: &bytes)
  }

  /// Writes true or false.
  mutating func value(_ truth: Bool) {
    comma()
    bytes.append(contentsOf: (truth ? "true" : "false").utf8)
  }

  /// Writes null.
  mutating func null() {
    comma()
    bytes.append(contentsOf: "null".utf8)
  }

  /// Writes a string.
  mutating func value(_ text: String) {
    comma()
    bytes.append(UInt8(ascii: "\""))
    // Most texts have no such characters, and many are long.
    if text.utf8.contains(where: { $0 >= 128 }), text.unicodeScalars.contains(where: Self.isHidden) {
      for scalar in text.unicodeScalars {
        if Self.isHidden(scalar) { appendEscape(scalar) } else { append(String(scalar)) }
      }
    } else {
      append(text)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether a character that is not ASCII controls a terminal, or changes the order or the lines of a text.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= 128 && Failure.isControl(scalar) }

  private mutating func appendEscape(_ scalar: Unicode.Scalar) {
    // All of them have at most four digits.
    let digits = String(scalar.value, radix: 16)
    bytes.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8)
  }

  private mutating func append(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): escape(UInt8(ascii: "\""))
      case UInt8(ascii: "\\"): escape(UInt8(ascii: "\\"))
      case UInt8(ascii: "\n"): escape(UInt8(ascii: "n"))
      case UInt8(ascii: "\r"): escape(UInt8(ascii: "r"))
      case UInt8(ascii: "\t"): escape(UInt8(ascii: "t"))
      case 0..<32, 127:
        bytes.append(contentsOf: "\\u00".utf8)
        appendDigits(of: byte)
      default: bytes.append(byte)
      }
    }
  }

  private mutating func appendDigits(of byte: UInt8) {
    for digit in [byte >> 4, byte & 15] { bytes.append(contentsOf: String(digit, radix: 16).utf8) }
  }

  /// Writes key and string, null if there is none.
  mutating func field(_ name: String, _ text: String?) {
    key(name)
    if let text { value(text) } else { null() }
  }

  /// Writes key and whole number, null if there is none.
  mutating func field(_ name: String, _ number: Int?) {
    key(name)
    if let number { value(number) } else { null() }
  }

  /// Writes key and number, null if there is none.
  mutating func field(_ name: String, _ number: Double?) {
    key(name)
    if let number { value(number) } else { null() }
  }

  /// Writes key and boolean, null if there is none.
  mutating func field(_ name: String, _ truth: Bool?) {
    key(name)
    if let truth { value(truth) } else { null() }
  }

  /// Writes an array; `body` writes the value of each item.
  mutating func array<Items: Sequence, E: Error>(
    _ items: Items, _ body: (inout JSONWriter, Items.Element) throws(E) -> Void
  ) throws(E) {
    beginArray()
    for item in items { try body(&self, item) }
    endArray()
  }

  /// Writes key and array.
  mutating func array<Items: Sequence, E: Error>(
    _ name: String, _ items: Items, _ body: (inout JSONWriter, Items.Element) throws(E) -> Void
  ) throws(E) {
    key(name)
    try array(items, body)
  }

  /// Writes an array of objects; `body` writes the fields of each item.
  mutating func objects<Items: Sequence, E: Error>(
    _ items: Items, _ body: (inout JSONWriter, Items.Element) throws(E) -> Void
  ) throws(E) {
    try array(items) { (json, item) throws(E) in
      json.beginObject()
      try body(&json, item)
      json.endObject()
    }
  }

  /// Writes key and array of objects.
  mutating func objects<Items: Sequence, E: Error>(
    _ name: String, _ items: Items, _ body: (inout JSONWriter, Items.Element) throws(E) -> Void
  ) throws(E) {
    key(name)
    try objects(items, body)
  }

  private mutating func comma() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func open(_ bracket: UInt8) {
    comma()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func escape(_ letter: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    bytes.append(letter)
  }
}
