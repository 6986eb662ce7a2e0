import PaintEditing
import PaintRaster

/// Strokes of one kind on a canvas of one size.
struct Workload {
  /// What the report calls it.
  let name: String
  let size: CanvasSize
  let strokes: [StrokeEdit]

  /// Strokes that `next` makes, one after the other, with numbers of that seed.
  init(
    _ name: String, _ count: Int, on size: CanvasSize = .ultraHD, seed: UInt64,
    _ next: (inout SplitMix64) -> StrokeEdit
  ) {
    var random = SplitMix64(state: seed)
    self.init(name, (0..<count).map { _ in next(&random) }, on: size)
  }

  /// These strokes.
  init(_ name: String, _ strokes: [StrokeEdit], on size: CanvasSize = .ultraHD) {
    self.name = name
    self.size = size
    self.strokes = strokes
  }

  /// How many pixels the strokes cover, at least in part, counted for each stroke by itself.
  var coveredPixels: Int { strokes.reduce(0) { $0 + coveredPixels(of: $1) } }

  private func coveredPixels(of stroke: StrokeEdit) -> Int {
    var outline = Outline(strokeOf: stroke.shape, style: stroke.style)
    if case .colors(.some, _) = stroke.paint { outline = Outline(fillOf: stroke.shape, rule: stroke.fillRule) }
    var scanner = CoverageScanner(outline, canvas: size, antialiased: stroke.isAntialiased)
    var count = 0
    for y in scanner.tileRows {
      scanner.scan(tileRow: y) { columns, coverage in
        for x in columns {
          let box = TileIndex(x: x, y: y).box(on: size)
          switch coverage {
          case .full: count += box.width * box.height
          case .mask(let mask): count += mask.coveredPixels(width: box.width, height: box.height)
          }
        }
      }
    }
    return count
  }
}

extension CanvasSize {
  /// 3840x2160.
  static let ultraHD = CanvasSize.sized(3840, 2160)

  /// A size that is known to be one.
  static func sized(_ width: Int, _ height: Int) -> CanvasSize {
    guard let size = CanvasSize(width: width, height: height) else { fail("\(width)x\(height) is no size") }
    return size
  }
}

extension CoverageMask {
  /// How many pixels of a tile have coverage, of the columns and rows that lie on the canvas.
  fileprivate func coveredPixels(width: Int, height: Int) -> Int {
    var count = 0
    for y in 0..<height {
      for x in 0..<width where bytes[y * Tile.edge + x] > 0 { count += 1 }
    }
    return count
  }
}
