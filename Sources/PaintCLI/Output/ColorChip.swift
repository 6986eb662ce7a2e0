import PaintRaster

/// A spot of colour on a terminal.
struct ColorChip: Equatable {
  /// Which colours the terminal has.
  enum Palette: Equatable {
    /// Every one.
    case trueColor
    /// xterm's 256.
    case indexed
  }

  /// The columns that a chip takes.
  static let columns = 2
  private let palette: Palette

  init(_ palette: Palette) { self.palette = palette }

  /// A chip for the terminal that a descriptor is; nil where there is none or it is to have no colours.
  init?(onDescriptor descriptor: Int32) {
    guard Terminal.usesColor(descriptor) else { return nil }
    palette = Self.palette(colorTerm: Terminal.variable("COLORTERM"), term: Terminal.variable("TERM"))
  }

  /// What the variables say of the terminal's colours.
  static func palette(colorTerm: String?, term: String?) -> Palette {
    let isTrue = colorTerm == "truecolor" || colorTerm == "24bit" || term?.hasSuffix("-direct") == true
    return isTrue ? .trueColor : .indexed
  }

  /// Two spaces on that colour, without its alpha; plain spaces where it has none.
  func text(_ color: Pixel?) -> String {
    guard let color, color.alpha > 0 else { return String(repeating: " ", count: Self.columns) }
    let ground =
      switch palette {
      case .trueColor: "48;2;\(color.red);\(color.green);\(color.blue)"
      case .indexed: "48;5;\(Self.index(of: color))"
      }
    return "\u{1b}[\(ground)m\(String(repeating: " ", count: Self.columns))\u{1b}[0m"
  }

  /// The nearest of xterm's colours: of its cube 6x6x6 (levels 0, 95, 135 … 255) and its 24 greys (8, 18 … 238).
  static func index(of color: Pixel) -> Int {
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
