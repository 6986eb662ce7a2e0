import PaintPNG
import PaintRaster

/// Decodes PNG with the reader of PaintPNG.
final class PNGDecoder: RowDecoder {
  let header: PictureHeader
  let isUnlimited = true
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
    let (channels, model): (Int, PictureHeader.ColorModel) =
      switch reader.colorType {
      case 0: (1, .grey)
      case 2: (3, .rgb)
      case 3: (1, .palette)
      case 4: (2, .grey)
      default: (4, .rgb)
      }
    header = PictureHeader(
      "PNG", width: reader.size.width, height: reader.size.height, bitDepth: reader.bitDepth, channels: channels,
      colorModel: model, hasAlpha: reader.hasAlpha, colorProfile: ColorProfile.bytes(in: reader.colorChunks))
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
