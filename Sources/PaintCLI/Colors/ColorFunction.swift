import PaintRaster

/// The functions `rgb(…)`, `rgba(…)`, `hsl(…)` and `hsla(…)` of CSS Color 4, with commas or with spaces.
///
/// With commas alpha is the fourth value; with spaces it follows a slash, and `none` means 0. Values out of range are
/// clamped, as in CSS; samples are rounded to the nearest, halves up.
enum ColorFunction {
  /// Whether the text begins like such a function.
  static func isNamed(in text: String) -> Bool {
    ["rgb(", "rgba(", "hsl(", "hsla("].contains { text.hasPrefix($0) }
  }

  /// The colour of a text in lower case; nil if it is not one.
  static func parse(_ text: String) -> Pixel? {
    guard isNamed(in: text), text.utf8.last == UInt8(ascii: ")") else { return nil }
    let bytes = Array(text.utf8)
    let isHue = text.hasPrefix("hsl")
    guard let open = bytes.firstIndex(of: UInt8(ascii: "(")),
      let values = values(bytes[(open + 1)..<(bytes.count - 1)])
    else { return nil }
    var alpha = 1.0
    if values.count == 4 {
      guard let value = values[3].fraction(of: 1) else { return nil }
      alpha = value
    }
    if isHue {
      guard let hue = values[0].degrees, let saturation = values[1].fraction(of: 100),
        let lightness = values[2].fraction(of: 100)
      else { return nil }
      return color(hue: hue, saturation: saturation, lightness: lightness, alpha: alpha)
    }
    guard let red = values[0].fraction(of: 255), let green = values[1].fraction(of: 255),
      let blue = values[2].fraction(of: 255)
    else { return nil }
    return Pixel(red: sample(red), green: sample(green), blue: sample(blue), alpha: sample(alpha))
  }

  /// One value between the parentheses.
  private struct Value {
    var number: Double
    var unit: String

    /// The value as a fraction of a whole, 0…1; nil if its unit does not fit.
    func fraction(of whole: Double) -> Double? {
      switch unit {
      case "": min(max(number / whole, 0), 1)
      case "%": min(max(number / 100, 0), 1)
      default: nil
      }
    }

    /// The angle in degrees; nil if the unit is not one of angles.
    var degrees: Double? {
      switch unit {
      case "", "deg": number
      case "grad": number * 0.9
      case "rad": number * 180 / Double.pi
      case "turn": number * 360
      default: nil
      }
    }
  }

  /// Three or four values; nil if commas, spaces and the slash do not follow one of the two syntaxes.
  private static func values(_ bytes: ArraySlice<UInt8>) -> [Value]? {
    let hasCommas = bytes.contains(UInt8(ascii: ","))
    var values: [Value] = []
    var rest = bytes
    skipSpaces(&rest)
    while !rest.isEmpty {
      guard let value = value(&rest, allowsNone: !hasCommas) else { return nil }
      values.append(value)
      let sawSpace = skipSpaces(&rest)
      guard let next = rest.first else { break }
      switch (hasCommas, next) {
      case (true, UInt8(ascii: ",")), (false, UInt8(ascii: "/")):
        if !hasCommas, values.count != 3 { return nil }
        rest.removeFirst()
        skipSpaces(&rest)
        if rest.isEmpty { return nil }
      default:
        // With spaces the fourth value needs its slash.
        if hasCommas || !sawSpace || values.count >= 3 { return nil }
      }
    }
    return values.count == 3 || values.count == 4 ? values : nil
  }

  @discardableResult private static func skipSpaces(_ bytes: inout ArraySlice<UInt8>) -> Bool {
    let spaces = bytes.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    bytes.removeFirst(spaces.count)
    return !spaces.isEmpty
  }

  private static func value(_ bytes: inout ArraySlice<UInt8>, allowsNone: Bool) -> Value? {
    var index = 0
    let number = Number.scan(bytes.span, &index)
    bytes.removeFirst(index)
    let unit = bytes.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "%") }
    bytes.removeFirst(unit.count)
    let name = String(decoding: unit, as: UTF8.self)
    guard let number else { return allowsNone && name == "none" ? Value(number: 0, unit: "") : nil }
    return number.magnitude <= Number.limit ? Value(number: number, unit: name) : nil
  }

  /// The conversion of CSS Color 4, section 7.1.
  private static func color(hue: Double, saturation: Double, lightness: Double, alpha: Double) -> Pixel {
    var turn = hue.truncatingRemainder(dividingBy: 360)
    if turn < 0 { turn += 360 }
    func channel(_ offset: Double) -> UInt8 {
      let place = (offset + turn / 30).truncatingRemainder(dividingBy: 12)
      let range = saturation * min(lightness, 1 - lightness)
      return sample(lightness - range * max(-1, min(place - 3, 9 - place, 1)))
    }
    return Pixel(red: channel(0), green: channel(8), blue: channel(4), alpha: sample(alpha))
  }

  private static func sample(_ part: Double) -> UInt8 {
    UInt8(min(max((part * 255).rounded(), 0), 255))
  }
}
