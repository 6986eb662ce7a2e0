/// The colour space in which a gradient mixes its colours, as CSS Color 4 defines them.
public enum GradientSpace: String, Sendable, Hashable, CaseIterable {
  /// The stored values.
  case srgb
  /// Linear light.
  case linear = "srgb-linear"
  /// Oklab, in which equal distances look equal.
  case oklab

  /// Three coordinates of a colour.
  typealias Coordinates = SIMD3<Double>

  /// The coordinates of a colour; its alpha does not count.
  func coordinates(_ color: Pixel) -> Coordinates {
    let stored = Coordinates(Double(color.red), Double(color.green), Double(color.blue))
    if self == .srgb { return stored }
    let light = Coordinates(
      LinearLight.decoded(stored.x), LinearLight.decoded(stored.y), LinearLight.decoded(stored.z))
    return self == .linear ? light : Self.oklab(light / 255)
  }

  /// The stored red, green and blue of coordinates, 0…255, not rounded; those outside sRGB are clamped.
  func stored(_ coordinates: Coordinates) -> Coordinates {
    if self == .srgb { return coordinates }
    let light = self == .linear ? coordinates / 255 : Self.light(coordinates)
    return Coordinates(Self.encoded(light.x), Self.encoded(light.y), Self.encoded(light.z)) * 255
  }

  /// Oklab of linear light (Björn Ottosson, "A perceptual color space for image processing", 2020).
  private static func oklab(_ light: Coordinates) -> Coordinates {
    let l = CubeRoot.of(sum(light, 0.4122214708, 0.5363325363, 0.0514459929))
    let m = CubeRoot.of(sum(light, 0.2119034982, 0.6806995451, 0.1073969566))
    let s = CubeRoot.of(sum(light, 0.0883024619, 0.2817188376, 0.6299787005))
    let roots = Coordinates(l, m, s)
    return Coordinates(
      sum(roots, 0.2104542553, 0.7936177850, -0.0040720468), sum(roots, 1.9779984951, -2.4285922050, 0.4505937099),
      sum(roots, 0.0259040371, 0.7827717662, -0.8086757660))
  }

  private static func light(_ lab: Coordinates) -> Coordinates {
    let roots = Coordinates(
      sum(lab, 1, 0.3963377774, 0.2158037573), sum(lab, 1, -0.1055613458, -0.0638541728),
      sum(lab, 1, -0.0894841775, -1.2914855480))
    let cubes = roots * roots * roots
    return Coordinates(
      sum(cubes, 4.0767416621, -3.3077115913, 0.2309699292), sum(cubes, -1.2684380046, 2.6097574011, -0.3413193965),
      sum(cubes, -0.0041960863, -0.7034186147, 1.7076147010))
  }

  private static func sum(_ v: Coordinates, _ a: Double, _ b: Double, _ c: Double) -> Double {
    a * v.x + b * v.y + c * v.z
  }

  /// The stored share of a share of linear light.
  private static func encoded(_ light: Double) -> Double {
    let x = min(max(light, 0), 1)
    if x <= 0.0031308 { return x * 12.92 }
    // x^(1/2.4) = ((x^5)^(1/4))^(1/3)
    let square = x * x
    return 1.055 * CubeRoot.of((square * square * x).squareRoot().squareRoot()) - 0.055
  }
}

/// The cube root, by Newton's method with + − × ÷ alone, so that all machines have the same.
enum CubeRoot {
  /// The cube root of a number of any sign.
  static func of(_ number: Double) -> Double {
    let x = number.magnitude
    if x < 1e-60 { return 0 }
    // From above: the mean of 1, 1 and x is not below the root.
    var root = (x + 2) / 3
    while true {
      let next = root - (root * root * root - x) / (3 * root * root)
      if next >= root { return number < 0 ? -root : root }
      root = next
    }
  }
}
