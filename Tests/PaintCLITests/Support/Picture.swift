import PaintFormats
import PaintPNG
import PaintRaster

/// The pixels of a PNG file.
struct Picture: Equatable {
  var width: Int
  var height: Int
  var pixels: [UInt32]

  init(width: Int, height: Int, pixels: [UInt32]) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  init(_ png: [UInt8]) throws {
    let reader = try PNGReader(bytes: png)
    (width, height) = (reader.size.width, reader.size.height)
    var pixels: [UInt32] = []
    try reader.readBands { _, _, words in pixels.append(copying: words) }
    self.pixels = pixels
  }

  /// The pixels of a picture of any format.
  init(_ reader: PictureReader) throws {
    (width, height) = (reader.size.width, reader.size.height)
    var pixels: [UInt32] = []
    try reader.readBands { (_, _, words) throws(Never) in pixels.append(copying: words) }
    self.pixels = pixels
  }

  subscript(x: Int, y: Int) -> Pixel { Pixel(bits: pixels[y * width + x]) }

  /// The box of the pixels that differ, as receipts write it, and their number.
  func difference(from other: Picture) -> (bounds: [Int]?, count: Int) {
    var (left, top, right, bottom, count) = (Int.max, Int.max, -1, -1, 0)
    for (index, pair) in zip(pixels, other.pixels).enumerated() where pair.0 != pair.1 {
      let (x, y) = (index % width, index / width)
      (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x), max(bottom, y))
      count += 1
    }
    return (count == 0 ? nil : [left, top, right - left + 1, bottom - top + 1], count)
  }

  /// A part of the picture.
  func cut(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Picture {
    var result = self
    result.width = width
    result.height = height
    result.pixels = []
    for row in y..<y + height {
      result.pixels += pixels[row * self.width + x..<row * self.width + x + width]
    }
    return result
  }
}

extension Shell {
  /// The picture of the document here, at a revision.
  func picture(at revision: String = "current") throws -> Picture {
    try Picture(paint("export - --at \(revision)").bytes)
  }
}
