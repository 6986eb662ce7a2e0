import PaintPNG
import PaintRaster

/// Decodes a later frame of an animated PNG: draws all frames up to it, as a player does.
final class PNGFrameDecoder: RowDecoder {
  let header: PictureHeader
  let colorChunks: PNGColorChunks?
  private(set) var warnings: [String]
  let pixelsAtOnce: Int

  private let animation: PNGAnimation
  private let size: CanvasSize
  private let isLenient: Bool
  /// The pixels of the frame; empty before the first row is asked for.
  private var pixels: [UInt32] = []
  private var nextRow = 0

  /// Finds the frames up to the wanted one.
  ///
  /// - Parameter page: the picture in the file, from 1: its first is decoded as every PNG.
  init(_ source: PictureSource, page: Int, _ options: ReadingOptions) throws(PictureError) {
    let bytes = try source.all()
    let png = try PictureError.catching { () throws(PNGError) in try PNGHeader(bytes: bytes) }
    guard let size = CanvasSize(width: png.width, height: png.height) else {
      throw .limit(message: "a side can have \(CanvasSize.maximumSide) pixels at most")
    }
    let (chunks, textWarnings) = png.resolvedChunks
    let header = PictureHeader(png, chunks)
    guard page < header.pages else { throw .missingPage(page, of: header.pages, header.formatName) }
    // A picture that is no frame is counted, too.
    let pictureIsFrame = png.isFirstFrame
    animation = try PictureError.catching { () throws(PNGError) in
      try PNGAnimation(bytes, of: size, first: pictureIsFrame ? page + 1 : page)
    }
    self.header = header
    self.size = size
    colorChunks = chunks
    warnings = (png.bitDepth == 16 ? ["16-bit samples were rounded to 8"] : []) + textWarnings
    pixelsAtOnce = size.width * size.height
    isLenient = options.isLenient
  }

  func lendRows<E: Error>(
    _ count: Int, to body: (Span<UInt32>) throws(E) -> Void
  ) throws(PictureBandError<E>) {
    do { if pixels.isEmpty { try drawFrames() } } catch { throw .picture(error) }
    let first = nextRow * size.width
    nextRow += count
    let rows = Array(pixels[first..<first + count * size.width])
    do { try body(rows.span) } catch { throw .body(error) }
  }

  func finish() {}

  private func drawFrames() throws(PictureError) {
    pixels = Array(repeating: 0, count: size.width * size.height)
    var saved: [UInt32] = []
    for (index, frame) in animation.frames.enumerated() {
      let isLast = index == animation.frames.count - 1
      if frame.disposal == .restore, !isLast { saved = pixels }
      try draw(frame, isLenient: isLenient && isLast)
      guard !isLast else { break }
      switch frame.disposal {
      case .keep: break
      case .clear:
        for y in frame.box.y..<frame.box.maxY {
          let row = y * size.width
          for x in frame.box.x..<frame.box.maxX { pixels[row + x] = 0 }
        }
      case .restore: pixels = saved
      }
    }
  }

  /// Decodes a frame and draws it.
  private func draw(_ frame: PNGAnimation.Frame, isLenient: Bool) throws(PictureError) {
    var reading = PNGReadingOptions()
    reading.acceptsDamage = isLenient
    let options = reading
    let bytes = animation.picture(of: frame)
    let reader = try PictureError.catching { () throws(PNGError) in try PNGReader(bytes: bytes, options: options) }
    try PictureError.catching { () throws(PNGError) in
      try reader.readBands { (row, rows, band) in
        for y in 0..<rows {
          let target = (frame.box.y + row + y) * size.width + frame.box.x
          for x in 0..<frame.box.width {
            let new = Pixel(bits: band[y * frame.box.width + x])
            let old = Pixel(bits: pixels[target + x])
            pixels[target + x] =
              (frame.isOver ? Blend.blended(coverage: 255, color: new, strength: new.alpha, onto: old) : new).bits
          }
        }
      }
    }
    if let damage = reader.acceptedDamage { warnings.append(damage.message) }
  }
}
