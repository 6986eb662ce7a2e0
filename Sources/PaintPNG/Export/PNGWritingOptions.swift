/// The choices in writing a picture as a PNG.
public struct PNGWritingOptions: Hashable, Sendable {
  /// How hard the pixels are compressed; no choice changes a pixel.
  public enum Compression: String, CaseIterable, Sendable {
    /// As fast as possible.
    case fast
    /// Nearly as fast, and smaller for drawings; for most photographs the same.
    case standard = "default"
    /// As small as possible, which takes up to a hundred times as long.
    case best
  }

  /// The numbers of colours that a palette can be limited to.
  public static let colorLimits = 2...256

  /// How hard the pixels are compressed.
  public var compression = Compression.standard
  /// Whether red, green, blue and alpha are written even if fewer channels or a palette would do.
  public var keepsFourChannels = false
  /// Whether the colour space, a colour profile, the pixel density, EXIF and texts are left out.
  public var stripsChunks = false
  /// The most colours of the written picture, in `colorLimits`; nil for no limit.
  public var colorLimit: Int?
  /// Whether a picture with fewer colours mixes them in neighbouring pixels.
  public var isDithered = false

  /// The choices of a user who makes none.
  public init() {}
}
