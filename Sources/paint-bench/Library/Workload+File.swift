import Glibc
import PaintEditing
import PaintRaster

extension Workload {
  /// Writes the strokes for the peers: the canvas's size, then a line for each stroke; false if that fails.
  ///
  /// A line is `SHAPE WIDTH COLOR X Y X Y …`: the width is 0 for a filled shape, the colour eight hexadecimal digits or
  /// `erase`, a box its two corners.
  func write(to path: String) -> Bool {
    guard let file = fopen(path, "w") else { return false }
    fputs("\(size.width) \(size.height)\n", file)
    for stroke in strokes {
      let (name, points) = stroke.shape.plain
      let (width, color) = stroke.plainPaint
      var line = "\(name) \(width) \(color)"
      for point in points { line += " \(point.x) \(point.y)" }
      fputs(line + "\n", file)
    }
    return fclose(file) == 0
  }
}

extension Shape {
  /// The shape's name and points; workloads use no other shapes.
  fileprivate var plain: (name: String, points: [Point]) {
    switch self {
    case .pencil(let points): ("open", points.map(\.point))
    case .line(let a, let b): ("open", [a, b])
    case .rect(let a, let b): ("rect", [a, b])
    case .ellipse(let a, let b): ("ellipse", [a, b])
    case .polygon(let points): ("closed", points)
    case .roundedRect, .path: preconditionFailure("no workload has such a shape")
    }
  }
}

extension StrokeEdit {
  fileprivate var plainPaint: (width: Double, color: String) {
    switch (paint.fill, paint.source) {
    case (.color(let fill), _): (0, fill.digits)
    case (nil, .color(let color)): (style.width, color.digits)
    case (.gradient, _), (.pattern, _), (nil, .gradient), (nil, .pattern):
      preconditionFailure("a workload has colours only")
    case (nil, nil): (style.width, erasing == nil ? Pixel.transparent.digits : "erase")
    }
  }
}

extension Pixel {
  /// `rrggbbaa`.
  fileprivate var digits: String {
    let digits = String(bits.byteSwapped, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
