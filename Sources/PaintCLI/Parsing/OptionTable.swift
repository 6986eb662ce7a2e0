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
    for spec in OptionSpec.all {
      names.append((spec.name, Match(id: spec.id, isReversed: false)))
      if case .reversible = spec.form { names.append(("no-" + spec.name, Match(id: spec.id, isReversed: true))) }
      if let short = spec.short { shorts.append((short, spec.id)) }
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
