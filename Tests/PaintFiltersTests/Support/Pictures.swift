import PaintRaster
import PaintTestSupport

@testable import PaintFilters

/// Test pictures.
enum Pictures {
  /// Random pixels, with alphas drawn from `alphas`.
  static func noise(
    _ width: Int, _ height: Int, alphas: [UInt8] = [0, 1, 2, 80, 128, 254, 255, 255], seed: UInt64
  ) -> PixelBlock {
    var random = SeededGenerator(seed: seed)
    return make(width, height) { _, _ in
      let alpha = alphas[Int(random.next() % UInt64(alphas.count))]
      return Pixel(bits: UInt32(truncatingIfNeeded: random.next()) & 0x00FF_FFFF | UInt32(alpha) << 24)
    }
  }

  /// A picture of `width` x `height` made pixel by pixel.
  static func make(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> Pixel) -> PixelBlock {
    let block = PixelBlock(PixelBox(x: 0, y: 0, width: width, height: height))
    for y in 0..<height { for x in 0..<width { block[x, y] = pixel(x, y) } }
    return block
  }
}

extension PixelBlock {
  /// The canvas of this block.
  var canvas: CanvasSize {
    guard let size = CanvasSize(width: box.width, height: box.height) else { fatalError("no picture") }
    return size
  }

  /// The pixels, row by row.
  var pixels: [Pixel] {
    (0..<box.height).flatMap { y in (0..<box.width).map { x in self[box.x + x, box.y + y] } }
  }

  /// A copy of the pixels in `part`.
  func part(_ part: PixelBox) -> PixelBlock {
    let block = PixelBlock(part)
    block.target.copy(source)
    return block
  }

  /// The whole picture filtered at once.
  func filtered(_ filter: some Filter, workers: Workers = .one) -> PixelBlock {
    filtered(FilterChain([filter]), workers: workers)
  }

  /// The whole picture filtered at once.
  func filtered(_ chain: FilterChain, workers: Workers = .one) -> PixelBlock {
    let result = PixelBlock(box)
    chain.apply(to: source, writing: result.target, on: canvas, with: workers)
    return result
  }

  /// The picture filtered in parts of about `step` pixels a side, each with only the pixels of its source box.
  func filtered(_ chain: FilterChain, step: Int, workers: Workers) -> PixelBlock {
    let result = PixelBlock(box)
    for y in stride(from: 0, to: box.height, by: step) {
      for x in stride(from: 0, to: box.width, by: step + 3) {
        let box = PixelBox(x: x, y: y, width: step + 3, height: step).intersection(self.box)
        let block = PixelBlock(box)
        let source = part(chain.sourceBox(for: box, on: canvas))
        chain.apply(to: source.source, writing: block.target, on: canvas, with: workers)
        for y in box.y..<box.maxY { for x in box.x..<box.maxX { result[x, y] = block[x, y] } }
      }
    }
    return result
  }
}
