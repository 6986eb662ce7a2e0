import PaintFilters

/// The table of all commands.
enum CommandTable {
  /// The command with that identity; constant time.
  static func spec(_ id: CommandID) -> CommandSpec { id.declaration }

  /// The command with a name, in a group or without one.
  ///
  /// Only its own declaration is made: a start runs one command, and those of all would be a tenth of it.
  static func command(named name: String, in group: String?) -> CommandSpec? {
    guard let id = CommandID.allCases.first(where: { $0.rawValue == name }), id.declaration.group == group
    else { return nil }
    return id.declaration
  }

  /// Whether the word is the name of a group, such as `stroke`.
  static func isGroup(_ name: String) -> Bool { name == "stroke" }

  /// The names of groups.
  static var groups: [String] { Set(all.compactMap(\.group)).sorted() }

  /// The commands of a group by name: `pencil, line, … and eraser`.
  static func names(in group: String, joinedBy conjunction: String) -> String {
    let names = all.filter { $0.group == group }.map(\.name)
    return names.listed(conjunction)
  }

  /// The hint for an unknown command; nil if no name is similar.
  static func hint(for word: String, in group: String?) -> String? {
    let candidates = all.filter { $0.group == group }
    let meant = candidates.filter { $0.alsoCalled.contains(word) }.map(\.title) + (group == nil ? deeper(word) : [])
    if !meant.isEmpty { return "did you mean \(meant.joined(separator: " or "))?" }
    if group == nil, word.hasSuffix(".paint") {
      // A name that is not UTF-8 cannot be typed as it is shown.
      let name = word.unicodeScalars.contains("\u{fffd}") ? "DOCUMENT" : ShellQuoting.quoted(word)
      return "a document is named with -d: paint -d \(name) …"
    }
    return NearestName.hint(for: word, among: candidates.map(\.name) + (group == nil ? ["stroke", "help"] : []))
  }

  /// What a word means that is no command, but the name of a brush, of a filter, or of strokes in other programs.
  private static func deeper(_ word: String) -> [String] {
    let brushes = all.filter { $0.group == "stroke" && ($0.name == word || $0.alsoCalled.contains(word)) }.map(\.title)
    let filters = FilterCatalog.descriptions.filter { $0.name == word || $0.aliases.contains(word) }
    return (strokesAlsoCalled.contains(word) ? ["stroke"] : []) + brushes + filters.map { "filter \($0.name)" }
  }

  /// Names of `stroke` in other programs, only used for hints.
  private static let strokesAlsoCalled = ["draw", "sketch", "doodle", "shape"]

  /// All commands, in the order of their identities.
  static let all: [CommandSpec] = CommandID.allCases.map(\.declaration)
}
