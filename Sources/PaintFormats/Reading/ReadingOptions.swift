import PaintRaster

/// How a picture is read.
public struct ReadingOptions: Sendable {
  /// The usual limit of pixels: 16,384x16,384, 1 GiB in memory.
  public static let defaultPixelLimit = 268_435_456

  /// The page or frame of formats that have several, from 0; nil for the first, with a warning if there are others.
  public var page: Int?
  /// Whether that warning says how another is read; false where no page can be chosen.
  public var offersPages = true
  /// The smallest size that is needed of a picture with the given size in its file; nil to read all of it.
  ///
  /// Both are sizes of the upright picture, unless the orientation is not applied. A JPEG is then read at an eighth, a quarter or half of its size if that is enough, and several times as fast. Other
  /// formats ignore this.
  public var minimumSize: (@Sendable (_ full: CanvasSize) -> CanvasSize?)?
  /// Whether the picture is turned to be upright, as its file states; otherwise its rows stay as they are stored.
  ///
  /// The crop of a HEIF or AVIF is applied in both cases.
  public var appliesOrientation = true
  /// The most pixels that are in memory at once: all of a picture that is decoded as a whole or has to be turned, and a
  /// strip or a row of tiles of a TIFF that is decoded by these.
  ///
  /// Pictures that are decoded row by row (PNG that is not interlaced, Netpbm's, most JPEG and TIFF) are limited by the canvas' size alone.
  public var pixelLimit = defaultPixelLimit
  /// Damage does not end reading: rows that are missing are transparent, and a warning gives the reason.
  ///
  /// A picture of which no row can be read stays an error; of an interlaced PNG, no row of any pass.
  public var isLenient = false
  /// The floating-point numbers that become 0 and 255, both finite; nil for the least and the greatest of the picture.
  ///
  /// They become 255 and 0 if the picture says that 0 is white.
  ///
  /// Pictures with other samples ignore this.
  public var range: ClosedRange<Double>?
  /// The threads that a library may use.
  public var workers = Workers.all
  /// Libraries that count as not installed, for tests.
  var missingLibraries: Set<PictureLibrary> = []

  /// The options that read a whole picture or nothing.
  public init() {}
}
