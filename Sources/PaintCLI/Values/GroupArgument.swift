/// What stands behind `group`: how many steps to join, or in a script where a group begins and ends.
enum GroupArgument: Equatable, Sendable {
  /// The last so many steps become one.
  case join(Int)
  /// The lines that follow become one step.
  case begin
  /// Up to here.
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

extension ParsedLine {
  /// What a `group` line asks for; nil for other commands.
  ///
  /// Throws for words too many.
  func groupArgument() throws(Failure) -> GroupArgument? {
    guard command == .group else { return nil }
    let argument = try operand(0, GroupArgument.parse)
    if argument == .end, operands.count > 1 {
      throw Failure(.unexpectedWord, "group end takes no name", hint: "group begin NAME names a group")
    }
    return argument
  }
}
