import PaintRaster

/// How a Gaussian is computed: how often the picture is halved first, and the weights of the short kernel.
///
/// A picture is reduced to half its size `levels` times with the weights 1 4 6 4 1 (divided by 16), blurred there with
/// a short Gaussian, and expanded again with the same weights (divided by 8): Burt and Adelson's pyramid (1983).
/// Reducing and expanding are themselves Gaussians to within 0.0002, of variance 1 each in pixels of the finer level,
/// so the short one has the rest of the variance. Every step is a fixed sum over pixels at fixed positions of the
/// canvas: the result does not depend on boxes.
///
/// The time does not grow with the deviation: the short kernel's deviation is at most 3.6, and at least 1.6 if the
/// picture is halved. Compared with the true Gaussian, the kernel in one direction is off by at most 0.25/255 of full
/// scale for the worst picture, and by 0.05 for most.
struct GaussianPlan: Sendable {
  /// The number of times that the picture is halved.
  let levels: Int
  /// The weights of the short kernel from its centre on; both halves together add up to 1.
  let weights: [Float]

  /// The number of pixels that the short kernel extends to each side.
  var radius: Int { weights.count - 1 }

  /// The plan for a standard deviation above 0, in pixels.
  init(deviation: Double) {
    var levels = 0
    while deviation >= 1.8 * Double(2 << levels) { levels += 1 }
    let scale = Double(1 << (2 * levels))
    let left = deviation * deviation - 2 * (scale - 1) / 3
    let variance = left / scale
    let radius = max(1, Int((3.5 * variance.squareRoot()).rounded(.up)))
    var values = (0...radius).map { Exponential.exp(0 - Double($0 * $0) / (2 * variance)) }
    let sum = 2 * values.reduce(0, +) - values[0]
    values = values.map { $0 / sum }
    self.levels = levels
    weights = values.map(Float.init)
  }

  /// The pixels of the next coarser grid that expanding to `box` reads.
  static func expanding(to box: PixelBox) -> PixelBox {
    let x = (box.x >> 1) - 1
    let y = (box.y >> 1) - 1
    return PixelBox(
      x: x, y: y, width: ((box.maxX - 1) >> 1) + 2 - x, height: ((box.maxY - 1) >> 1) + 2 - y)
  }

  /// The pixels of the next finer grid that reducing to `box` reads.
  static func reducing(to box: PixelBox) -> PixelBox {
    PixelBox(x: 2 * box.x - 2, y: 2 * box.y - 2, width: 2 * box.width + 3, height: 2 * box.height + 3)
  }

  /// For the canvas and each grid of `levels`, the box outside of which all pixels equal those at its edge.
  ///
  /// A sum over five pixels that are all beyond an edge equals the sum at the edge.
  static func cores(of canvas: CanvasSize, levels: Int) -> [PixelBox] {
    var cores = [canvas.box]
    for level in 0..<levels {
      let finer = cores[level]
      let (x, y) = ((finer.x - 2) >> 1, (finer.y - 2) >> 1)
      let (right, bottom) = ((finer.maxX + 2) >> 1, (finer.maxY + 2) >> 1)
      cores.append(PixelBox(x: x, y: y, width: right + 1 - x, height: bottom + 1 - y))
    }
    return cores
  }

  /// `box` grown by the short kernel.
  func grown(_ box: PixelBox) -> PixelBox {
    PixelBox(
      x: box.x - radius, y: box.y - radius, width: box.width + 2 * radius, height: box.height + 2 * radius)
  }

  /// The pixels, possibly outside the canvas, that the blur of those in `box` depends on.
  func sourceBox(for box: PixelBox) -> PixelBox {
    var box = box
    for _ in 0..<levels { box = Self.expanding(to: box) }
    box = grown(box)
    for _ in 0..<levels { box = Self.reducing(to: box) }
    return box
  }
}
