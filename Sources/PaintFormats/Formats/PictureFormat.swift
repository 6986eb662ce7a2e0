import PaintRaster

/// A format of picture files: how it is recognised, and what it can do.
///
/// Each format is a file of this folder with a static member, which `all` lists.
public struct PictureFormat: Sendable {
  /// The name for messages, such as `JPEG`; in lower case it selects the format.
  public let name: String
  /// The endings of file names in lower case, without the dot; the first is the usual one.
  public let endings: [String]
  /// Endings of kinds of the format that can only be read; nil for none.
  public let readOnly: ReadOnlyEndings?
  /// The library that the format needs; nil for none.
  public let library: PictureLibrary?
  /// What one of several pictures in a file is called, such as `frame`; nil if a file has only one.
  public let pageNoun: String?
  /// How files are written; nil if they can only be read.
  let writing: Writing?
  /// Whether a file begins with these bytes, of which there are at most 64.
  let matches: @Sendable (_ first: [UInt8]) -> Bool
  /// Reads the header.
  let open: @Sendable (PictureSource, ReadingOptions) throws(PictureError) -> any RowDecoder
  /// Reads the header of a picture of any size; nil if `open` does.
  let readHeader: (@Sendable (PictureSource) throws(PictureError) -> PictureHeader)?

  /// Endings of files that can be read, but not written, although others of the format can.
  public struct ReadOnlyEndings: Sendable {
    /// The endings in lower case, without the dot.
    public let endings: [String]
    /// The endings to use instead for a file that is written.
    public let instead: [String]
  }

  /// How a format is written.
  struct Writing: Sendable {
    var storesAlpha: Bool
    var storesGray = false
    var usesOpacity = false
    var options: Set<WritingOption> = []
    var defaults = WritingOptions()
    var sideLimit = CanvasSize.maximumSide
    /// Nil for PNG, which has a place for all that a document keeps.
    var places: MetadataPlaces?
    var encoder: @Sendable (WritingRequest) throws(PictureError) -> any RowEncoder
  }

  /// Whether files can be written.
  public var isWritable: Bool { writing != nil }
  /// Whether a written file keeps transparency.
  public var storesAlpha: Bool { writing?.storesAlpha ?? false }
  /// Whether a written file keeps an ICC profile.
  public var storesProfile: Bool { writing.map { $0.places?.profile ?? true } ?? false }
  /// Whether a written file can be grey.
  public var storesGray: Bool { writing?.storesGray ?? false }
  /// Whether a file is smaller if the writer knows beforehand that every pixel is opaque.
  public var usesOpacity: Bool { writing?.usesOpacity ?? false }
  /// The options of writing that the format has.
  public var options: Set<WritingOption> { writing?.options ?? [] }
  /// The values of options that are not set.
  public var defaults: WritingOptions { writing?.defaults ?? WritingOptions() }
  /// The most pixels of a side of a written file.
  public var sideLimit: Int { writing?.sideLimit ?? CanvasSize.maximumSide }

  init(
    _ name: String, endings: [String], readOnly: ReadOnlyEndings? = nil, library: PictureLibrary? = nil,
    pageNoun: String? = nil, writing: Writing? = nil,
    matches: @escaping @Sendable (_ first: [UInt8]) -> Bool,
    open: @escaping @Sendable (PictureSource, ReadingOptions) throws(PictureError) -> any RowDecoder,
    readHeader: (@Sendable (PictureSource) throws(PictureError) -> PictureHeader)? = nil
  ) {
    self.readHeader = readHeader
    self.name = name
    self.endings = endings
    self.readOnly = readOnly
    self.library = library
    self.pageNoun = pageNoun
    self.writing = writing
    self.matches = matches
    self.open = open
  }
}
