import PaintRaster

/// Reads a sixel picture, as the VT340 does.
enum SixelReader {
  /// The picture of a device control string without its delimiters; nil if it is none, or draws outside of its size.
  static func read(_ content: [UInt8]) -> Picture? {
    guard let start = content.firstIndex(of: UInt8(ascii: "q")) else { return nil }
    let parameters = content[..<start].split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    // Only transparent pictures are expected.
    guard parameters.count == 3, parameters[1].elementsEqual([UInt8(ascii: "1")]) else { return nil }
    var index = start + 1
    var (width, height) = (0, 0)
    var pixels: [UInt32] = []
    var colors: [Int: Pixel] = [:]
    var color = 0
    var (x, top) = (0, 0)
    /// The numbers after a letter.
    func numbers() -> [Int] {
      var text: [UInt8] = []
      while index < content.count, content[index] == UInt8(ascii: ";") || (48...57).contains(content[index]) {
        text.append(content[index])
        index += 1
      }
      return String(decoding: text, as: UTF8.self).split(separator: ";").compactMap { Int($0) }
    }
    func draw(_ bits: UInt8, _ count: Int) -> Bool {
      for column in x..<x + count {
        for row in 0..<6 where bits >> UInt8(row) & 1 == 1 {
          guard column < width, top + row < height, let ink = colors[color] else { return false }
          pixels[(top + row) * width + column] = ink.bits
        }
      }
      x += count
      return true
    }
    while index < content.count {
      let letter = content[index]
      index += 1
      switch letter {
      case UInt8(ascii: "\""):
        let given = numbers()
        guard given.count == 4, given[0] == 1, given[1] == 1 else { return nil }
        (width, height) = (given[2], given[3])
        pixels = [UInt32](repeating: 0, count: width * height)
      case UInt8(ascii: "#"):
        let given = numbers()
        guard let number = given.first, (0...255).contains(number) else { return nil }
        color = number
        guard given.count > 1 else { continue }
        guard given.count == 5, given[1] == 2, given[2...].allSatisfy({ (0...100).contains($0) }) else { return nil }
        let samples = given[2...].map { UInt8(($0 * 255 + 50) / 100) }
        colors[number] = Pixel(red: samples[0], green: samples[1], blue: samples[2])
      case UInt8(ascii: "!"):
        guard let count = numbers().first, index < content.count, (63...126).contains(content[index]),
          draw(content[index] - 63, count)
        else { return nil }
        index += 1
      case UInt8(ascii: "$"): x = 0
      case UInt8(ascii: "-"): (x, top) = (0, top + 6)
      case 63...126: guard draw(letter - 63, 1) else { return nil }
      default: return nil
      }
    }
    return Picture(width: width, height: height, pixels: pixels)
  }
}
