/// How a PNG is read: what an interlaced picture may take, and what is done with a damaged one.
public struct PNGReadingOptions: Sendable {
  /// The most pixels of an interlaced picture, which is decoded as a whole; a larger one is refused.
  public var interlacedPixels = PNGReader.interlacedPixelLimit
  /// The most bytes of an interlaced picture that is assembled in memory, 4 for each pixel; a larger one is assembled in
  /// a temporary file.
  public var interlacedMemory = 64 << 20
  /// Whether damage is accepted: pixels that are missing are transparent, and `PNGReader.acceptedDamage` has the reason.
  ///
  /// At least one row must be there, of an interlaced picture one of a pass.
  public var acceptsDamage = false

  /// The usual options: damage is refused.
  public init() {}
}
