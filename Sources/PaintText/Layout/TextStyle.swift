/// The size, width and alignment of a text.
public struct TextStyle: Hashable, Sendable {
  /// The position of lines that are shorter than the longest.
  public enum Alignment: String, CaseIterable, Hashable, Sendable {
    /// Left-aligned.
    case left
    /// Centred.
    case center
    /// Right-aligned.
    case right
  }

  /// The number of pixels per em, above 0.
  public var size: Double
  /// The maximum width of a line in pixels; nil is unlimited.
  public var maximumWidth: Double?
  /// The alignment of shorter lines; nil is left, or right in paragraphs that read from right to left.
  public var alignment: Alignment?

  /// A style with these values.
  public init(size: Double, maximumWidth: Double? = nil, alignment: Alignment? = nil) {
    self.size = size
    self.maximumWidth = maximumWidth
    self.alignment = alignment
  }
}
