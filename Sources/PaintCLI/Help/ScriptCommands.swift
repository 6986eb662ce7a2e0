/// Which commands the lines of scripts and groups may have, from the table of commands.
enum ScriptCommands {
  /// Those of scripts.
  static var allowed: [CommandSpec] { CommandTable.all.filter(\.isForScripts) }
  /// Those that only the shell has.
  static var refused: [CommandSpec] { CommandTable.all.filter { !$0.isForScripts } }
  /// Those of scripts, but not of groups.
  static var neverInGroups: [CommandSpec] { allowed.filter { !$0.isForGroups(ParsedLine()) } }
  /// Those that a group has only as questions, without an operand, as in `branch`.
  static var questionsInGroups: [CommandSpec] {
    var named = ParsedLine()
    named.operands = [Word(0, 0)]
    return allowed.filter { [named] in $0.isForGroups(ParsedLine()) && !$0.isForGroups(named) }
  }
}
