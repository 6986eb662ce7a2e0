import PaintRaster

/// Decodes Netpbm's formats: PBM, PGM and PPM, binary or as text, and PAM.
final class PixmapDecoder: RowDecoder {
  let header: PictureHeader
  let pixelsAtOnce = 0
  private(set) var warnings: [String] = []

  private let bytes: ByteStream
  private let fields: PixmapHeader
  /// The value of each sample as one of 8 bits.
  private let table: [UInt8]
  private var row: [UInt8]
  private var band: [UInt32] = []
  private let isLenient: Bool
  private var isBroken = false
  private var rowsDone = 0

  init(_ source: PictureSource, _ options: ReadingOptions) throws(PictureError) {
    bytes = ByteStream(source)
    isLenient = options.isLenient
    guard try bytes.next() == UInt8(ascii: "P"), let kind = try bytes.next() else { throw .damagedPixmapHeader }
    let fields = try PixmapHeader(kind: kind, bytes)
    self.fields = fields
    let depth = Int.bitWidth - fields.maximum.leadingZeroBitCount
    header = PictureHeader(
      fields.name, width: fields.width, height: fields.height, bitDepth: depth, channels: fields.depth,
      colorModel: fields.depth < 3 ? .grey : .rgb, hasAlpha: fields.depth % 2 == 0)
    // The nearest of 256.
    table = (0...fields.maximum).map { UInt8(($0 * 510 + fields.maximum) / (2 * fields.maximum)) }
    // Wider ones are refused before a row is read.
    row =
      fields.width > CanvasSize.maximumSide ? [] : [UInt8](repeating: 0, count: fields.isPlain ? 0 : fields.rowBytes)
    if fields.maximum > 255 { warnings.append("16-bit samples were rounded to 8") }
  }

  func lendRows<E: Error>(
    _ count: Int, to body: (Span<UInt32>) throws(E) -> Void
  ) throws(PictureBandError<E>) {
    band.removeAll(keepingCapacity: true)
    band.reserveCapacity(count * fields.width)
    for line in 1...count {
      if !isBroken {
        do {
          do { try readRow() } catch { try accept(counted(error)) }
        } catch {
          throw .picture(error)
        }
      }
      // What is missing of a row is transparent, too.
      if isBroken {
        band.removeLast(band.count - (line - 1) * fields.width)
        band.append(contentsOf: repeatElement(0, count: fields.width))
      }
      rowsDone += 1
    }
    // Lent while it cannot change.
    let band = band
    do { try body(band.span) } catch { throw .body(error) }
  }

  /// Appends a row to the band.
  private func readRow() throws(PictureError) {
    if fields.isPlain {
      try readPlainRow()
    } else {
      guard try bytes.fill(&row) else { throw truncation }
      if fields.isBitmap { unpackBits() } else { try unpack() }
    }
  }

  /// Notes damage that a lenient reader accepts: the rest is transparent.
  private func accept(_ error: PictureError) throws(PictureError) {
    switch error {
    case .format, .damaged, .truncated:
      // Without a row there is nothing to be lenient for.
      guard isLenient, rowsDone > 0 else { throw error }
      isBroken = true
      warnings.append(error.message)
    default: throw error
    }
  }

  /// Damage of a row, with the number of those before it.
  private func counted(_ error: PictureError) -> PictureError {
    guard case .format(let message) = error else { return error }
    // The bytes do not know which format they are of.
    let words = message.hasPrefix("the picture ") ? "the \(fields.name) is damaged: \(message)" : message
    let all = "\(words); \(rowsDone) of \(fields.height) rows can be read"
    return rowsDone == 0 ? .format(message: all) : .damaged(readable: rowsDone, rows: fields.height, message: all)
  }

