/// A picture as a source of colours.
public struct Pattern: Sendable {
  /// The picture's pixels, at their position on the canvas.
  let picture: PixelBlock
  /// Whether the picture is repeated from the canvas' corner in both directions; otherwise pixels outside of it are
  /// transparent.
  public let isRepeating: Bool
  /// Whether all pixels are opaque.
  let isOpaque: Bool

  /// A picture that is repeated from the canvas' corner: its own corner is at (0, 0).
  ///
  /// - Complexity: O(pixels).
  public init(repeating picture: PixelBlock) {
    self.picture = picture
    isRepeating = true
    isOpaque = picture.withPixels { pixels in pixels.indices.allSatisfy { pixels[$0] >= 0xFF00_0000 } }
  }

  /// A picture that is shown once, in its box.
  public init(once picture: PixelBlock) {
    self.picture = picture
    (isRepeating, isOpaque) = (false, false)
  }
}

extension Pattern: Hashable {
  /// Two patterns are equal if they share the memory of their picture.
  public static func == (a: Pattern, b: Pattern) -> Bool {
    a.picture === b.picture && a.isRepeating == b.isRepeating
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(picture))
    hasher.combine(isRepeating)
  }
}
