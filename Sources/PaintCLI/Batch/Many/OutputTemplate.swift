import SystemPackage

/// The name of an output with placeholders for parts of its input's name: `out/{stem}.png`.
struct OutputTemplate: Sendable {
  /// A part that depends on the input.
  private enum Placeholder: String, CaseIterable {
    /// The file's name.
    case name
    /// The file's name without its last ending.
    case stem
    /// The file's folder, `.` for none.
    case dir
    /// The input's number from 1, with as many digits as the last one.
    case index
  }

  private enum Part {
    case text([UInt8])
    case placeholder(Placeholder)
  }

  private var parts: [Part] = []

  /// Reads a template; `{{` and `}}` mean a brace.
  ///
  /// Throws `bad_value` for a brace that is alone, and for unknown placeholders.
  init(_ path: FilePath) throws(Failure) {
    let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    let bytes = path.bytes
    var text: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      guard byte == open || byte == close else {
        text.append(byte)
        continue
      }
      if index < bytes.count, bytes[index] == byte {
        text.append(byte)
        index += 1
        continue
      }
      guard byte == open, let end = bytes[index...].firstIndex(of: close) else {
        throw Failure(
          .badValue, "--out: a brace in \(Failure.quoted(path.string)) is alone", hint: "{{ and }} mean a brace")
      }
      let word = String(decoding: bytes[index..<end], as: UTF8.self)
      guard let placeholder = Placeholder(rawValue: word) else {
        throw Failure(
          .badValue, "--out: \(Failure.quoted("{\(word)}")) is not a placeholder",
          hint: "placeholders are {name}, {stem}, {dir} and {index}; {{ and }} mean a brace")
      }
      if !text.isEmpty { parts.append(.text(text)) }
      text = []
      parts.append(.placeholder(placeholder))
      index = end + 1
    }
    if !text.isEmpty { parts.append(.text(text)) }
  }

  /// The path without placeholders; nil if it has some.
  var plainPath: FilePath? {
    var path: [UInt8] = []
    for part in parts {
      guard case .text(let text) = part else { return nil }
      path += text
    }
    return FilePath(bytes: path)
  }

  /// The output of an input, the `number`-th from 1 of `count`.
  func path(for input: FilePath, number: Int, of count: Int) -> FilePath {
    let bytes = input.bytes
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map { bytes[($0 + 1)...] } ?? bytes[...]
    var path: [UInt8] = []
    for part in parts {
      switch part {
      case .text(let text): path += text
      case .placeholder(.name): path += name
      case .placeholder(.stem):
        // The name of a hidden file begins with its dot.
        let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > name.startIndex ? $0 : nil }
        path += name[..<(dot ?? name.endIndex)]
      case .placeholder(.dir):
        path += slash.map { $0 == 0 ? bytes[...0] : bytes[..<$0] } ?? [UInt8(ascii: ".")]
      case .placeholder(.index):
        let digits = Array(String(number).utf8)
        path += repeatElement(UInt8(ascii: "0"), count: max(0, String(count).utf8.count - digits.count))
        path += digits
      }
    }
    return FilePath(bytes: path)
  }
}
