import PaintPNG
import PaintRaster

/// Decodes PNG with the reader of PaintPNG.
final class PNGDecoder: RowDecoder {
  let header: PictureHeader
  let pixelsAtOnce = 0
  var colorChunks: PNGColorChunks? { reader.colorChunks }
  var warnings: [String] { reader.warnings }

  private let reader: PNGReader
  /// The source, whose descriptor the reader uses.
  private let source: PictureSource
  private var rowsDone = 0

  init(_ source: PictureSource) throws(PictureError) {
    self.source = source
    if let descriptor = source.rewoundDescriptor() {
      reader = try PictureError.catching { () throws(PNGError) in try PNGReader(fileDescriptor: descriptor) }
    } else {
      let bytes = try source.all()
      reader = try PictureError.catching { () throws(PNGError) in try PNGReader(bytes: bytes) }
    }
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
    let part = "; \(rowsDone) of \(reader.size.height) rows can be read"
    switch error {
    case .truncated(let message):
      return .truncated(readable: rowsDone, rows: reader.size.height, message: message + part)
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
