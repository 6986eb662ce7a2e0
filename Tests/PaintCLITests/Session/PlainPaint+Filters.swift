import PaintRaster
import PaintTestSupport

@testable import PaintCLI

/// A filter of colours, pixel by pixel, by its formula.
struct PlainFilter {
  /// The default parameters of the filters, in their order in canonical commands.
  private static let defaults: [String: [(name: String, value: String)]] = [
    "color-invert": [],
    "color-posterize": [("levels", "6")],
    "color-threshold": [("threshold", "0.5")],
    "levels": [("black", "0"), ("white", "1"), ("gamma", "1"), ("output-black", "0"), ("output-white", "1")],
    "color-matrix": [
      ("r-vector", "1,0,0,0"), ("g-vector", "0,1,0,0"), ("b-vector", "0,0,1,0"), ("a-vector", "0,0,0,1"),
      ("bias-vector", "0,0,0,0"),
    ],
  ]

  let name: String
  private var values: [(name: String, value: String)]

  /// Reads `NAME --PARAMETER VALUE …`.
  init(_ words: ArraySlice<String>) {
    name = words.first ?? ""
    values = Self.defaults[name] ?? []
    var rest = words.dropFirst()
    while let word = rest.popFirst(), let value = rest.popFirst() {
      for index in values.indices where "--" + values[index].name == word { values[index].value = value }
    }
  }

  /// The filter with all its parameters.
  var command: String { name + values.map { " --\($0.name) \($0.value)" }.joined() }

  private func numbers(_ parameter: String) -> [Double] {
    (values.first { $0.name == parameter }?.value ?? "0").split(separator: ",").map { Double($0) ?? 0 }
  }

  private func number(_ parameter: String) -> Double { numbers(parameter)[0] }

  func apply(to pixel: Pixel) -> Pixel {
    let old = [pixel.red, pixel.green, pixel.blue, pixel.alpha].map { Double($0) }
    let changesAlpha =
      name == "color-matrix" && (numbers("a-vector") != [0, 0, 0, 1] || numbers("bias-vector")[3] != 0)
    guard pixel.alpha > 0 || changesAlpha else { return pixel }
    let new = color(old).map { UInt8(min(max(($0 + 0.5).rounded(.down), 0), 255)) }
    return Pixel(red: new[0], green: new[1], blue: new[2], alpha: changesAlpha ? new[3] : pixel.alpha)
  }

  private func color(_ old: [Double]) -> [Double] {
    switch name {
    case "color-invert": return old.map { 255 - $0 }
    case "color-posterize":
      let levels = number("levels")
      return old.map { ($0 * levels / 256).rounded(.down) * 255 / (levels - 1) }
    case "color-threshold":
      let isWhite = 2126 * old[0] + 7152 * old[1] + 722 * old[2] >= number("threshold") * 2_550_000
      return old.map { _ in isWhite ? 255 : 0 }
    case "levels":
      let (black, white) = (255 * number("black"), 255 * number("white"))
      let (low, high) = (number("output-black"), number("output-white"))
      return old.map { channel in
        let part = white > black ? min(max((channel - black) / (white - black), 0), 1) : channel >= black ? 1 : 0
        return 255 * (low + (high - low) * part)
      }
    default:
      let bias = numbers("bias-vector")
      return ["r-vector", "g-vector", "b-vector", "a-vector"].enumerated().map { channel, row in
        zip(numbers(row), old).reduce(0) { $0 + $1.0 * $1.1 } + 255 * bias[channel]
      }
    }
  }
}

extension PlainPaint {
  mutating func filter(_ words: [String], _ options: [String: String]) throws(Refusal) -> JSON {
    let filters = words.dropFirst().split(separator: "+").map { PlainFilter($0) }
    var picture = document.here.picture
    let size = picture.size
    let region = options["--region"].map { (try? Self.box($0, on: size)) ?? .empty }
    let box = region ?? size.box
    for filter in filters {
      // There are far fewer colours than pixels.
      var known: [UInt32: Pixel] = [:]
      for y in box.y..<box.maxY {
        for x in box.x..<box.maxX {
          let old = picture[x, y]
          let new = known[old.bits] ?? filter.apply(to: old)
          known[old.bits] = new
          picture[x, y] = new
        }
      }
    }
    let title = filters.map { $0.name.replacing("-", with: " ") }.joined(separator: " + ")
    var command = "filter " + filters.map(\.command).joined(separator: " + ")
    if let region { command += " --region \(region.x),\(region.y),\(region.width)x\(region.height)" }
    let name = options["--name"] ?? label ?? title.prefix(1).uppercased() + title.dropFirst()
    return finish(document.add(picture, name: name, command: command))
  }
}
