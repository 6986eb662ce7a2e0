/// What steps and groups are called: any text.
enum NameArgument {
  /// The name in one line, with a blank for each line end.
  static func oneLine(_ text: String) -> String {
    String(decoding: text.utf8.map { $0 == 0x0a || $0 == 0x0d ? 0x20 : $0 }, as: UTF8.self)
  }
}
