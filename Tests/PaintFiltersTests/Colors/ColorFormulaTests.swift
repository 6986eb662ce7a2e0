import Glibc
import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintFilters

/// Compares every colour filter with an independent version of its formula, for a stride through all colours.
struct ColorFormulaTests {
  /// A formula on stored values 0…255, before clamping and rounding.
  typealias Formula = @Sendable (_ r: Double, _ g: Double, _ b: Double) -> (Double, Double, Double)

  struct Case: Sendable, CustomTestStringConvertible {
    let filter: any ColorFilter
    let formula: Formula
    var testDescription: String { "\(filter)" }
  }

  static func luma(_ r: Double, _ g: Double, _ b: Double) -> Double { 0.2126 * r + 0.7152 * g + 0.0722 * b }

  /// The same curve for all channels.
  static func each(_ curve: @escaping @Sendable (Double) -> Double) -> Formula {
    { r, g, b in (curve(r), curve(g), curve(b)) }
  }

  /// Interpolates from the colours to the result of `full` by `part`.
  static func part(_ part: Double, _ full: @escaping Formula) -> Formula {
    { r, g, b in
      let new = full(r, g, b)
      return (r + part * (new.0 - r), g + part * (new.1 - g), b + part * (new.2 - b))
    }
  }

  static let cases: [Case] = {
    var cases = [
      Case(filter: ColorInvert(), formula: each { 255 - $0 }),
      Case(
        filter: ColorMatrix(
          red: [0.5, 0.25, -1.5, 0], green: [0.1, 1.7, 0, 0.25], blue: [0, -2, 3, 0], bias: [0.1, -0.2, 0.5, 0]),
        formula: { r, g, b in
          (0.5 * r + 0.25 * g - 1.5 * b + 25.5, 0.1 * r + 1.7 * g + 63.75 - 51, -2 * g + 3 * b + 127.5)
        }),
      Case(
        filter: ColorMatrix(red: [0.5, 0.5, 0, 0], green: [0.5, 0, 0.5, 0], blue: [0.25, 0.25, 0.5, 0]),
        formula: { r, g, b in ((r + g) / 2, (r + b) / 2, (r + g + 2 * b) / 4) }),
      Case(
        filter: ColorMatrix(red: [100, -99, 0, 0], green: [33.3, 33.3, -66, 0], blue: [0.01, 0.02, 0.03, 0]),
        formula: { r, g, b in (100 * r - 99 * g, 33.3 * r + 33.3 * g - 66 * b, 0.01 * r + 0.02 * g + 0.03 * b) }),
    ]
    for (s, b, c) in [(0, 0, 1), (2, 0.1, 1.5), (1, 0.25, 2), (0.5, -0.3, 0.7), (1.3, 0, 4), (1, 0, 0.1)] {
      cases.append(
        Case(filter: ColorControls(saturation: s, brightness: b, contrast: c)) { red, green, blue in
          let l = luma(red, green, blue)
          func new(_ v: Double) -> Double { ((s == 1 ? v : l + s * (v - l)) + 255 * b - 127.5) * c + 127.5 }
          return (new(red), new(green), new(blue))
        })
    }
    for ev in [-10, -2.5, -1, 0.5, 1, 3.3, 10] {
      cases.append(Case(filter: ExposureAdjust(ev: ev), formula: each { $0 * pow(2, ev) }))
    }
    for power in [0.1, 0.45, 0.75, 1.8, 2.2, 10] {
      cases.append(Case(filter: GammaAdjust(power: power), formula: each { 255 * pow($0 / 255, power) }))
    }
    for angle in [-360.0, -90, 30, 45, 123.4, 180, 270] {
      cases.append(
        Case(filter: HueAdjust(angle: angle)) { r, g, b in
          // Quarter turns are exact, since some sums are then exactly a half.
          let isQuarter = angle.truncatingRemainder(dividingBy: 90) == 0
          let (cosine, sine) = (cos(angle * .pi / 180), sin(angle * .pi / 180))
          let (c, s, l) = (isQuarter ? rint(cosine) : cosine, isQuarter ? rint(sine) : sine, luma(r, g, b))
          let red = b * (1 - 0.0722) - 0.2126 * r - 0.7152 * g
          let blue = 0.7152 * g + 0.0722 * b - r * (1 - 0.2126)
          let green = -(0.2126 * red + 0.0722 * blue) / 0.7152
          return (l + c * (r - l) + s * red, l + c * (g - l) + s * green, l + c * (b - l) + s * blue)
        })
    }
    for (black, white, gamma, low, high) in [
      (0.1, 0.9, 1, 0, 1), (0.2, 0.5, 2.2, 0.1, 0.8), (0, 1, 0.45, 1, 0), (0.3, 0.7, 1, 0.5, 0.5),
    ] {
      cases.append(
        Case(
          filter: Levels(black: black, white: white, gamma: gamma, outputBlack: low, outputWhite: high),
          formula: each {
            let t = min(max(($0 - 255 * black) / (255 * white - 255 * black), 0), 1)
            return 255 * (low + (high - low) * pow(t, 1 / gamma))
          }))
    }
    cases.append(Case(filter: Levels(black: 0.6, white: 0.4), formula: each { $0 >= 153 ? 255 : 0 }))
    for levels in [2, 3, 6, 17, 255] {
      cases.append(
        Case(
          filter: ColorPosterize(levels: levels),
          formula: each { floor($0 * Double(levels) / 256) * 255 / Double(levels - 1) }))
    }
    for threshold in [0, 0.25, 0.5, 0.777, 1] {
      cases.append(
        Case(filter: ColorThreshold(threshold: threshold)) { r, g, b in
          let value: Double = 2126 * r + 7152 * g + 722 * b >= threshold * 2_550_000 ? 255 : 0
          return (value, value, value)
        })
    }
    for amount in [1, 0.5, 0.3] {
      let gray: Formula = { r, g, b in (luma(r, g, b), luma(r, g, b), luma(r, g, b)) }
      cases.append(Case(filter: Grayscale(amount: amount), formula: part(amount, gray)))
      let tint: Formula = { r, g, b in
        (luma(r, g, b) * 10 / 255, luma(r, g, b) * 200 / 255, luma(r, g, b) * 255 / 255)
      }
      let color = Pixel(red: 10, green: 200, blue: 255, alpha: 7)
      cases.append(Case(filter: ColorMonochrome(color: color, intensity: amount), formula: part(amount, tint)))
      let sepia: Formula = { r, g, b in
        (0.393 * r + 0.769 * g + 0.189 * b, 0.349 * r + 0.686 * g + 0.168 * b, 0.272 * r + 0.534 * g + 0.131 * b)
      }
      cases.append(Case(filter: SepiaTone(intensity: amount), formula: part(amount, sepia)))
    }
    return cases
  }()

