import Glibc
import PaintEditing
import PaintRaster

/// The formula of `Smudge` in doubles, on the whole picture and with its own dabs.
public struct PlainSmudge {
  /// Premultiplied: 0…65,025 and alpha 0…255.
  private var pixels: [[Double]]
  private let width: Int
  private let height: Int

  /// The pixels of a picture, premultiplied.
  public init(_ picture: PlainPicture) {
    (width, height) = (picture.size.width, picture.size.height)
    pixels = picture.pixels.map { bits in
      let pixel = Pixel(bits: bits)
      let alpha = Double(pixel.alpha)
      return [Double(pixel.red) * alpha, Double(pixel.green) * alpha, Double(pixel.blue) * alpha, alpha]
    }
  }

  /// Draws a stroke that smudges; others change nothing.
  public mutating func draw(_ stroke: StrokeEdit) {
    guard case .pencil(let points) = stroke.shape, let smudge = stroke.retouching as? Smudge else { return }
    let dabs = dabs(points, stroke.style.width)
    let reach = Int(((dabs.map(\.radius).max() ?? 0) + 0.5).rounded(.up))
    let side = 2 * reach + 1
    var carried = [[Double]](repeating: [], count: side * side)
    for (number, dab) in dabs.enumerated() {
      // Where the dab is relative to the first one.
      func whole(_ value: Double, _ first: Double) -> (Int, Double) {
        let moved = ((value - (first - first.rounded(.down))) * 1_024 + 0.5).rounded(.down) / 1_024
        return (Int(moved.rounded(.down)), moved - moved.rounded(.down))
      }
      let ((column, right), (row, below)) = (whole(dab.x, dabs[0].x), whole(dab.y, dabs[0].y))
      let last = dabs[max(number - 1, 0)]
      let kept = pow(smudge.strength, hypot(dab.x - last.x, dab.y - last.y) / max(dab.radius / 5, 1))
      let (ground, brush, across, down) = (pixels, carried, self.width, height)
      /// The mean of four values, of which those without a share may be missing.
      func mean(_ values: [() -> [Double]], _ right: Double, _ below: Double) -> [Double] {
        let shares = [(1 - right) * (1 - below), right * (1 - below), (1 - right) * below, right * below]
        return zip(values, shares).reduce([0, 0, 0, 0]) { sum, part in
          part.1 == 0 ? sum : zip(sum, part.0()).map { $0 + part.1 * $1 }
        }
      }
      for dy in -reach...reach {
        for dx in -reach...reach {
          let (x, y) = (column + dx, row + dy)
          guard x >= 0, y >= 0, x < self.width, y < height else { continue }
          let old = ground[y * self.width + x]
          let key = (dy + reach) * side + dx + reach
          func under(_ right: Int, _ below: Int) -> [Double] {
            ground[min(y + below, down - 1) * across + min(x + right, across - 1)]
          }
          let sample = mean([{ old }, { under(1, 0) }, { under(0, 1) }, { under(1, 1) }], right, below)
          let before = brush[key].isEmpty ? sample : brush[key]
          carried[key] = zip(before, sample).map { kept * $0 + (1 - kept) * $1 }
          if number == 0 { continue }
          let (dx, dy) = (Double(x) + 0.5 - dab.x, Double(y) + 0.5 - dab.y)
          let falloff = max((1 - stroke.style.hardness) * dab.radius, 1)
          let t = min(max((dab.radius - (dx * dx + dy * dy).squareRoot()) / falloff, 0), 1)
          let coverage = t * t * (3 - 2 * t)
          if coverage <= 0 { continue }
          func over(_ left: Int, _ above: Int) -> [Double] {
            let value = brush[key - left - above * side]
            return value.isEmpty ? old : value
          }
          let laid = mean([{ over(0, 0) }, { over(1, 0) }, { over(0, 1) }, { over(1, 1) }], right, below)
          pixels[y * self.width + x] = zip(old, laid).map { $0 + coverage * kept * ($1 - $0) }
        }
      }
    }
  }

  /// The largest difference of a premultiplied channel from these, in parts of 255, and the place of that pixel.
  public func largestError(of picture: PlainPicture) -> (error: Double, place: Int) {
    var worst = (error: 0.0, place: 0)
    for (place, exact) in pixels.enumerated() {
      let pixel = Pixel(bits: picture.pixels[place])
      let alpha = Double(pixel.alpha)
      let got = [pixel.red, pixel.green, pixel.blue].map { Double($0) * alpha / 255 } + [alpha]
      let wanted = [exact[0] / 255, exact[1] / 255, exact[2] / 255, exact[3]]
      let error = zip(got, wanted).map { abs($0 - $1) }.max() ?? 0
      if error > worst.error { worst = (error, place) }
    }
    return worst
  }

  private func dabs(
    _ points: [PencilPoint], _ width: Double
  ) -> [(x: Double, y: Double, radius: Double)] {
    func grid(_ value: Double) -> Double { (value * 65_536).rounded(.toNearestOrEven) / 65_536 }
    let points = points.map { PencilPoint(Point(x: grid($0.point.x), y: grid($0.point.y)), pressure: $0.pressure) }
    var ends = [0.0]
    for (a, b) in zip(points, points.dropFirst()) {
      let (dx, dy) = (b.point.x - a.point.x, b.point.y - a.point.y)
      let count = width < 16 && dx != 0 && dy != 0 ? 2.0 : 1
      ends.append(ends[ends.count - 1] + count * max(abs(dx), abs(dy)))
    }
    var dabs: [(x: Double, y: Double, radius: Double)] = []
    var (place, segment) = (0.0, 0)
    while place <= ends[ends.count - 1] + 1 / 1_024 {
      while segment + 2 < points.count, place > ends[segment + 1] { segment += 1 }
      let a = points[segment]
      let b = points.count > 1 ? points[segment + 1] : a
      let share = points.count > 1 ? min((place - ends[segment]) / (ends[segment + 1] - ends[segment]), 1) : 0
      func mixed(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
      // Without the errors of doubles, which decide about the pixel where a dab is between two.
      func fine(_ value: Double) -> Double { (value * 1_048_576).rounded() / 1_048_576 }
      dabs.append(
        (
          fine(mixed(a.point.x, b.point.x)), fine(mixed(a.point.y, b.point.y)),
          width / 2 * mixed(a.pressure, b.pressure)
        ))
      place += 1
      if points.count == 1 { break }
    }
    return dabs
  }
}
