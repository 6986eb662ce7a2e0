/// The name of a kept file: the SHA-256 of its bytes, so that equal files are stored once.
public struct ContentName: Hashable, Sendable {
  /// 64 lowercase hexadecimal digits.
  public let digits: String

  init(digits: String) { self.digits = digits }

  /// Parses a name; nil unless the text is 64 hexadecimal digits.
  public init?(_ text: some StringProtocol) {
    let text = text.lowercased()
    guard text.utf8.count == 64, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    digits = text
  }

  /// The name of the file in the document's folder `files`.
  ///
  /// All files are pictures so far, and viewers need the extension.
  public var fileName: String { digits + ".png" }

  /// The prefix of the digits in a command.
  private static let prefix = Array("content:".utf8)

  /// The files that a command mentions anywhere: it is better to keep a file too many than one too few.
  static func mentioned(in command: String) -> [ContentName] {
    let bytes = Array(command.utf8)
    var names: [ContentName] = []
    var offset = 0
    while offset + prefix.count + 64 <= bytes.count {
      if bytes[offset] == prefix[0], bytes[offset..<offset + prefix.count].elementsEqual(prefix) {
        let digits = bytes[offset + prefix.count..<offset + prefix.count + 64]
        if let name = ContentName(String(decoding: digits, as: UTF8.self)) { names.append(name) }
      }
      offset += 1
    }
    return names
  }
}
