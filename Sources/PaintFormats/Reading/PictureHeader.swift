import PaintRaster

/// What the header of a picture file states.
public struct PictureHeader: Sendable {
  /// How colours are stored.
  public enum ColorModel: String, Sendable {
    /// One sample of lightness.
    case grey
    /// Red, green and blue.
    case rgb = "RGB"
    /// Numbers of colours in a table.
    case palette
    /// Four inks.
    case cmyk = "CMYK"
    /// Lightness and two differences of colour.
    case ycc = "YCbCr"
    /// Lightness and two coordinates of a perceptual space.
    case lab = "Lab"
  }

  /// What the bits of a sample are.
  public enum SampleKind: String, Sendable {
    /// A whole number from 0 on.
    case unsigned
    /// A whole number that may be negative.
    case signed
    /// A floating-point number.
    case float
  }

  /// The format's name, such as `JPEG` or `PGM`.
  public var formatName: String
  /// Pixels from left to right as stored.
  public var storedWidth: Int
  /// Pixels from top to bottom as stored.
  public var storedHeight: Int
  /// Bits a sample, 1…64.
  public var bitDepth: Int
  /// What these bits are.
  public var sampleKind = SampleKind.unsigned
  /// Samples a pixel, alpha included.
  public var channels: Int
  /// How colours are stored.
  public var colorModel: ColorModel
  /// Whether pixels may be transparent.
  public var hasAlpha: Bool
  /// How the picture is turned to be upright.
  public var orientation: Orientation
  /// Pages or frames.
  public var pages: Int
  /// The ICC profile as stored, unchecked; nil for none.
  public var colorProfile: [UInt8]?

  /// EXIF from its byte order mark on, unchecked; nil for none.
  public var exif: [UInt8]?
  /// A packet of XMP, unchecked; nil for none, and for PNG, which has it among its texts.
  public var xmp: [UInt8]?
  /// A data set of IPTC, unchecked; nil for none, and for PNG, which has it among its texts.
  var iptc: [UInt8]?
  /// Numbers for the colours; nil for none, and for PNG, which has them among its chunks.
  var codePoints: CodePoints?
  /// What the file has besides its picture.
  var attachments: Set<Attachment> = []
  /// The comment of a JPEG, of which the encoding is not known; nil for none.
  var comment: [UInt8]?
  /// The pixels in a length; nil if the file does not tell, and for PNG, which has it among its chunks.
  var density: PixelDensity?
  /// Texts, as PNG has them.
  public var texts = 0

  /// Pixels from left to right of the upright picture.
  public var width: Int { orientation.swapsSides ? storedHeight : storedWidth }
  /// Pixels from top to bottom of the upright picture.
  public var height: Int { orientation.swapsSides ? storedWidth : storedHeight }

  /// Reads the header of a picture; its pixels are neither read nor checked.
  ///
  /// - Throws: as `PictureReader`, except that the picture may have any size.
  public init(of source: PictureSource, options: ReadingOptions = ReadingOptions()) throws(PictureError) {
    self = try PictureFormat.detect(source).header(of: source, options)
  }

  init(
    _ formatName: String, width: Int, height: Int, bitDepth: Int = 8, channels: Int = 3, colorModel: ColorModel = .rgb,
    hasAlpha: Bool = false, orientation: Orientation = .upright, pages: Int = 1, colorProfile: [UInt8]? = nil
  ) {
    self.formatName = formatName
    storedWidth = width
    storedHeight = height
    self.bitDepth = bitDepth
    self.channels = channels
    self.colorModel = colorModel
    self.hasAlpha = hasAlpha
    self.orientation = orientation
    self.pages = pages
    self.colorProfile = colorProfile
  }
}
