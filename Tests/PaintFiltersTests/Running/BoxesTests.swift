import PaintRaster
import Testing

@testable import PaintFilters

struct BoxesTests {
  static let chains = [
    FilterChain([SepiaTone()]), FilterChain([GaussianBlur(radius: 5)]), FilterChain([GaussianBlur(radius: 100)]),
    FilterChain([Pixellate(scale: 500), Median(radius: 50)]),
  ]

  @Test(arguments: chains.indices, [(4_000, 3_000), (65_536, 300), (200, 40_000), (33, 1)])
  func `boxes cover the region once, begin at tile edges and have sources within the limit`(
    _ index: Int, _ size: (Int, Int)
  ) throws {
    let chain = Self.chains[index]
    let canvas = try #require(CanvasSize(width: size.0, height: size.1))
    let inner = PixelBox(x: 5, y: 0, width: size.0 - 9, height: size.1)
    for region in [canvas.box, inner] {
      let boxes = chain.boxes(covering: region, on: canvas, limit: 2_000_000)
      #expect(boxes.reduce(0) { $0 + $1.width * $1.height } == region.width * region.height)
      for (place, box) in boxes.enumerated() {
        #expect(box.intersection(region) == box && !box.isEmpty)
        #expect(box.x == region.x || box.x % Tile.edge == 0)
        #expect(box.y == region.y || box.y % Tile.edge == 0)
        #expect(!boxes[..<place].contains { !$0.intersection(box).isEmpty })
        let source = chain.sourceBox(for: box, on: canvas)
        #expect(source.width * source.height <= 2_000_000 || box.width <= 256 && box.height <= 256)
      }
    }
  }
}
