import PaintRaster

/// How a picture is resampled to another size.
public enum ResamplingMethod: String, CaseIterable, Sendable {
  /// The pixel that contains the new pixel's centre; colours under alpha 0 are copied too.
  case nearest
  /// A triangle kernel over two pixels.
  case bilinear
  /// Keys's cubic with a = −1/2 over four pixels.
  case bicubic
  /// The sinc function windowed by the main lobe of a wider one, over six pixels: the sharpest method.
  case lanczos3

  /// How far the kernel reaches to each side, in pixels of the coarser picture.
  var support: Double {
    switch self {
    case .nearest: 0
    case .bilinear: 1
    case .bicubic: 2
    case .lanczos3: 3
    }
  }

  /// The kernel at `x`, 1 at 0.
  ///
  /// Keys, *Cubic convolution interpolation for digital image processing* (1981); Duchon, *Lanczos filtering in one and two
  /// dimensions* (1979).
  func weight(at x: Double) -> Double {
    let x = abs(x)
    guard x < support else { return 0 }
    switch self {
    case .nearest: return 0
    case .bilinear: return 1 - x
    case .bicubic:
      return x < 1 ? (1.5 * x - 2.5) * x * x + 1 : ((-0.5 * x + 2.5) * x - 4) * x + 2
    case .lanczos3: return Self.sinc(x) * Self.sinc(x / 3)
    }
  }

  /// sin(πx) / πx.
  private static func sinc(_ x: Double) -> Double {
    x == 0 ? 1 : Rotation(degrees: x * 180).sine / (Double.pi * x)
  }
}
