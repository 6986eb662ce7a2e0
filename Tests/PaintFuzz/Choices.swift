/// Bytes that are read as choices, for structured inputs; after the last byte every choice is the first.
struct Choices {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether all bytes are read.
  var isAtEnd: Bool { place >= bytes.count }

  /// The next byte.
  mutating func byte() -> UInt8 {
    guard place < bytes.count else { return 0 }
    place += 1
    return bytes[place - 1]
  }

  /// A number below `count`.
  mutating func number(below count: Int) -> Int {
    if count <= 1 { return 0 }
    if count <= 256 { return Int(byte()) % count }
    var value = Int(byte()) << 8 | Int(byte())
    if count > 65_536 { value = value << 16 | Int(byte()) << 8 | Int(byte()) }
    return value % count
  }

  /// One of these.
  mutating func pick<Element>(_ choices: [Element]) -> Element { choices[number(below: choices.count)] }
}
