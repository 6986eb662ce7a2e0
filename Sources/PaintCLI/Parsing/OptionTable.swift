/// Finds options by name.
struct OptionTable: Sendable {
  /// An option, and whether it was negated.
  struct Match: Equatable, Sendable {
    /// The option.
    var id: OptionID
    /// Whether it was `--no-NAME`.
    var isReversed: Bool
  }

  /// The table of all options.
  static let all = OptionTable()

  private let names: [(name: String, match: Match)]
  private let shorts: [(letter: UInt8, id: OptionID)]

  private init() {
    var names: [(name: String, match: Match)] = []
    var shorts: [(letter: UInt8, id: OptionID)] = []
    let all = OptionSpec.all
    // Not a copy of each: every start makes this table.
    for place in all.indices {
      let (name, id) = (all[place].name, all[place].id)
      names.append((name, Match(id: id, isReversed: false)))
      if case .reversible = all[place].form { names.append(("no-" + name, Match(id: id, isReversed: true))) }
      if let short = all[place].short { shorts.append((short, id)) }
    }
    self.names = names
    self.shorts = shorts
  }

  /// The option of that name (without dashes), or nil; names of up to 15 bytes compare as two machine words each.
  func match(_ name: String) -> Match? {
    for entry in names where entry.name == name { return entry.match }
    return nil
  }

  /// The option of that letter, or nil.
  func match(short letter: UInt8) -> OptionID? {
    for entry in shorts where entry.letter == letter { return entry.id }
    return nil
  }

  /// The names, with dashes, of those options that `isAllowed` allows.
  func names(where isAllowed: (OptionID) -> Bool) -> [String] {
    names.filter { isAllowed($0.match.id) }.map { "--" + $0.name }
  }
}
