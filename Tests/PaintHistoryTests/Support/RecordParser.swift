import PaintRaster

/// A record parsed from a pack, independent of the writer's code.
struct ParsedRecord: Equatable {
  var fields: [String: String] = [:]
  var slots: [(tile: UInt32, adler: UInt32)] = []
  var colors: [(tile: UInt32, color: Pixel)] = []

  struct Malformed: Error { var line: String }

  var revision: Int { Int(fields["revision"] ?? "") ?? -1 }
  var parent: Int? { fields["parent"].flatMap { Int($0) } }
  /// The unescaped text of a key.
  func text(_ key: String) -> String? { fields[key].map(Self.unescaped) }
  var name: String { Self.unescaped(fields["name"] ?? "") }
  var command: String { Self.unescaped(fields["command"] ?? "") }
  var numbers: [String: [Int]] { fields.mapValues { $0.split(separator: " ").compactMap { Int($0) } } }

  static func == (a: ParsedRecord, b: ParsedRecord) -> Bool { a.fields == b.fields }

  /// All records in the text of a pack.
  static func parse(_ text: String) throws -> [ParsedRecord] {
    var records: [ParsedRecord] = []
    var record = ParsedRecord()
    // Splits by scalars, because Swift treats CR LF as one character.
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let line = String(line)
      if line.isEmpty {
        records.append(record)
        record = ParsedRecord()
        continue
      }
      guard let space = line.firstIndex(of: " ") else { throw Malformed(line: line) }
      let key = String(line[..<space])
      let value = String(line[line.index(after: space)...])
      guard record.fields.updateValue(value, forKey: key) == nil else { throw Malformed(line: line) }
      if key == "slots" { record.slots = try value.split(separator: " ").map(slot) }
      if key == "colors" { record.colors = try value.split(separator: " ").flatMap(colors) }
    }
    guard record.fields.isEmpty else { throw Malformed(line: "\(record.fields)") }
    return records
  }

  private static func slot(_ word: Substring) throws -> (UInt32, UInt32) {
    let parts = word.split(separator: ":")
    guard parts.count == 2, let tile = UInt32(parts[0]), let adler = UInt32(parts[1], radix: 16) else {
      throw Malformed(line: String(word))
    }
    return (tile, adler)
  }

  private static func colors(_ word: Substring) throws -> [(UInt32, Pixel)] {
    let parts = word.split(separator: ":")
    guard parts.count == 2, parts[0].count == 8, let bits = UInt32(parts[0], radix: 16) else {
      throw Malformed(line: String(word))
    }
    let run = parts[1].split(separator: "+").compactMap { UInt32($0) }
    guard let first = run.first else { throw Malformed(line: String(word)) }
    let color = Pixel(bits: bits.byteSwapped)
    return (first...first + (run.count > 1 ? run[1] : 0)).map { ($0, color) }
  }

  private static func unescaped(_ text: String) -> String {
    var result = ""
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "\\" else {
        result.unicodeScalars.append(scalar)
        continue
      }
      switch scalars.next() {
      case "n": result += "\n"
      case "r": result += "\r"
      case let other?: result.unicodeScalars.append(other)
      case nil: break
      }
    }
    return result
  }
}
