/// Weighted sums of the channels plus a constant: any affine colour transform.
public struct ColorMatrix: ColorFilter {
  /// The weights of red, green, blue and alpha in the new red.
  public var red: SIMD4<Double>
  /// The weights of red, green, blue and alpha in the new green.
  public var green: SIMD4<Double>
  /// The weights of red, green, blue and alpha in the new blue.
  public var blue: SIMD4<Double>
  /// The weights of red, green, blue and alpha in the new alpha.
  public var alpha: SIMD4<Double>
  /// The constants added to the new red, green, blue and alpha, as fractions of full scale.
  public var bias: SIMD4<Double>

  /// The filter with these parameters.
  public init(
    red: SIMD4<Double> = [1, 0, 0, 0], green: SIMD4<Double> = [0, 1, 0, 0], blue: SIMD4<Double> = [0, 0, 1, 0],
    alpha: SIMD4<Double> = [0, 0, 0, 1], bias: SIMD4<Double> = .zero
  ) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
    self.bias = bias
  }

  /// The filter with values for all its parameters.
  public init(_ values: FilterValues) {
    func vector(_ name: String) -> SIMD4<Double> { SIMD4(values.vector(name)) }
    self.init(
      red: vector("r-vector"), green: vector("g-vector"), blue: vector("b-vector"), alpha: vector("a-vector"),
      bias: vector("bias-vector"))
  }

  /// The filter's entry in the table.
  public static let description = FilterDescription(
    "color-matrix", "Makes each channel a weighted sum of all channels and a constant.",
    [
      row("r-vector", [1, 0, 0, 0], "The weights of red, green, blue and alpha in the new red."),
      row("g-vector", [0, 1, 0, 0], "The weights of red, green, blue and alpha in the new green."),
      row("b-vector", [0, 0, 1, 0], "The weights of red, green, blue and alpha in the new blue."),
      row("a-vector", [0, 0, 0, 1], "The weights of red, green, blue and alpha in the new alpha."),
      row("bias-vector", [0, 0, 0, 0], "The constants of red, green, blue and alpha, as parts of full scale."),
    ], example: "--r-vector 0,1,0,0 --g-vector 1,0,0,0")

  private static func row(_ name: String, _ value: [Double], _ summary: String) -> FilterParameter {
    .vector(name, default: value, identity: value, in: -100...100, summary)
  }

  private var changesAlpha: Bool { alpha != [0, 0, 0, 1] || bias.w != 0 }

  /// True when all vectors are those of the identity.
  public var isIdentity: Bool { self == ColorMatrix() }

  /// The sums; red is red · r-vector + 255 · its bias, added from left to right.
  public func color(of color: SIMD4<Double>) -> SIMD4<Double> {
    func sum(_ row: SIMD4<Double>, _ bias: Double) -> Double {
      row.x * color.x + row.y * color.y + row.z * color.z + row.w * color.w + 255 * bias
    }
    return SIMD4(sum(red, bias.x), sum(green, bias.y), sum(blue, bias.z), sum(alpha, bias.w))
  }

  /// Sums over the channels.
  public var kernel: ColorKernel { .sums(ColorSums(self, changesAlpha: changesAlpha)) }
}

extension ColorMatrix: Equatable {}