  /// Looks for another picture, because several can follow each other in a file.
  func finish() throws(PictureError) {
    guard !isBroken else { return }
    var byte = try bytes.next()
    while let blank = byte, (9...13).contains(blank) || blank == UInt8(ascii: " ") { byte = try bytes.next() }
    guard byte == UInt8(ascii: "P"), let kind = try bytes.next(), let after = try bytes.next() else { return }
    let first = [UInt8(ascii: "P"), kind, after]
    guard PictureFormat.isPixmap(first, UInt8(ascii: "1")...UInt8(ascii: "7")) else { return }
    warnings.append("only the first picture of the file was read; at least one more follows it")
  }

  private var truncation: PictureError {
    .truncated(
      readable: rowsDone, rows: fields.height,
      message: "the \(fields.name) is damaged: the file ends before the picture does; \(rowsDone) of \(fields.height) "
        + "rows can be read")
  }

  private func pixel(_ samples: SIMD4<UInt8>) -> UInt32 {
    switch fields.depth {
    case 1: Pixel(red: samples.x, green: samples.x, blue: samples.x, alpha: 255).bits
    case 2: Pixel(red: samples.x, green: samples.x, blue: samples.x, alpha: samples.y).bits
    default: Pixel(red: samples.x, green: samples.y, blue: samples.z, alpha: samples.w).bits
    }
  }

  /// Samples of 8 bits of their whole range, as most files have them; false for others.
  ///
  /// Through spans: appending pixel by pixel takes five times as long.
  private func unpackBytes() -> Bool {
    guard fields.maximum == 255, fields.depth != 2 else { return false }
    let row = row
    let samples = row.span
    var line = [UInt32](repeating: 0, count: fields.width)
    var pixels = line.mutableSpan
    switch fields.depth {
    case 1:
      for x in pixels.indices { pixels[x] = UInt32(samples[x]) * 0x01_0101 | 0xff00_0000 }
    case 3:
      for x in pixels.indices {
        let (red, green, blue) = (UInt32(samples[3 * x]), UInt32(samples[3 * x + 1]), UInt32(samples[3 * x + 2]))
        pixels[x] = red | green << 8 | blue << 16 | 0xff00_0000
      }
    default:
      for x in pixels.indices {
        let (red, green, blue) = (UInt32(samples[4 * x]), UInt32(samples[4 * x + 1]), UInt32(samples[4 * x + 2]))
        pixels[x] = red | green << 8 | blue << 16 | UInt32(samples[4 * x + 3]) << 24
      }
    }
    band.append(contentsOf: line)
    return true
  }

  private func unpackBits() {
    for x in 0..<fields.width {
      band.append(row[x / 8] << UInt8(x % 8) >= 0x80 ? Pixel.black.bits : Pixel.white.bits)
    }
  }

  private func unpack() throws(PictureError) {
    if unpackBytes() { return }
    let isWide = fields.maximum > 255
    var place = 0
    for _ in 0..<fields.width {
      var samples = SIMD4<UInt8>(repeating: 255)
      for sample in 0..<fields.depth {
        let value = isWide ? Int(row[place]) << 8 | Int(row[place + 1]) : Int(row[place])
        place += isWide ? 2 : 1
        samples[sample] = try narrowed(value)
      }
      band.append(pixel(samples))
    }
  }

  private func readPlainRow() throws(PictureError) {
    for x in 0..<fields.width {
      if fields.isBitmap {
        guard let digit = try bytes.digit() else { throw truncation }
        band.append(digit == 1 ? Pixel.black.bits : Pixel.white.bits)
        continue
      }
      var samples = SIMD4<UInt8>(repeating: 255)
      for sample in 0..<fields.depth {
        let isLast = rowsDone == fields.height - 1 && x == fields.width - 1 && sample == fields.depth - 1
        let value: Int
        do { value = try bytes.number(mayBeLast: isLast) } catch {
          if case .truncated = error { throw truncation }
          throw error
        }
        samples[sample] = try narrowed(value)
      }
      band.append(pixel(samples))
    }
  }

  private func narrowed(_ value: Int) throws(PictureError) -> UInt8 {
    guard value <= fields.maximum else {
      throw .format(
        message: "the \(fields.name) is damaged: it has a sample above its maximum of \(fields.maximum)")
    }
    return table[value]
  }
}
