/// Netpbm's binary formats as the reference tools write them, read in the plainest way.
struct PlainPixmap {
  var width = 0
  var height = 0
  var depth = 1
  var maximum = 255
  /// Sample by sample.
  var samples: [Int] = []

  /// Nil for anything else.
  init?(_ bytes: [UInt8]) {
    var rest = bytes[...]
    func line() -> String {
      let line = rest.prefix { $0 != 10 }
      rest = rest.dropFirst(line.count + 1)
      return String(decoding: line, as: UTF8.self)
    }
    func numbers(_ count: Int) -> [Int] {
      var numbers: [Int] = []
      while numbers.count < count, !rest.isEmpty {
        let text = line()
        if !text.hasPrefix("#") { numbers += text.split(separator: " ").compactMap { Int($0) } }
      }
      return numbers
    }
    switch line() {
    case let kind where kind == "P5" || kind == "P6":
      let fields = numbers(3)
      guard fields.count == 3 else { return nil }
      (width, height, maximum) = (fields[0], fields[1], fields[2])
      depth = kind == "P6" ? 3 : 1
    case "P7":
      while !rest.isEmpty {
        let words = line().split(separator: " ")
        if words.first == "ENDHDR" { break }
        guard words.count == 2, let number = Int(words[1]) else { continue }
        switch words[0] {
        case "WIDTH": width = number
        case "HEIGHT": height = number
        case "DEPTH": depth = number
        case "MAXVAL": maximum = number
        default: break
        }
      }
    default: return nil
    }
    let data = Array(rest)
    let count = width * height * depth
    let isWide = maximum > 255
    guard data.count >= count * (isWide ? 2 : 1) else { return nil }
    samples = (0..<count).map { index -> Int in
      guard isWide else { return Int(data[index]) }
      let (high, low) = (Int(data[2 * index]), Int(data[2 * index + 1]))
      return high << 8 | low
    }
  }

  /// The picture in 8 bits, each sample the nearest, with the alpha of another pixmap.
  func picture(alpha: PlainPixmap? = nil) -> Picture {
    func narrowed(_ sample: Int, _ maximum: Int) -> UInt32 {
      UInt32((Double(sample) * 255 / Double(maximum)).rounded())
    }
    let pixels = (0..<width * height).map { index -> UInt32 in
      let values = samples[index * depth..<(index + 1) * depth].map { narrowed($0, maximum) }
      let own = depth % 2 == 0 ? values[depth - 1] : 255
      let opacity = alpha.map { narrowed($0.samples[index], $0.maximum) } ?? own
      let colors = depth < 3 ? [values[0], values[0], values[0]] : Array(values[..<3])
      return colors[0] | colors[1] << 8 | colors[2] << 16 | opacity << 24
    }
    return Picture(width: width, height: height, pixels: pixels)
  }
}