  /// Colours a stride apart, modulo 2^24; only a few without optimisation.
  static let colors: [UInt32] = (0..<(isOptimised ? 65_536 : 512)).map { $0 &* 4_000_041 & 0xFF_FFFF }

  @Test func `the stride covers every value of every channel`() {
    for shift in [0, 8, 16] as [UInt32] { #expect(Set(Self.colors.map { $0 >> shift & 255 }).count == 256) }
  }

  @Test(arguments: cases)
  func `a filter equals its formula, rounded, and keeps alpha`(_ test: Case) {
    let colors = Self.colors
    let picture = Pictures.make(512, colors.count / 512 + 1) { x, y in
      Pixel(bits: colors[min(y * 512 + x, colors.count - 1)] | 0xFF00_0000)
    }
    let result = picture.filtered(test.filter)
    var wrong = 0
    for (x, old) in colors.enumerated() {
      let new = test.formula(Double(old & 255), Double(old >> 8 & 255), Double(old >> 16))
      func rounded(_ value: Double) -> UInt8 { UInt8(floor(min(max(value, 0), 255) + 0.5)) }
      let expected = Pixel(red: rounded(new.0), green: rounded(new.1), blue: rounded(new.2))
      if result[x % 512, x / 512] != expected { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test(arguments: cases)
  func `colours do not depend on alpha, and fully transparent pixels do not change`(_ test: Case) {
    guard !(test.filter is ColorMatrix) else { return }
    let picture = Pictures.noise(64, 8, seed: 5)
    let result = picture.filtered(test.filter)
    let opaque = Pictures.make(64, 8) { x, y in Pixel(bits: picture[x, y].bits | 0xFF00_0000) }.filtered(test.filter)
    for y in 0..<8 {
      for x in 0..<64 {
        let old = picture[x, y]
        let expected = old.alpha == 0 ? old.bits : opaque[x, y].bits & 0xFF_FFFF | UInt32(old.alpha) << 24
        #expect(result[x, y].bits == expected)
      }
    }
  }

  @Test func `a matrix that changes alpha applies to fully transparent pixels`() {
    let filter = ColorMatrix(alpha: [0, 0, 0, -1], bias: [0, 0, 0, 1])
    let picture = Pictures.noise(64, 8, seed: 6)
    let result = picture.filtered(filter)
    for (old, new) in zip(picture.pixels, result.pixels) { #expect(new.bits == old.bits ^ 0xFF00_0000) }
  }
}
