import PaintRaster

/// How a picture is read.
public struct ReadingOptions: Sendable {
  /// The usual limit of pixels: 16,384x16,384, 1 GiB in memory.
  public static let defaultPixelLimit = 268_435_456

  /// The page or frame of formats that have several, from 0.
  public var page = 0
  /// JPEG is scaled while it is decoded: by 1/8 … 8/8.
  ///
  /// Other formats ignore this.
  public var eighths = 8
  /// Whether the picture is turned to be upright, as its file states; otherwise its rows stay as they are stored.
  ///
  /// HEIF is always upright: its library turns it.
  public var appliesOrientation = true
  /// The most pixels of a picture, except of PNG and Netpbm, which are limited by the canvas' size alone.
  public var pixelLimit = defaultPixelLimit
  /// Damage does not end reading: rows that are missing are transparent, and a warning gives the reason.
  public var isLenient = false
  /// The threads that a library may use.
  public var workers = Workers.all
  /// Libraries that count as not installed, for tests.
  var missingLibraries: Set<PictureLibrary> = []

  /// The options that read a whole picture or nothing.
  public init() {}
}
