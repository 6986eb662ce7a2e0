import PaintPNG
import PaintRaster

/// Decodes PNG with the reader of PaintPNG.
final class PNGDecoder: RowDecoder {
  let header: PictureHeader
  let pixelsAtOnce: Int
  var colorChunks: PNGColorChunks? { reader.colorChunks }
  var warnings: [String] {
    guard let accepted = reader.acceptedDamage else { return reader.warnings }
    return reader.warnings + [damage(accepted).message]
  }

  private let reader: PNGReader
  /// The source, whose descriptor the reader uses.
  private let source: PictureSource
  private var rowsDone = 0

  init(_ source: PictureSource, _ options: ReadingOptions) throws(PictureError) {
    self.source = source
    let isLenient = options.isLenient
    if let descriptor = source.rewoundDescriptor() {
      // Whoever asks for `pixelsAtOnce` limits them.
      reader = try PictureError.catching { () throws(PNGError) in
        try PNGReader(fileDescriptor: descriptor, interlacedPixels: .max, acceptsMissing: isLenient)
      }
    } else {
      let bytes = try source.all()
      reader = try PictureError.catching { () throws(PNGError) in
        try PNGReader(bytes: bytes, interlacedPixels: .max, acceptsMissing: isLenient)
      }
    }
    pixelsAtOnce = reader.header.isInterlaced ? reader.size.width * reader.size.height : 0
    header = PictureHeader(reader.header)
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
    rowsDone += count
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
    let rows = reader.size.height
    let isInterlaced = reader.header.isInterlaced
    let readable = isInterlaced ? reader.completeRows : rowsDone
    var part = "; \(readable) of \(rows) rows can be read"
    // Parts of the other rows are there, too.
    if isInterlaced, readable < rows {
      part = readable == 0 ? "; no row is complete" : "; the first \(readable) of \(rows) rows are complete"
    }
    switch error {
    case .truncated(let message):
      return .truncated(readable: readable, rows: rows, message: message + part)
    case .format(let message): return .format(message: message + part)
    case .io, .limit, .parameter: return PictureError(error)
    }
  }
}

extension PictureHeader {
  /// Reads the header of a PNG of any size.
  init(ofPNG source: PictureSource) throws(PictureError) {
    if let descriptor = source.rewoundDescriptor() {
      self.init(try PictureError.catching { () throws(PNGError) in try PNGHeader(fileDescriptor: descriptor) })
    } else {
      let bytes = try source.all()
      self.init(try PictureError.catching { () throws(PNGError) in try PNGHeader(bytes: bytes) })
    }
  }

  fileprivate init(_ png: PNGHeader) {
    let model: ColorModel =
      switch png.colorType {
      case .gray, .grayAlpha: .grey
      case .palette: .palette
      case .rgb, .rgba: .rgb
      }
    self.init(
      "PNG", width: png.width, height: png.height, bitDepth: png.bitDepth, channels: png.colorType.channels,
      colorModel: model, hasAlpha: png.hasAlpha, orientation: png.exif.map { Orientation(exif: $0) } ?? .upright,
      colorProfile: ColorProfile.bytes(in: png.colorChunks))
    exif = png.exif
    texts = png.colorChunks.ordered.count { [.tEXt, .zTXt, .iTXt].contains($0.kind) }
  }
}
