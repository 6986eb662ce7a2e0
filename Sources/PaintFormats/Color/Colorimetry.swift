import PaintPNG

/// What red, green and blue of a picture mean, where no ICC profile says it.
struct Colorimetry: Hashable {
  /// The chromaticities of white, red, green and blue.
  struct Primaries: Hashable {
    var white: SIMD2<Double>
    var red: SIMD2<Double>
    var green: SIMD2<Double>
    var blue: SIMD2<Double>

    static let sRGB = Primaries(
      white: [0.3127, 0.3290], red: [0.64, 0.33], green: [0.30, 0.60], blue: [0.15, 0.06])
  }

  /// How light follows from a sample, both 0…1.
  enum Curve: Hashable {
    /// A power.
    case gamma(Double)
    /// `(a x + b)^gamma`, and below `limit` `slope x`.
    case power(gamma: Double, a: Double, b: Double, slope: Double, limit: Double)

    static let sRGB = power(gamma: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, slope: 1 / 12.92, limit: 0.04045)
  }

  var name: String
  var primaries: Primaries
  var curve: Curve
}

/// Numbers of ITU-T H.273 for colours: the primaries and the transfer function, as AVIF, HEIF and PNG's cICP state them.
///
/// The matrix and the range are about how samples are stored, and not about colours; those of RGB are always the same.
struct CodePoints: Hashable {
  let primaries: Int
  let transfer: Int

  static let sRGB = CodePoints(primaries: 1, transfer: 13)

  /// Numbers of a file, of which 2 states nothing; nil if both state nothing, or sRGB, as a picture without them has.
  init?(stated primaries: Int, _ transfer: Int) {
    let (primaries, transfer) = (primaries == 2 ? 1 : primaries, transfer == 2 ? 13 : transfer)
    guard (0...255).contains(primaries), (0...255).contains(transfer) else { return nil }
    self.init(primaries: primaries, transfer: transfer)
    if self == .sRGB { return nil }
  }

  private init(primaries: Int, transfer: Int) { (self.primaries, self.transfer) = (primaries, transfer) }

  /// The numbers of a cICP chunk; nil if there is none.
  init?(in chunks: PNGColorChunks) {
    guard let payload = chunks[.cICP], payload.count == 4 else { return nil }
    self.init(primaries: Int(payload[0]), transfer: Int(payload[1]))
  }

  /// The payload of a cICP chunk: RGB of the full range.
  var payload: [UInt8] { [UInt8(primaries), UInt8(transfer), 0, 1] }

  /// The colours in numbers; nil if there is no profile for them, as for HDR, whose white depends on the screen.
  var colorimetry: Colorimetry? {
    guard let colors = Self.primaries[primaries], let curve else { return nil }
    return Colorimetry(name: name, primaries: colors, curve: curve)
  }

  private var curve: Colorimetry.Curve? {
    switch transfer {
    // All with the curve of BT.709.
    case 1, 6, 14, 15: .power(gamma: 1 / 0.45, a: 1 / 1.099, b: 0.099 / 1.099, slope: 1 / 4.5, limit: 0.081)
    case 4: .gamma(2.2)
    case 5: .gamma(2.8)
    case 8: .gamma(1)
    case 13: .sRGB
    default: nil
    }
  }

  /// A name for messages and profiles, such as `BT.2020 PQ`.
  var name: String {
    if (primaries, transfer) == (12, 13) { return "Display P3" }
    let colors = [
      1: "BT.709", 4: "BT.470 M", 5: "BT.601 625", 6: "BT.601 525", 7: "SMPTE 240M", 8: "Film", 9: "BT.2020",
      10: "XYZ", 11: "DCI-P3", 12: "P3-D65", 22: "EBU 3213",
    ]
    let curves = [
      1: "BT.709", 4: "gamma 2.2", 5: "gamma 2.8", 6: "BT.601", 8: "linear", 13: "sRGB", 14: "BT.2020",
      15: "BT.2020", 16: "PQ", 17: "SMPTE 428", 18: "HLG",
    ]
    let (first, second) = (colors[primaries] ?? "primaries \(primaries)", curves[transfer] ?? "transfer \(transfer)")
    return first == second ? first : "\(first) \(second)"
  }

  private static let illuminantD65: SIMD2<Double> = [0.3127, 0.3290]
  private static let illuminantC: SIMD2<Double> = [0.310, 0.316]
  private static let primaries: [Int: Colorimetry.Primaries] = [
    1: .sRGB,
    4: .init(white: illuminantC, red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08]),
    5: .init(white: illuminantD65, red: [0.64, 0.33], green: [0.29, 0.60], blue: [0.15, 0.06]),
    6: .init(white: illuminantD65, red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07]),
    7: .init(white: illuminantD65, red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07]),
    8: .init(white: illuminantC, red: [0.681, 0.319], green: [0.243, 0.692], blue: [0.145, 0.049]),
    9: .init(white: illuminantD65, red: [0.708, 0.292], green: [0.170, 0.797], blue: [0.131, 0.046]),
    11: .init(white: [0.314, 0.351], red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06]),
    12: .init(white: illuminantD65, red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06]),
    22: .init(white: illuminantD65, red: [0.63, 0.34], green: [0.295, 0.605], blue: [0.155, 0.077]),
  ]
}

extension Colorimetry {
  /// The colours that the chunks gAMA and cHRM state; nil if there is none of them, or if they state sRGB nearly.
  init?(in chunks: PNGColorChunks) {
    if chunks[.sRGB] != nil { return nil }
    var (primaries, curve) = (Primaries.sRGB, Curve.sRGB)
    if let payload = chunks[.cHRM], payload.count == 32 {
      let numbers = stride(from: 0, to: 32, by: 4).map { place in
        Double(payload[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }) / 100_000
      }
      let stated = Primaries(
        white: [numbers[0], numbers[1]], red: [numbers[2], numbers[3]], green: [numbers[4], numbers[5]],
        blue: [numbers[6], numbers[7]])
      let isNear = zip(stated.numbers, primaries.numbers).allSatisfy { abs($0 - $1) < 0.002 }
      if !isNear { primaries = stated }
    }
    if let payload = chunks[.gAMA], payload.count == 4 {
      let gamma = Double(payload.reduce(0) { $0 << 8 | Int($1) }) / 100_000
      // 1/2.2 is the usual way to state sRGB.
      if abs(gamma - 0.45455) > 0.005, (0.1...10).contains(gamma) { curve = .gamma(1 / gamma) }
    }
    if primaries == .sRGB, curve == .sRGB { return nil }
    self.init(name: "gAMA and cHRM", primaries: primaries, curve: curve)
  }
}

extension Colorimetry.Primaries {
  fileprivate var numbers: [Double] { [white, red, green, blue].flatMap { [$0.x, $0.y] } }
}
