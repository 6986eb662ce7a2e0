import PaintPNG
import PaintRaster
import SystemPackage

@testable import PaintFilters

/// Real photographs, from the fixtures.
enum Photograph {
  /// The upper left part of a photograph; `isCutOut` makes it transparent outside an ellipse with a soft edge.
  static func load(_ name: String, width: Int, height: Int, isCutOut: Bool = false) throws -> PixelBlock {
    var folder = FilePath(#filePath)
    for _ in 0..<4 { folder.removeLastComponent() }
    let file = try FileDescriptor.open(folder.appending("Fixtures/photos/\(name).png"), .readOnly)
    defer { try? file.close() }
    let reader = try PNGReader(fileDescriptor: file.rawValue)
    let block = PixelBlock(PixelBox(x: 0, y: 0, width: width, height: height))
    try reader.readBands { first, rows, pixels in
      for y in first..<max(first, min(first + rows, height)) {
        for x in 0..<width {
          var pixel = Pixel(bits: pixels[(y - first) * reader.size.width + x])
          if isCutOut {
            let u = Double(2 * x - width) / Double(width)
            let v = Double(2 * y - height) / Double(height)
            let alpha = UInt32(min(max((1 - u * u - v * v) * 600, 0), 255))
            pixel = Pixel(bits: pixel.bits & 0x00FF_FFFF | alpha << 24)
          }
          block[x, y] = pixel
        }
      }
    }
    return block
  }
}
