import PaintRaster

/// A sample of a colour on a terminal.
package struct ColorChip: Equatable {
  /// The colours of a terminal.
  package enum Palette: Equatable {
    /// 24-bit colours.
    case trueColor
    /// The 256 colours of xterm.
    case indexed
  }

  /// The width of a chip in columns.
  package static let columns = 2
  private let palette: Palette

  package init(_ palette: Palette) { self.palette = palette }

  /// The palette by the environment variables.
  package static func palette(colorTerm: String?, term: String?) -> Palette {
    let isTrue = colorTerm == "truecolor" || colorTerm == "24bit" || term?.hasSuffix("-direct") == true
    return isTrue ? .trueColor : .indexed
  }

  /// Two spaces with that background colour, ignoring alpha; plain spaces without a colour.
  package func text(_ color: Pixel?) -> String {
    guard let color, color.alpha > 0 else { return String(repeating: " ", count: Self.columns) }
    let ground =
      switch palette {
      case .trueColor: "48;2;\(color.red);\(color.green);\(color.blue)"
      case .indexed: "48;5;\(Self.index(of: color))"
      }
    return "\u{1b}[\(ground)m\(String(repeating: " ", count: Self.columns))\u{1b}[0m"
  }

  /// The nearest of xterm's colours: of its cube 6x6x6 (levels 0, 95, 135 … 255) and its 24 greys (8, 18 … 238).
  package static func index(of color: Pixel) -> Int {
    func level(_ sample: UInt8) -> Int { sample < 48 ? 0 : sample < 115 ? 1 : (Int(sample) - 35) / 40 }
    func value(_ level: Int) -> Int { level == 0 ? 0 : 55 + 40 * level }
    func distance(_ red: Int, _ green: Int, _ blue: Int) -> Int {
      let difference = (Int(color.red) - red, Int(color.green) - green, Int(color.blue) - blue)
      return difference.0 * difference.0 + difference.1 * difference.1 + difference.2 * difference.2
    }
    let (red, green, blue) = (level(color.red), level(color.green), level(color.blue))
    let mean = (Int(color.red) + Int(color.green) + Int(color.blue)) / 3
    let grey = min(max((mean - 3) / 10, 0), 23)
    let isGrey =
      distance(8 + 10 * grey, 8 + 10 * grey, 8 + 10 * grey) < distance(value(red), value(green), value(blue))
    return isGrey ? 232 + grey : 16 + 36 * red + 6 * green + blue
  }
}
