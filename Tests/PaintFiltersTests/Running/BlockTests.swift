import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintFilters

/// Filter results must not depend on how the picture is divided into boxes or on the number of threads.
struct BlockTests {
  static let chains: [FilterChain] = [
    FilterChain([]), FilterChain([SepiaTone()]), FilterChain([ColorInvert(), Grayscale(), GammaAdjust(power: 2)]),
    FilterChain([Levels(), ColorThreshold(), ColorMonochrome()]), FilterChain([GaussianBlur(radius: 1.5)]),
    FilterChain([GaussianBlur(radius: 4)]), FilterChain([GaussianBlur(radius: 9)]),
    FilterChain([BoxBlur(radius: 6)]), FilterChain([Median(radius: 3)]), FilterChain([Edges()]),
    FilterChain([Vignette(intensity: 1)]), FilterChain([Noise(amount: 0.3, seed: 5)]), FilterChain([Pixellate()]),
    FilterChain([Pixellate(scale: 31, center: FilterPoint(x: .pixels(-40), y: .percent(110)))]),
    FilterChain([DropShadow(radius: 1)]), FilterChain([DropShadow(offset: [-40, 90], radius: 9)]),
    FilterChain([DropShadow(offset: [3, 0], radius: 0), Median(), Pixellate(), BoxBlur(radius: 1)]),
    FilterChain([GaussianBlur(radius: 2.5), SepiaTone(), GaussianBlur(radius: 5), UnsharpMask()]),
  ]

  @Test(arguments: chains.indices)
  func `boxes, threads and pixels outside the source box change nothing`(_ index: Int) {
    let chain = Self.chains[index]
    let picture =
      isOptimised ? Pictures.noise(203, 117, seed: UInt64(index)) : Pictures.noise(75, 40, seed: UInt64(index))
    let whole = picture.filtered(chain)
    #expect(picture.filtered(chain, workers: Workers(count: 5)).pixels == whole.pixels)
    for step in [17, 32, 64] {
      let parts = picture.filtered(chain, step: step, workers: Workers(count: step == 32 ? 3 : 1))
      #expect(parts.pixels == whole.pixels)
    }
  }

  static let blurs: [FilterChain] = [
    FilterChain([GaussianBlur(radius: 4)]), FilterChain([GaussianBlur(radius: 40)]),
    FilterChain([Levels(), GaussianBlur(radius: 300)]), FilterChain([UnsharpMask(radius: 12, intensity: 2)]),
    FilterChain([DropShadow(offset: [-40, 90], radius: 9)]),
  ]

  @Test(arguments: blurs.indices, [1, 3_000, 1 << 30])
  func `a blur computed from the canvas's coarsest grid is bit-identical`(_ index: Int, _ limit: Int) throws {
    let chain = Self.blurs[index]
    let picture = Pictures.noise(103, 77, seed: UInt64(index))
    let whole = picture.filtered(chain)
    let region = PixelBox(x: 5, y: 9, width: 90, height: 60)
    let blur = try #require(CoarseBlur(chain, for: region, on: picture.canvas, limit: limit))
    for (number, box) in blur.sources.enumerated() {
      let part = picture.part(box)
      blur.take(number, part.source, with: Workers(count: 2))
      withExtendedLifetime(part) {}
    }
    let result = blur.finished(with: Workers(count: 2))
    for box in [PixelBox(x: 5, y: 9, width: 1, height: 60), PixelBox(x: 37, y: 12, width: 58, height: 57)] {
      let (before, after) = (picture.part(box), PixelBlock(box))
      result.apply(to: before.source, writing: after.target, with: Workers(count: 2))
      for y in box.y..<box.maxY {
        for x in box.x..<box.maxX where after[x, y] != whole[x, y] {
          Issue.record("(\(x), \(y)) differs")
          return
        }
      }
      withExtendedLifetime(before) {}
    }
  }

  @Test func `other chains have no coarse blur`() throws {
    let canvas = try #require(CanvasSize(width: 50, height: 40))
    for chain in [
      FilterChain([SepiaTone()]), FilterChain([GaussianBlur(radius: 1)]), FilterChain([BoxBlur(radius: 9)]),
      FilterChain([GaussianBlur(radius: 9), SepiaTone()]), FilterChain([DropShadow(radius: 0)]),
    ] {
      #expect(CoarseBlur(chain, for: canvas.box, on: canvas, limit: 1_000) == nil)
    }
  }

  @Test func `a chain equals its filters applied one after the other`() {
    let picture = Pictures.noise(64, 40, seed: 9)
    let chain = FilterChain([SepiaTone(), Levels(), ColorInvert(), GammaAdjust(power: 2)])
    let steps = picture.filtered(SepiaTone()).filtered(ColorInvert()).filtered(GammaAdjust(power: 2))
    #expect(picture.filtered(chain).pixels == steps.pixels)
    #expect(!chain.isIdentity)
    #expect(FilterChain([Levels(), ExposureAdjust(ev: 0)]).isIdentity)
  }
}
