import PaintPNG
import PaintRaster

/// Sixels: bands of six rows, in which each of at most 256 colours is drawn over the others.
package struct SixelPicture: TerminalPicture {
  package func encode(_ picture: ShownPicture) throws(TerminalError) -> EncodedPicture {
    let quantized = QuantizedPicture(picture.pixels, width: picture.size.width, limit: 256)
    // The second parameter leaves pixels without a colour as they are.
    var bytes = Array("\u{1b}P0;1;0q\"1;1;\(picture.size.width);\(picture.size.height)".utf8)
    for (place, bits) in quantized.palette.enumerated() {
      let color = Pixel(bits: bits)
      if color.alpha == 0 { continue }
      let (red, green, blue) = (Self.percent(color.red), Self.percent(color.green), Self.percent(color.blue))
      bytes += Array("#\(place);2;\(red);\(green);\(blue)".utf8)
    }
    var band = Band(width: picture.size.width, colors: quantized.palette.count)
    let transparent = quantized.palette.firstIndex { $0 < 1 << 24 }
    for top in stride(from: 0, to: picture.size.height, by: 6) {
      band.fill(quantized.indices, from: top, height: picture.size.height, except: transparent)
      if top > 0 { bytes.append(UInt8(ascii: "-")) }
      band.append(to: &bytes)
    }
    bytes += Array("\u{1b}\\".utf8)
    return .image(bytes)
  }

  /// A sample as a percentage, rounded.
  package static func percent(_ sample: UInt8) -> Int { (Int(sample) * 100 + 127) / 255 }

  /// Six rows: for each colour and column the rows that have it, as bits.
  private struct Band {
    let width: Int
    /// By colour, then by column.
    private var bits: [UInt8]
    /// The columns of each colour that occurs.
    private var extents: [Range<Int>?]

    init(width: Int, colors: Int) {
      self.width = width
      bits = [UInt8](repeating: 0, count: width * colors)
      extents = [Range<Int>?](repeating: nil, count: colors)
    }

    /// Takes the rows from `top` on, after they were emptied.
    mutating func fill(_ indices: [UInt8], from top: Int, height: Int, except transparent: Int?) {
      for y in top..<min(top + 6, height) {
        let bit = UInt8(1) << UInt8(y - top)
        for x in 0..<width {
          let color = Int(indices[y * width + x])
          if color == transparent { continue }
          bits[color * width + x] |= bit
          let extent = extents[color]
          extents[color] = min(extent?.lowerBound ?? x, x)..<max(extent?.upperBound ?? 0, x + 1)
        }
      }
    }

    /// Appends the colours one over another, each with its runs, and empties the band.
    mutating func append(to bytes: inout [UInt8]) {
      var isFirst = true
      for color in extents.indices {
        guard let extent = extents[color] else { continue }
        // Back to the left.
        if !isFirst { bytes.append(UInt8(ascii: "$")) }
        isFirst = false
        bytes += Array("#\(color)".utf8)
        Self.append(extent.lowerBound, of: 0, to: &bytes)
        var x = extent.lowerBound
        let start = color * width
        while x < extent.upperBound {
          let value = bits[start + x]
          var end = x + 1
          while end < extent.upperBound, bits[start + end] == value { end += 1 }
          Self.append(end - x, of: value, to: &bytes)
          x = end
        }
        for x in extent { bits[start + x] = 0 }
        extents[color] = nil
      }
    }

    /// Appends a run; from four on its number is shorter than repeating.
    private static func append(_ count: Int, of value: UInt8, to bytes: inout [UInt8]) {
      if count > 3 {
        bytes += Array("!\(count)".utf8)
        bytes.append(63 + value)
      } else {
        for _ in 0..<count { bytes.append(63 + value) }
      }
    }
  }
}
