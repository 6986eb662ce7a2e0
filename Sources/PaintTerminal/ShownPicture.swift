import PaintRaster

/// A picture in the size in which it is shown.
package struct ShownPicture: Sendable {
  /// Its size in pixels.
  package let size: CanvasSize
  /// The pixels (`Pixel.bits`), row by row.
  package var pixels: [UInt32]
  /// Whether the size of the terminal's cells is known; otherwise the picture is stretched over its cells.
  package var isCellKnown = true
  /// The cells that it covers.
  package var columns = 0
  package var rows = 0
  /// The number by which the terminal knows it; nil for none.
  package var imageID: Int?
  /// Whether tmux is between the program and the terminal.
  package var isInTmux = false

  package init(size: CanvasSize, pixels: [UInt32]) {
    self.size = size
    self.pixels = pixels
  }

  /// The pixel in column `x` and row `y`; nil outside.
  package subscript(x: Int, y: Int) -> Pixel? {
    guard x < size.width, y < size.height else { return nil }
    return Pixel(bits: pixels[y * size.width + x])
  }

  /// What is behind transparent pixels.
  package enum Ground: Equatable {
    /// A checkerboard with squares of so many pixels.
    case checkerboard(Int)
    /// A colour.
    case color(Pixel)
    /// The terminal.
    case terminal
  }

  /// The two greys of a checkerboard.
  package static let checks = (Pixel(red: 102, green: 102, blue: 102), Pixel(red: 153, green: 153, blue: 153))

  /// Puts the pixels on a ground.
  ///
  /// - Parameter hasAlpha: whether the terminal blends transparent pixels itself; otherwise the ones with less than half
  ///   of the opacity show the terminal, and others are opaque.
  package mutating func put(on ground: Ground, hasAlpha: Bool) {
    if ground == .terminal, hasAlpha { return }
    for index in pixels.indices where pixels[index] < 255 << 24 {
      let pixel = Pixel(bits: pixels[index])
      switch ground {
      case .terminal:
        let color = Pixel(red: pixel.red, green: pixel.green, blue: pixel.blue)
        pixels[index] = pixel.alpha < 128 ? 0 : color.bits
      case .color(let color): pixels[index] = Self.blend(pixel, over: color).bits
      case .checkerboard(let edge):
        let (x, y) = (index % size.width, index / size.width)
        let below = (x / edge + y / edge) % 2 == 0 ? Self.checks.0 : Self.checks.1
        pixels[index] = Self.blend(pixel, over: below).bits
      }
    }
  }

  /// A pixel over an opaque one, each channel rounded to the nearest.
  package static func blend(_ pixel: Pixel, over below: Pixel) -> Pixel {
    let alpha = Int(pixel.alpha)
    func mix(_ above: UInt8, _ below: UInt8) -> UInt8 {
      UInt8((Int(above) * alpha + Int(below) * (255 - alpha) + 127) / 255)
    }
    return Pixel(
      red: mix(pixel.red, below.red), green: mix(pixel.green, below.green), blue: mix(pixel.blue, below.blue))
  }

  /// Draws the lines of a grid, half transparent: dark on light pixels, light on dark ones.
  package mutating func draw(_ grid: PictureGrid) {
    for line in grid.columns { for y in 0..<size.height { mark(y * size.width + line.place) } }
    let columns = Set(grid.columns.map(\.place))
    for line in grid.rows {
      for x in 0..<size.width where !columns.contains(x) { mark(line.place * size.width + x) }
    }
  }

  private mutating func mark(_ index: Int) {
    let pixel = Pixel(bits: pixels[index])
    let luma = (77 * Int(pixel.red) + 150 * Int(pixel.green) + 29 * Int(pixel.blue)) / 256
    let line: UInt8 = luma < 128 ? 255 : 0
    guard pixel.alpha >= 128 else {
      pixels[index] = Pixel(red: 128, green: 128, blue: 128).bits
      return
    }
    let color = Self.blend(Pixel(red: line, green: line, blue: line, alpha: 128), over: pixel)
    pixels[index] = color.bits
  }
}
