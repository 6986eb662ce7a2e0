/// What a kept file is called: the SHA-256 of its bytes, so that equal files are one.
public struct ContentName: Hashable, Sendable {
  /// 64 hexadecimal digits in small letters.
  public let digits: String

  init(digits: String) { self.digits = digits }

  /// The name that the text is, or nil unless it is 64 hexadecimal digits.
  public init?(_ text: some StringProtocol) {
    let text = text.lowercased()
    guard text.utf8.count == 64, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    digits = text
  }

  /// The name of the file in the document's folder `files`; all are pictures so far, and viewers go by the ending.
  public var fileName: String { digits + ".png" }

  /// What stands before the digits in a command.
  private static let mark = Array("content:".utf8)

  /// The files that a command mentions, wherever it does: one too many is kept rather than one too few.
  static func mentioned(in command: String) -> [ContentName] {
    let bytes = Array(command.utf8)
    var names: [ContentName] = []
    var place = 0
    while place + mark.count + 64 <= bytes.count {
      if bytes[place] == mark[0], bytes[place..<place + mark.count].elementsEqual(mark) {
        let digits = bytes[place + mark.count..<place + mark.count + 64]
        if let name = ContentName(String(decoding: digits, as: UTF8.self)) { names.append(name) }
      }
      place += 1
    }
    return names
  }
}
