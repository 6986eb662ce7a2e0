import PaintRaster

/// Detects edges: bright where colours change, black where they do not.
public struct Edges: Filter {
  /// The factor for the gradient.
  public var intensity: Double

  /// The filter with this parameter.
  public init(intensity: Double = 1) { self.intensity = intensity }

  /// The filter with values for all its parameters.
  public init(_ values: FilterValues) { self.init(intensity: values.number("intensity")) }

  /// The filter's entry in the table.
  public static let description = FilterDescription(
    "edges", "Shows how steeply colours change.",
    [.number("intensity", default: 1, in: 0...10, "What the slope is multiplied with.")])

  /// Always false.
  public var isIdentity: Bool { false }

  /// The box grown by a pixel.
  public func sourceBox(for box: PixelBox, on canvas: CanvasSize) -> PixelBox {
    PixelBox(x: box.x - 1, y: box.y - 1, width: box.width + 2, height: box.height + 2).intersection(canvas.box)
  }

  /// intensity · √(h² + v²) for each colour times alpha / 255; alpha and fully transparent pixels do not change.
  ///
  /// h and v are the Sobel sums: right minus left and lower minus upper neighbours with the weights 1 2 1, divided by
  /// 4.
  public func apply(to source: PixelSource, writing target: PixelTarget, on canvas: CanvasSize, with workers: Workers) {
    let box = target.box
    let reader = EdgeReader(source: source, canvas: canvas)
    // Samples are scaled by 255, and the weights add up to 4.
    let scale = Float(intensity / 1020)
    workers.forEachBand(of: box.height, cost: box.width * 15) { rows in
      let width = box.width + 2
      let ring = FloatRow(count: 3 * width)
      func row(_ y: Int) -> UnsafeMutablePointer<FloatPixel> { ring.base + (y + 1) % 3 * width }
      let columns = box.x - 1..<box.maxX + 1
      let first = box.y + rows.lowerBound
      reader.read(row: first - 1, columns: columns, into: row(first - 1))
      reader.read(row: first, columns: columns, into: row(first))
      for y in first..<box.y + rows.upperBound {
        reader.read(row: y + 1, columns: columns, into: row(y + 1))
        let (above, middle, below) = (row(y - 1), row(y), row(y + 1))
        let pixels = source.row(y, from: box.x)
        let result = target.row(y, from: box.x)
        for x in 0..<box.width {
          let right = above[x + 2] + 2 * middle[x + 2] + below[x + 2]
          let left = above[x] + 2 * middle[x] + below[x]
          let lower = below[x] + 2 * below[x + 1] + below[x + 2]
          let upper = above[x] + 2 * above[x + 1] + above[x + 2]
          let (h, v) = (right - left, lower - upper)
          let slope = ((h * h + v * v).squareRoot() * scale).clampedToBytes
          let old = pixels[x]
          result[x] = old < 0x0100_0000 ? old : slope.roundedBits & 0x00FF_FFFF | old & 0xFF00_0000
        }
      }
    }
  }
}
