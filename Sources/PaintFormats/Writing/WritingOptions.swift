import PaintRaster

/// An option of writing that only some formats have.
public enum WritingOption: String, CaseIterable, Sendable {
  /// How much is lost, 1…100.
  case quality
  /// How many pixels share a sample of colour.
  case subsampling
  /// A coarse picture comes first and is refined.
  case progressive
  /// Nothing is lost.
  case lossless
  /// How bytes are compressed.
  case compression
}

/// How a picture is written; nil means the format's default.
public struct WritingOptions: Hashable, Sendable {
  /// How many pixels share a sample of colour.
  public enum Subsampling: String, CaseIterable, Sendable {
    /// None.
    case none = "444"
    /// Two next to each other.
    case across = "422"
    /// Four.
    case both = "420"
  }

  /// How a TIFF is compressed; both without loss.
  public enum Compression: String, CaseIterable, Sendable {
    /// As in PNG and zip.
    case deflate
    /// Older; faster to write.
    case lzw
  }

  /// How much is lost: 1 is the smallest file, 100 the best picture.
  public var quality: Int?
  /// How many pixels share a sample of colour.
  public var subsampling: Subsampling?
  /// A coarse picture comes first and is refined.
  public var isProgressive: Bool?
  /// Nothing is lost, colours under alpha 0 included.
  public var isLossless: Bool?
  /// How bytes are compressed.
  public var compression: Compression?

  /// Creates options; nil means the format's default.
  public init(
    quality: Int? = nil, subsampling: Subsampling? = nil, isProgressive: Bool? = nil, isLossless: Bool? = nil,
    compression: Compression? = nil
  ) {
    self.quality = quality
    self.subsampling = subsampling
    self.isProgressive = isProgressive
    self.isLossless = isLossless
    self.compression = compression
  }

  /// The options that are set.
  public var used: Set<WritingOption> {
    var used: Set<WritingOption> = []
    if quality != nil { used.insert(.quality) }
    if subsampling != nil { used.insert(.subsampling) }
    if isProgressive != nil { used.insert(.progressive) }
    if isLossless != nil { used.insert(.lossless) }
    if compression != nil { used.insert(.compression) }
    return used
  }

  /// These options, and others where these are nil.
  func completed(by others: WritingOptions) -> WritingOptions {
    WritingOptions(
      quality: quality ?? others.quality, subsampling: subsampling ?? others.subsampling,
      isProgressive: isProgressive ?? others.isProgressive, isLossless: isLossless ?? others.isLossless,
      compression: compression ?? others.compression)
  }
}
