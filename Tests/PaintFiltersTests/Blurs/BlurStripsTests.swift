import PaintRaster
import Testing

@testable import PaintFilters

@Suite("Blurring in strips")
struct BlurStripsTests {
  @Test(
    "has the same pixels as blurring with whole grids, for every box and number of threads",
    arguments: [3.6, 4, 5.5, 7.19], [1, 3])
  func equality(radius: Double, threads: Int) {
    let picture = Pictures.noise(540, 23, seed: UInt64(radius * 100))
    let plan = GaussianPlan(deviation: radius)
    #expect(plan.levels == 1)
    let kernel = GaussianKernel(plan: plan, finish: PlainFinish())
    let reader = EdgeReader(source: picture.source, canvas: picture.canvas)
    for box in [
      picture.box, PixelBox(x: 1, y: 2, width: 520, height: 17), PixelBox(x: 538, y: 22, width: 2, height: 1),
      PixelBox(x: 31, y: 7, width: 1, height: 9),
    ] {
      let (strips, grids) = (PixelBlock(box), PixelBlock(box))
      let old = picture.source.part(box)
      kernel.blurInStrips(reader, old: old, writing: strips.target, with: Workers(count: threads))
      kernel.blurByPyramid(reader, old: old, writing: grids.target, with: .one)
      #expect(strips.pixels == grids.pixels, "\(box)")
    }
    withExtendedLifetime(picture) {}
  }

  @Test("divides a narrow and high target among threads without gaps")
  func narrow() {
    let picture = Pictures.noise(9, 400, seed: 4)
    let kernel = GaussianKernel(plan: GaussianPlan(deviation: 4), finish: PlainFinish())
    let reader = EdgeReader(source: picture.source, canvas: picture.canvas)
    let (strips, grids) = (PixelBlock(picture.box), PixelBlock(picture.box))
    kernel.blurInStrips(reader, old: picture.source, writing: strips.target, with: Workers(count: 4))
    kernel.blurByPyramid(reader, old: picture.source, writing: grids.target, with: .one)
    #expect(strips.pixels == grids.pixels)
    withExtendedLifetime(picture) {}
  }
}
