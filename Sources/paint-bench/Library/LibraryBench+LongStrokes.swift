import Glibc
import PaintEditing
import PaintRaster

extension LibraryBench {
  /// Long strokes compared with the same geometry cut into short strokes, and one very long stroke.
  func longStrokes() {
    heading("Long strokes, width 6, compared with the same path cut into short ones; best of \(Self.rounds), in turns")
    var random = SplitMix64(state: 7)
    let wide = 16_384
    let scribbles = (0..<20).map { _ in random.walk(1_000, step: 12, width: wide, height: wide) }
    let (long, short) = compare(scribbles, pieces: 19, on: .sized(wide, wide))
    let segments = Double(scribbles.count * 999)
    report("scribbles of 1,000 points", padded(decimal(long.seconds / segments * 1e6, digits: 3)) + " us per segment")
    report(
      "the same as scribbles of 20", padded(decimal(short.seconds / segments * 1e6, digits: 3)) + " us per segment",
      "1,000 points take " + times(long.seconds / short.seconds) + ", to be 1.10x or less")

    let side = CanvasSize.maximumSide
    for (name, end) in [("down", 65_000.0), ("along", 230.0)] {
      let line = (0...128).map { step in
        let part = Double(step) / 128
        return Point(x: Double(side) * part, y: 200 + (end - 200) * part)
      }
      let (long, short) = compare([line], pieces: 1, on: .sized(side, side), isStraight: true, rounds: 4 * Self.rounds)
      report("one across 65,536 px, \(name)", padded(decimal(long.perPixel * 1e9, digits: 2)) + " ns per pixel")
      report(
        "the same as 128 strokes", padded(decimal(short.perPixel * 1e9, digits: 2)) + " ns per pixel",
        "one takes " + times(long.perPixel / short.perPixel))
    }

    let million = Workload(
      "", [.pencil(random.walk(1_000_000, step: 2, width: 3840, height: 2160), width: 6, .black)])
    let reserve = Drawing.reserve(million.size)
    let seconds = Drawing.seconds(of: million.strokes, on: Drawing.blank(million.size))
    withExtendedLifetime(reserve) {}
    report(
      "one of 1,000,000 points", padded(decimal(seconds, digits: 3)) + " s",
      "\(decimal(seconds * 1e3, digits: 0)) ns per point")
  }

  /// Strokes that cross every pixel many times: ten times the points should take about ten times as long.
  func denseStrokes() {
    heading("Scribbles within 24x24 px, and with ten times the points; best of \(Self.rounds)")
    // Hairlines cost more per point.
    for (width, count) in [(0.05, 3_000), (3.0, 10_000)] {
      let seconds = [count, 10 * count].map { count in
        var random = SplitMix64(state: 3)
        let points = (0..<count).map { _ in Point(x: random.uniform(0, 24), y: random.uniform(0, 24)) }
        let stroke = StrokeEdit.pencil(points, width: width, .black)
        let size = CanvasSize.sized(24, 24)
        return (0..<Self.rounds).map { _ in Drawing.seconds(of: [stroke], on: Drawing.blank(size)) }.min() ?? 0
      }
      report(
        "width \(width), \(count) points", padded(decimal(seconds[0] * 1e3, digits: 1)) + " ms",
        "ten times as many take " + times(seconds[1] / seconds[0]))
    }
  }

  private struct Cost {
    var seconds: Double
    var pixels: Int
    var perPixel: Double { seconds / Double(pixels) }
  }

  /// The cost of paths drawn as one stroke, and cut into strokes of `length` segments.
  private func compare(
    _ paths: [[Point]], pieces length: Int, on size: CanvasSize, isStraight: Bool = false, rounds: Int = rounds
  ) -> (whole: Cost, cut: Cost) {
    let whole = paths.map { path in
      StrokeEdit.pencil(isStraight ? [path[0], path[path.count - 1]] : path, width: 6, .black)
    }
    let cut = paths.flatMap { path in
      stride(from: 0, to: path.count - 1, by: length).map { start in
        StrokeEdit.pencil(Array(path[start...min(start + length, path.count - 1)]), width: 6, .black)
      }
    }
    let workloads = [whole, cut].map { Workload("", $0, on: size) }
    let reserve = Drawing.reserve(size)
    defer { withExtendedLifetime(reserve) {} }
    var costs = workloads.map { Cost(seconds: .infinity, pixels: $0.coveredPixels) }
    for _ in 0..<rounds {
      for index in costs.indices {
        let seconds = Drawing.seconds(of: workloads[index].strokes, on: Drawing.blank(size))
        costs[index].seconds = min(costs[index].seconds, seconds)
      }
    }
    return (costs[0], costs[1])
  }
}
