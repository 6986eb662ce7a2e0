/// The table of all options, and how they are found by name.
///
/// In the table itself: one of names would be made by every start, for a line with few options.
enum OptionTable {
  /// An option, and whether it was negated.
  struct Match: Equatable, Sendable {
    /// The option.
    var id: OptionID
    /// Whether it was `--no-NAME`.
    var isReversed: Bool
  }

  /// The option of that name (without dashes), or nil; names of up to 15 bytes compare as two machine words each.
  static func match(_ name: String) -> Match? {
    if let spec = option(name) { return Match(id: spec.id, isReversed: false) }
    guard name.hasPrefix("no-"), let spec = option(String(name.dropFirst(3))), case .reversible = spec.form
    else { return nil }
    return Match(id: spec.id, isReversed: true)
  }

  private static func option(_ name: String) -> OptionSpec? {
    // By position, because an option is much larger than its name.
    for position in all.indices where all[position].name == name { return all[position] }
    return nil
  }

  /// The option of that letter, or nil.
  static func match(short letter: UInt8) -> OptionID? {
    for position in all.indices where all[position].short?.value == UInt32(letter) { return all[position].id }
    return nil
  }

  /// The names, with dashes, of those options that `isAllowed` allows.
  static func names(where isAllowed: (OptionID) -> Bool) -> [String] {
    all.filter { isAllowed($0.id) }.flatMap { spec in
      if case .reversible = spec.form { ["--" + spec.name, "--no-" + spec.name] } else { ["--" + spec.name] }
    }
  }
}
