import PaintPNG
import PaintRaster

/// Reads one picture of any known format as straight RGBA8, upright.
///
/// The format is detected from the content. Grey and CMYK become RGB, samples of more than 8 bits are rounded with a
/// warning, and the orientation is applied unless the options say otherwise. No profile is applied; it is kept in `colorChunks`.
///
/// Memory: formats that are decoded as a whole, and pictures that have to be turned, take 4 bytes a pixel, turned ones
/// of the former 8; the others a band of 32 rows.
public final class PictureReader {
  /// Rows in every band except the last: one row of tiles.
  public static let bandRows = Tile.edge

  /// The format that was detected.
  public let format: PictureFormat
  /// What the header states; upright if the orientation is not applied.
  public let header: PictureHeader
  /// The size of the upright picture as it is read.
  public let size: CanvasSize
  /// The size of the upright picture in its file; that of `size`, unless a smaller one was enough.
  public let fullSize: CanvasSize
  /// The part of the upright picture, as it is read, that its file has; nil for all of it.
  ///
  /// If it is read smaller, pixels at two of its sides may be partly outside.
  public let content: PartialBox?
  /// The chunks for the picture's colour space, density and metadata; valid, and at most 1.25 MiB.
  ///
  /// EXIF has no thumbnail. If the orientation is applied, EXIF and XMP state none.
  public let colorChunks: PNGColorChunks
  /// Whether every pixel is known to have alpha 255.
  public var isOpaque: Bool { !header.hasAlpha && !isLenient }
  /// The picture's losses and errors, as clauses for the user; complete when all bands have been read.
  public var warnings: [String] { ownWarnings + decoder.warnings }

  private let decoder: any RowDecoder
  private let isLenient: Bool
  private var ownWarnings: [String] = []
  private let memory = PixelMemory()
  private var nextRow = 0
  private var isTurned = false
  /// Some rows were read.
  private var hasRows = false
  /// Nothing further can be read: the rest is transparent.
  private var isBroken = false

  /// Opens a picture and reads its header.
  ///
  /// - Throws: `.unknownFormat` if the content is of no known format, `.missingLibrary` if the format's library is not
  ///   installed, `.truncated` and `.format` if the header is damaged, `.limit` and `.pixelLimit` if the picture is too large,
  ///   `.missingPage` if it does not have the page, `.io` if the source cannot be read.
  public init(_ source: PictureSource, options: ReadingOptions = ReadingOptions()) throws(PictureError) {
    format = try PictureFormat.detect(source)
    decoder = try format.decoder(for: source, options)
    var header = decoder.header
    if !options.appliesOrientation { header.orientation = .upright }
    self.header = header
    isLenient = options.isLenient
    let swapped = header.orientation.swapsSides
    let (width, height) = (decoder.decodedWidth, decoder.decodedHeight)
    guard let size = CanvasSize(width: swapped ? height : width, height: swapped ? width : height) else {
      throw .limit(
        message: "the picture has \(header.width)x\(header.height) pixels, but a side can have "
          + "\(CanvasSize.maximumSide) at most")
    }
    self.size = size
    let fullSize = CanvasSize(width: header.width, height: header.height) ?? size
    self.fullSize = fullSize
    content = Self.content(of: size, from: fullSize, eighths: decoder.decodedEighths, header.orientation)
    // To be turned, a picture is in memory as it is read.
    let turned = header.orientation.keepsRowOrder ? 0 : size.width * size.height
    let needed = max(decoder.pixelsAtOnce, turned)
    if needed > options.pixelLimit {
      // A cropped AVIF is decoded as a whole.
      let part = needed == header.width * header.height ? "all" : "\(needed)"
      throw .pixelLimit(
        message: "the picture has \(header.width)x\(header.height) pixels, of which \(part) have to be in memory at "
          + "once, but at most \(options.pixelLimit) may be")
    }
    if options.page == nil, header.pages > 1, let noun = format.pageNoun {
      let hint = options.offersPages ? "; --page N reads another" : ""
      ownWarnings.append("only the first of \(header.pages) \(noun)s was read" + hint)
    }
    let (chunks, warning) = decoder.colorChunks.map { ($0, nil) } ?? ColorProfile.chunks(for: header)
    if let warning { ownWarnings.append(warning) }
    let kept = chunks.takingDensity(of: header).takingMetadata(
      of: decoder.colorChunks == nil ? decoder.header : nil, isUpright: options.appliesOrientation,
      turnedBy: header.orientation)
    colorChunks = kept.chunks
    ownWarnings += kept.warnings
  }

  /// The part of a picture of `size` that the file has, if it is read at a scale of some eighths.
  private static func content(
    of size: CanvasSize, from full: CanvasSize, eighths: Int, _ orientation: Orientation
  ) -> PartialBox? {
    let (width, height) = (Double(full.width * eighths) / 8, Double(full.height * eighths) / 8)
    guard width != Double(size.width) || height != Double(size.height) else { return nil }
    return PartialBox(
      x: orientation.reversesColumns ? Double(size.width) - width : 0,
      y: orientation.reversesRows ? Double(size.height) - height : 0, width: width, height: height)
  }

