/// How a text is set.
public struct TextStyle: Hashable, Sendable {
  /// Where lines that are shorter than the longest stand.
  public enum Alignment: String, CaseIterable, Hashable, Sendable {
    /// At the left.
    case left
    /// In the middle.
    case center
    /// At the right.
    case right
  }

  /// Pixels to the em, over 0.
  public var size: Double
  /// How wide a line may be, in pixels; nil is any width.
  public var maximumWidth: Double?
  /// Where shorter lines stand; nil is at the left, or at the right in paragraphs that read from right to left.
  public var alignment: Alignment?

  /// A style with these parts.
  public init(size: Double, maximumWidth: Double? = nil, alignment: Alignment? = nil) {
    self.size = size
    self.maximumWidth = maximumWidth
    self.alignment = alignment
  }
}
