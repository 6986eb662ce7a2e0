import PaintPNG
import PaintRaster

/// Decodes PNG with the reader of PaintPNG.
final class PNGDecoder: RowDecoder {
  let header: PictureHeader
  let pixelsAtOnce: Int
  let colorChunks: PNGColorChunks?
  var warnings: [String] {
    let found = reader.warnings + textWarnings
    guard let accepted = reader.acceptedDamage else { return found }
    return found + [damage(accepted).message]
  }

  private let reader: PNGReader
  private let textWarnings: [String]
  /// The source, whose descriptor the reader uses.
  private let source: PictureSource

  init(_ source: PictureSource, _ options: ReadingOptions) throws(PictureError) {
    self.source = source
    var reading = PNGReadingOptions()
    reading.acceptsDamage = options.isLenient
    // Whoever asks for `pixelsAtOnce` limits them.
    reading.interlacedPixels = .max
    let png = reading
    if let descriptor = source.rewoundDescriptor() {
      reader = try PictureError.catching { () throws(PNGError) in
        try PNGReader(fileDescriptor: descriptor, options: png)
      }
    } else {
      let bytes = try source.all()
      reader = try PictureError.catching { () throws(PNGError) in try PNGReader(bytes: bytes, options: png) }
    }
    pixelsAtOnce = reader.header.isInterlaced ? reader.size.width * reader.size.height : 0
    let (chunks, warnings) = reader.header.resolvedChunks
    colorChunks = chunks
    textWarnings = warnings
    header = PictureHeader(reader.header, chunks)
  }

  func lendRows<E: Error>(
    _ count: Int, to body: (Span<UInt32>) throws(E) -> Void
  ) throws(PictureBandError<E>) {
    // The bands of both have the same rows.
    do throws(PNGBandError<E>) {
      _ = try reader.lendNextBand { (_, _, pixels) throws(E) in try body(pixels) }
    } catch {
      switch error {
      case .png(let error): throw .picture(damage(error))
      case .body(let error): throw .body(error)
      }
    }
  }

  func finish() throws(PictureError) {
    do throws(PNGBandError<Never>) {
      _ = try reader.lendNextBand { (_, _, _) throws(Never) in }
    } catch {
      switch error {
      case .png(let error): throw damage(error)
      }
    }
  }

  private func damage(_ error: PNGError) -> PictureError {
    let (readable, rows) = (reader.completeRows, reader.size.height)
    let message = "\(error.message); \(readablePart)"
    switch error {
    // A lenient reader takes parts of rows, too.
    case .truncated where readable > 0 || !reader.hasPixels:
      return .truncated(readable: readable, rows: rows, message: message)
    case .truncated, .format:
      return reader.hasPixels ? .damaged(readable: readable, rows: rows, message: message) : .format(message: message)
    case .io, .limit, .parameter: return PictureError(error)
    }
  }

  /// What can be read of a damaged picture, as a clause.
  private var readablePart: String {
    let (readable, rows) = (reader.completeRows, reader.size.height)
    guard reader.header.isInterlaced, reader.hasPixels, readable < rows else {
      return "\(readable) of \(rows) rows can be read"
    }
    let complete =
      switch readable {
      case 0: "no row is complete"
      case 1: "only the first of \(rows) rows is complete"
      default: "the first \(readable) of \(rows) rows are complete"
      }
    // All pixels of every second row are in the passes before the last, which has the rows between them.
    guard reader.completePasses == 6 else {
      return complete + (readable == 0 ? ", but parts of rows are there" : ", but parts of others are there")
    }
    return readable + 1 < rows ? complete + ", and every second one of the others" : complete
  }
}

extension PictureHeader {
  /// Reads the header of a PNG of any size.
  init(ofPNG source: PictureSource) throws(PictureError) {
    if let descriptor = source.rewoundDescriptor() {
      let png = try PictureError.catching { () throws(PNGError) in try PNGHeader(fileDescriptor: descriptor) }
      self.init(png, png.resolvedChunks.chunks)
    } else {
      let bytes = try source.all()
      let png = try PictureError.catching { () throws(PNGError) in try PNGHeader(bytes: bytes) }
      self.init(png, png.resolvedChunks.chunks)
    }
  }

  init(_ png: PNGHeader, _ chunks: PNGColorChunks) {
    let model: ColorModel =
      switch png.colorType {
      case .gray, .grayAlpha: .grey
      case .palette: .palette
      case .rgb, .rgba: .rgb
      }
    self.init(
      "PNG", width: png.width, height: png.height, bitDepth: png.bitDepth, channels: png.colorType.channels,
      colorModel: model, hasAlpha: png.hasAlpha,
      orientation: png.exif.flatMap { Orientation(statedBy: $0) } ?? chunks.orientation ?? .upright, pages: png.frames,
      colorProfile: ColorProfile.bytes(in: chunks))
    exif = png.exif ?? chunks[.eXIf]
    texts = chunks.ordered.count { [.tEXt, .zTXt, .iTXt].contains($0.kind) }
  }
}

extension PNGHeader {
  /// The chunks, with metadata where PNG has a place for them, and why some was dropped.
  var resolvedChunks: (chunks: PNGColorChunks, warnings: [String]) {
    colorChunks.resolvingTexts(isGray: colorType == .gray || colorType == .grayAlpha)
  }
}
