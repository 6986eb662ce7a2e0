import PaintFormats
import PaintRaster

/// A whole picture in memory, for comparisons.
struct Picture: Equatable, CustomStringConvertible {
  var width: Int
  var height: Int
  /// Row by row (`Pixel.bits`).
  var pixels: [UInt32]

  var description: String { "\(width)x\(height)" }

  init(width: Int, height: Int, pixels: [UInt32]) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// Reads all of a picture.
  init(reading bytes: [UInt8], _ options: ReadingOptions = ReadingOptions()) throws(PictureError) {
    try self.init(PictureReader(try PictureSource(bytes: bytes), options: options))
  }

  init(_ reader: PictureReader) throws(PictureError) {
    var pixels: [UInt32] = []
    do {
      try reader.readBands { (_, _, words) throws(Never) in pixels.append(copying: words) }
    } catch {
      switch error {
      case .picture(let error): throw error
      }
    }
    self.init(width: reader.size.width, height: reader.size.height, pixels: pixels)
  }

  /// The error of reading a picture; nil if it is read.
  static func error(reading bytes: [UInt8], _ options: ReadingOptions = ReadingOptions()) -> PictureError? {
    do {
      _ = try Picture(reading: bytes, options)
      return nil
    } catch {
      return error
    }
  }

  /// The first rows.
  func rows(_ count: Int) -> ArraySlice<UInt32> { pixels[..<(count * width)] }

  /// Some rows.
  func rows(in range: Range<Int>) -> ArraySlice<UInt32> { pixels[range.lowerBound * width..<range.upperBound * width] }

  /// Where two pictures differ first, for messages; nil if they are equal.
  func difference(from other: Picture) -> String? {
    guard (width, height) == (other.width, other.height) else { return "\(self) and \(other)" }
    let places = pixels.indices.filter { pixels[$0] != other.pixels[$0] }
    guard let first = places.first else { return nil }
    func text(_ pixel: UInt32) -> String { String(pixel.byteSwapped, radix: 16) }
    return "\(places.count) of \(pixels.count) pixels, first at \(first % width),\(first / width): "
      + "\(text(pixels[first])) and \(text(other.pixels[first]))"
  }

  /// A part of the picture, which is within it.
  func cropped(x: Int, y: Int, width: Int, height: Int) -> Picture {
    let rows = (y..<y + height).map { pixels[$0 * self.width + x..<$0 * self.width + x + width] }
    return Picture(width: width, height: height, pixels: Array(rows.joined()))
  }

  /// The picture turned as an orientation asks for, written down pixel by pixel.
  func turned(_ orientation: Int) -> Picture {
    let isSwapped = orientation >= 5
    var result = Picture(width: isSwapped ? height : width, height: isSwapped ? width : height, pixels: pixels)
    for y in 0..<height {
      for x in 0..<width {
        let (right, below) = (width - 1 - x, height - 1 - y)
        let (column, row) =
          switch orientation {
          case 2: (right, y)
          case 3: (right, below)
          case 4: (x, below)
          case 5: (y, x)
          case 6: (below, x)
          case 7: (below, right)
          case 8: (y, right)
          default: (x, y)
          }
        result.pixels[row * result.width + column] = pixels[y * width + x]
      }
    }
    return result
  }
}
