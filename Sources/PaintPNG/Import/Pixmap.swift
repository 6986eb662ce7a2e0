import PaintRaster

/// Pictures in Netpbm's binary formats, used to pass pictures between programs: PAM (`P7`), PPM (`P6`) and PGM (`P5`).
public enum Pixmap {
  /// True if such a file begins with these bytes; two are enough.
  public static func begins(_ bytes: some Collection<UInt8>) -> Bool { PixmapHeader.begins(bytes) }

  /// Converts the picture at the current offset of a descriptor to a PNG file.
  ///
  /// Samples with a range other than 0…255 are scaled to it and rounded to the nearest. Needs memory for 32 rows.
  ///
  /// - Returns: the picture's losses, as clauses for the user.
  /// - Throws: `.format` if it is damaged, `.limit` if it is too large, `.io` if reading or writing fails.
  public static func writePNG(from source: CInt, to target: CInt) throws(PNGError) -> [String] {
    var bytes = ByteStream(source)
    guard let first = try bytes.next(), let second = try bytes.next(), begins([first, second]) else {
      throw .format(message: "this is not a PAM, PPM or PGM picture")
    }
    let header = try PixmapHeader(kind: second) { () throws(PNGError) in try bytes.next() }
    let writer = try PNGWriter(fileDescriptor: target, size: header.size, opaque: false)
    let table = (0...header.maximum).map { UInt8(($0 * 510 + header.maximum) / (2 * header.maximum)) }
    var row = [UInt8](repeating: 0, count: header.rowBytes)
    var pixels = [UInt32](repeating: 0, count: header.size.width)
    for y in 0..<header.size.height {
      guard try bytes.fill(&row) else {
        throw .format(message: "the picture ends in row \(y) of \(header.size.height)")
      }
      guard decode(row, header, table, to: &pixels) else {
        throw .format(message: "the picture has a sample above its maximum of \(header.maximum)")
      }
      try writer.writeRows(pixels.span, rows: 1)
    }
    try writer.finish()
    return header.maximum > 255 ? ["16-bit samples were rounded to 8"] : []
  }

  /// Converts a row's samples to pixels; returns false if one is too large.
  private static func decode(
    _ row: [UInt8], _ header: PixmapHeader, _ table: [UInt8], to pixels: inout [UInt32]
  ) -> Bool {
    let isWide = header.maximum > 255
    var place = 0
    for x in pixels.indices {
      var samples = SIMD4<UInt8>(repeating: 255)
      for sample in 0..<header.depth {
        let value = isWide ? Int(row[place]) << 8 | Int(row[place + 1]) : Int(row[place])
        place += isWide ? 2 : 1
        guard value <= header.maximum else { return false }
        samples[sample] = table[value]
      }
      let pixel =
        switch header.depth {
        case 1: Pixel(red: samples.x, green: samples.x, blue: samples.x, alpha: 255)
        case 2: Pixel(red: samples.x, green: samples.x, blue: samples.x, alpha: samples.y)
        default: Pixel(red: samples.x, green: samples.y, blue: samples.z, alpha: samples.w)
        }
      pixels[x] = pixel.bits
    }
    return true
  }
}

/// The bytes read from a descriptor.
private struct ByteStream {
  private let descriptor: CInt
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var place = 0
  private var end = 0

  init(_ descriptor: CInt) { self.descriptor = descriptor }

  /// The next byte; nil at the end.
  mutating func next() throws(PNGError) -> UInt8? {
    guard try refill() else { return nil }
    place += 1
    return buffer[place - 1]
  }

  /// Fills all of an array; returns false if the bytes end before.
  mutating func fill(_ bytes: inout [UInt8]) throws(PNGError) -> Bool {
    var done = 0
    while done < bytes.count {
      guard try refill() else { return false }
      let count = min(end - place, bytes.count - done)
      bytes.replaceSubrange(done..<done + count, with: buffer[place..<place + count])
      place += count
      done += count
    }
    return true
  }

  private mutating func refill() throws(PNGError) -> Bool {
    if place < end { return true }
    end = try DescriptorBytes.read(descriptor, into: &buffer)
    place = 0
    return end > 0
  }
}
