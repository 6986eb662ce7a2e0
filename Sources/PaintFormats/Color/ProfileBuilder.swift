/// Makes the ICC profile that states the same colours as some numbers do.
enum ProfileBuilder {
  /// A profile of version 4: three curves, and a matrix to the XYZ of D50, white adapted as Bradford did; nil if the
  /// primaries span no colours.
  static func profile(of colors: Colorimetry) -> [UInt8]? {
    guard let matrix = matrix(of: colors.primaries) else { return nil }
    let white = xyz(colors.primaries.white)
    let curve = curve(colors.curve)
    var tags: [(name: String, bytes: [UInt8])] = [
      ("desc", text(colors.name)), ("cprt", text("No copyright, use freely")), ("wtpt", point(whiteD50)),
      ("chad", Array("sf32".utf8) + number(0) + adaptation(from: white).flatMap { fixed($0) }),
    ]
    for (column, name) in ["rXYZ", "gXYZ", "bXYZ"].enumerated() {
      tags.append((name, point([matrix[column], matrix[3 + column], matrix[6 + column]])))
    }
    // The three curves are one.
    var table = number(tags.count + 3)
    var data: [UInt8] = []
    let start = 128 + 4 + 12 * (tags.count + 3)
    for tag in tags {
      table += Array(tag.name.utf8) + number(start + data.count) + number(tag.bytes.count)
      data += tag.bytes + [UInt8](repeating: 0, count: (4 - tag.bytes.count % 4) % 4)
    }
    for name in ["rTRC", "gTRC", "bTRC"] {
      table += Array(name.utf8) + number(start + data.count) + number(curve.count)
    }
    data += curve
    // The size, no program, the version, a screen's profile, its spaces, a date, and no platform, flags or maker.
    var header = number(start + data.count) + number(0) + [4, 0x20, 0, 0] + Array("mntrRGB XYZ ".utf8)
    header += [7, 232, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] + Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
    header += whiteD50.flatMap { fixed($0) }
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + table + data
  }

  /// The illuminant of all profiles.
  private static let whiteD50 = [0.9642, 1, 0.8249]
  private static let bradford = [0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296]

  /// From red, green and blue to XYZ, row by row.
  private static func matrix(of primaries: Colorimetry.Primaries) -> [Double]? {
    let chromaticities = [primaries.white, primaries.red, primaries.green, primaries.blue]
    guard chromaticities.allSatisfy({ $0.y > 0 }) else { return nil }
    let (red, green, blue) = (xyz(primaries.red), xyz(primaries.green), xyz(primaries.blue))
    let columns = (0..<3).flatMap { [red[$0], green[$0], blue[$0]] }
    guard let inverse = inverse(columns) else { return nil }
    let white = xyz(primaries.white)
    let amounts = product(inverse, white)
    let scaled = columns.enumerated().map { $1 * amounts[$0 % 3] }
    return product(adaptation(from: white), scaled)
  }

  /// The colour of a chromaticity whose Y is 1.
  private static func xyz(_ xy: SIMD2<Double>) -> [Double] { [xy.x / xy.y, 1, (1 - xy.x - xy.y) / xy.y] }

  private static func adaptation(from white: [Double]) -> [Double] {
    let (from, to) = (product(bradford, white), product(bradford, whiteD50))
    guard let back = inverse(bradford) else { return bradford }
    let scaled = bradford.enumerated().map { $1 * to[$0 / 3] / from[$0 / 3] }
    return product(back, scaled)
  }

  /// The product with a matrix or a column.
  private static func product(_ first: [Double], _ second: [Double]) -> [Double] {
    let columns = second.count / 3
    return (0..<3).flatMap { row in
      (0..<columns).map { column in
        var sum = 0.0
        for index in 0..<3 { sum += first[3 * row + index] * second[columns * index + column] }
        return sum
      }
    }
  }

  private static func inverse(_ matrix: [Double]) -> [Double]? {
    func minor(_ row: Int, _ column: Int) -> Double {
      let (r, s) = ((row + 1) % 3, (row + 2) % 3)
      let (c, d) = ((column + 1) % 3, (column + 2) % 3)
      return matrix[3 * r + c] * matrix[3 * s + d] - matrix[3 * r + d] * matrix[3 * s + c]
    }
    let determinant = (0..<3).reduce(0.0) { $0 + matrix[$1] * minor(0, $1) }
    guard abs(determinant) > 1e-6 else { return nil }
    return (0..<9).map { minor($0 % 3, $0 / 3) / determinant }
  }

  // MARK: Bytes

  private static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  /// A number in 65,536ths.
  private static func fixed(_ value: Double) -> [UInt8] {
    number(Int((min(max(value, -32_768), 32_767) * 65_536).rounded()))
  }

  private static func point(_ xyz: [Double]) -> [UInt8] { Array("XYZ ".utf8) + number(0) + xyz.flatMap { fixed($0) } }

  /// A text for the only language.
  private static func text(_ text: String) -> [UInt8] {
    let letters = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    return Array("mluc".utf8) + number(0) + number(1) + number(12) + Array("enUS".utf8) + number(letters.count)
      + number(28)
      + letters
  }

  private static func curve(_ curve: Colorimetry.Curve) -> [UInt8] {
    let (kind, numbers): (UInt8, [Double]) =
      switch curve {
      case .gamma(let gamma): (0, [gamma])
      case .power(let gamma, let a, let b, let slope, let limit): (3, [gamma, a, b, slope, limit])
      }
    return Array("para".utf8) + number(0) + [0, kind, 0, 0] + numbers.flatMap { fixed($0) }
  }
}