  /// Lends the picture to `body` in bands of 32 rows (the last may have fewer), each once, from top to bottom.
  ///
  /// - Parameter body: Takes the band's first row, its number of rows, and `rows * size.width` words (`Pixel.bits`)
  ///   that must not leave it. Bands may be delivered before damage further down is detected, so their results are
  ///   valid only when this returns.
  /// - Throws: `.picture` when the picture is damaged or cannot be read, `.body` with the error that `body` threw.
  /// - Precondition: The bands were not read before.
  public func readBands<E: Error>(
    _ body: (_ firstRow: Int, _ rows: Int, _ pixels: Span<UInt32>) throws(E) -> Void
  ) throws(PictureBandError<E>) {
    precondition(nextRow == 0, "the bands of a picture can be read once")
    while try lendNextBand(body) {}
  }

  /// Lends the next band of 32 rows (the last may have fewer) to `body`; false when all have been lent.
  ///
  /// For reading two pictures in parallel; otherwise like `readBands`. Results are valid when this has returned false.
  ///
  /// - Throws: as `readBands`.
  public func lendNextBand<E: Error>(
    _ body: (_ firstRow: Int, _ rows: Int, _ pixels: Span<UInt32>) throws(E) -> Void
  ) throws(PictureBandError<E>) -> Bool {
    let row = nextRow
    guard row < size.height else {
      if row == size.height {
        nextRow += 1
        do { try finish() } catch { throw .picture(error) }
      }
      return false
    }
    let rows = min(Self.bandRows, size.height - row)
    nextRow += rows
    if header.orientation == .upright {
      let isThere = try decodeRows(rows) { (pixels) throws(E) in try body(row, rows, pixels) }
      if isThere { return true }
    }
    let first: Int
    do { first = try prepareBand(row, rows) } catch { throw .picture(error) }
    do {
      try memory.withPixels(first * size.width..<(first + rows) * size.width) { (pixels) throws(E) in
        try body(row, rows, pixels)
      }
    } catch {
      throw .body(error)
    }
    return true
  }

  private func finish() throws(PictureError) {
    guard !isBroken else { return }
    do { try decoder.finish() } catch { try accept(error) }
  }

  /// Puts the rows of a band into the memory; returns which of its rows is the first.
  private func prepareBand(_ row: Int, _ rows: Int) throws(PictureError) -> Int {
    guard header.orientation.keepsRowOrder else {
      if !isTurned { try turnAll() }
      return row
    }
    let (width, orientation) = (size.width, header.orientation)
    try memory.reserve(rows * width)
    var isThere = false
    if orientation != .upright { isThere = try turnRows(rows, at: 0, of: rows) }
    if !isThere { memory.clear(rows * width) }
    return 0
  }

  /// Decodes the whole picture into the upright one.
  private func turnAll() throws(PictureError) {
    isTurned = true
    try memory.reserve(size.width * size.height)
    let height = decoder.decodedHeight
    var row = 0
    while row < height {
      let rows = min(Self.bandRows, height - row)
      guard try turnRows(rows, at: row, of: height) else { break }
      row += rows
    }
  }

  /// Decodes the next rows to their places in an upright picture of `height` stored rows; false if they are missing.
  private func turnRows(_ rows: Int, at first: Int, of height: Int) throws(PictureError) -> Bool {
    do throws(PictureBandError<Never>) {
      return try decodeRows(rows) { (pixels) throws(Never) in
        memory.turn(pixels, width: decoder.decodedWidth, first: first, height: height, to: header.orientation)
      }
    } catch {
      switch error {
      case .picture(let error): throw error
      }
    }
  }

  /// Lends the decoder's next rows to `body`; false if it cannot go on and is lenient.
  private func decodeRows<E: Error>(
    _ rows: Int, _ body: (Span<UInt32>) throws(E) -> Void
  ) throws(PictureBandError<E>) -> Bool {
    if isBroken { return false }
    do {
      try decoder.lendRows(rows, to: body)
      hasRows = true
      return true
    } catch {
      switch error {
      case .picture(let damage):
        do { try accept(damage) } catch { throw .picture(error) }
        return false
      case .body: throw error
      }
    }
  }

  /// Notes an error that a lenient reader accepts.
  private func accept(_ error: PictureError) throws(PictureError) {
    switch error {
    case .format, .damaged, .truncated:
      // Without a row there is nothing to be lenient for.
      guard isLenient, hasRows else { throw error }
      isBroken = true
      // The C readers report their damage themselves.
      if !decoder.warnings.contains(error.message) { ownWarnings.append(error.message) }
    default: throw error
    }
  }
}
