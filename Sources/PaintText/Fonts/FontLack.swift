/// Properties in a font's name that have no effect.
public struct FontLack: Hashable, Sendable {
  /// The family, as it was named, or that of a generic name.
  public var family: String
  /// The properties, as they were typed, that the family lacks and that are not made artificially: `bold`, `weight=50`.
  public var wanted: [String]
  /// The style that is used.
  public var used: String?
  /// The styles that the family has, sorted.
  public var styles: [String]
  /// The properties that change no text, such as `hinting=false`.
  public var ignored: [String]
}
