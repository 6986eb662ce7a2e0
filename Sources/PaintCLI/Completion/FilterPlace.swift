import PaintFilters

/// The filter to which the next word of `paint filter` belongs.
struct FilterPlace {
  /// Nil if the next word is a filter's name, or the name before it is unknown.
  private(set) var description: FilterDescription?
  /// Whether the next word is a filter's name.
  private(set) var isName = true
  /// The parameters that were given.
  private(set) var given: Set<String> = []
  /// The parameter whose value is the next word.
  private(set) var awaited: String?

  /// Reads the operands as `FilterWords` does.
  init(_ line: ParsedLine) {
    for operand in line.operands { take(line.words.text(operand)) }
  }

  private mutating func take(_ word: String) {
    if awaited != nil {
      awaited = nil
    } else if word == "+" {
      (description, isName, given) = (nil, true, [])
    } else if isName {
      (description, isName) = (FilterCatalog.filter(named: word)?.description, false)
    } else if word.hasPrefix("--") {
      takeParameter(word.dropFirst(2))
    }
  }

  private mutating func takeParameter(_ word: Substring) {
    let name = String(word.prefix { $0 != "=" })
    let opposite = name.hasPrefix("no-") ? String(name.dropFirst(3)) : name
    if case .flag = description?.parameter(named: opposite)?.kind {
      given.insert(opposite)
    } else {
      given.insert(name)
      if !word.contains("=") { awaited = name }
    }
  }
}
