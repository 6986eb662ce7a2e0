import Glibc
import PaintEditing
import PaintRaster

extension LibraryBench {
  /// The memory's bandwidth, and opaque rects compared with it.
  func memory() {
    heading("The limit: memory bandwidth, in megapixels of 4 bytes; best of \(4 * Self.rounds), in turns")
    let side = 2_048
    var bandwidth = MemoryBandwidth(bytes: side * side * 4)
    let rects = Workload.rects(20, side: Double(side), alpha: 255)
    let reserve = Drawing.reserve(rects.size)
    defer { withExtendedLifetime(reserve) {} }
    var (fill, copy, draw) = (Double.infinity, Double.infinity, Double.infinity)
    for _ in 0..<4 * Self.rounds {
      fill = min(fill, bandwidth.fill())
      copy = min(copy, bandwidth.copy())
      draw = min(draw, Drawing.seconds(of: rects.strokes, on: Drawing.blank(rects.size)))
    }
    let pixels = side * side
    func show(_ name: String, _ seconds: Double) {
      report(
        name, padded(decimal(Double(pixels) / seconds / 1e6, digits: 0)) + " MP/s",
        padded(decimal(Double(pixels) * 4 / seconds / 1e9, digits: 2)) + " GB/s")
    }
    show("memset, 2048x2048", fill)
    show("memcpy, 2048x2048", copy)
    show("opaque rects, 2048x2048", draw / Double(rects.strokes.count))
    report(
      "opaque rects over memset",
      times(fill / (draw / Double(rects.strokes.count))) + " of its rate, to be 0.90x or more")
  }
}
