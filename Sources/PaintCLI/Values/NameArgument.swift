/// The names of steps and groups: any text that is not empty.
enum NameArgument {
  /// Reads the whole word; throws `bad_value` for an empty one.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> String {
    guard word.count > 0 else { throw empty }
    return String(copying: word)
  }

  /// The failure for an empty name.
  static var empty: Failure { Failure(.badValue, "a name cannot be empty") }

  /// The name in one line, with a blank for each line end.
  static func oneLine(_ text: String) -> String {
    String(decoding: text.utf8.map { $0 == 0x0a || $0 == 0x0d ? 0x20 : $0 }, as: UTF8.self)
  }
}
