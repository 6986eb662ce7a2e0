/// What a filter is called, what it does and which parameters it has.
public struct FilterDescription: Equatable, Sendable {
  /// Its name in small letters with hyphens.
  public let name: String
  /// Other names that mean it.
  public let aliases: [String]
  /// One sentence.
  public let summary: String
  /// Its parameters, the most important first.
  public let parameters: [FilterParameter]

  init(_ name: String, aliases: [String] = [], _ summary: String, _ parameters: [FilterParameter] = []) {
    self.name = name
    self.aliases = aliases
    self.summary = summary
    self.parameters = parameters
  }

  /// The parameter of that name.
  public func parameter(named name: String) -> FilterParameter? { parameters.first { $0.name == name } }
}
