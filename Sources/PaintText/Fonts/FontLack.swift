/// A style that a family lacks and that is not made artificially.
public struct FontLack: Hashable, Sendable {
  /// The family, as it was named.
  public var family: String
  /// The property that was asked for, such as `bold` or `style=Thin`.
  public var wanted: String
  /// The style that is used.
  public var used: String?
  /// The styles that the family has, sorted.
  public var styles: [String]
}
