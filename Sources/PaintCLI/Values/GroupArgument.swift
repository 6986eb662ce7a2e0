/// The operand of `group`: the number of steps to join, or `begin` and `end` in a script.
enum GroupArgument: Equatable, Sendable {
  /// The last steps become one.
  case join(Int)
  /// The lines that follow become one step.
  case begin
  /// The group ends.
  case end

  /// Reads the whole word; throws `bad_value`.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> GroupArgument {
    if let steps = Number.whole(word), steps > 0 { return .join(steps) }
    switch String(copying: word) {
    case "begin": return .begin
    case "end": return .end
    default: throw .notA("a number of steps (1 or more), begin or end", word)
    }
  }
}

extension GroupArgument {
  /// Reads a `group` line; throws `unexpected_word` if there are too many words.
  init(_ line: ParsedLine) throws(Failure) {
    self = try line.operand(0, GroupArgument.parse)
    if self == .end, line.operands.count > 1 {
      throw Failure(.unexpectedWord, "group end takes no name", hint: "group begin NAME names a group")
    }
    if line.operands.count > 1 { _ = try line.operand(1, NameArgument.parse) }
  }
}

extension ParsedLine {
  /// The argument of a `group` line; nil for other commands.
  func groupArgument() throws(Failure) -> GroupArgument? { try command == .group ? GroupArgument(self) : nil }
}
