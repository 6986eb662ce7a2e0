/// A filter's name, summary and parameters.
public struct FilterDescription: Equatable, Sendable {
  /// Its name, in lowercase letters and hyphens.
  public let name: String
  /// Alternative names.
  public let aliases: [String]
  /// One sentence.
  public let summary: String
  /// Its parameters, the most important first.
  public let parameters: [FilterParameter]
  /// Parameters as typed, for a filter that changes nothing without any; nil for others.
  public let example: String?

  init(
    _ name: String, aliases: [String] = [], _ summary: String, _ parameters: [FilterParameter] = [],
    example: String? = nil
  ) {
    self.example = example
    self.name = name
    self.aliases = aliases
    self.summary = summary
    self.parameters = parameters
  }

  /// The parameter with the given name.
  public func parameter(named name: String) -> FilterParameter? { parameters.first { $0.name == name } }
}
