import PaintEditing
import PaintRaster

/// Strokes of one kind on a canvas of one size.
struct Workload {
  /// Its name in the report.
  let name: String
  let size: CanvasSize
  let strokes: [StrokeEdit]

  /// `count` strokes made by `next`, with random numbers from the seed.
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

  /// The number of pixels that the strokes cover at least partly, counted separately for each stroke.
  var coveredPixels: Int { strokes.reduce(0) { $0 + coveredPixels(of: $1) } }

  private func coveredPixels(of stroke: StrokeEdit) -> Int {
    var outline = Outline(strokeOf: stroke.shape, style: stroke.style)
    if stroke.paint.fill != nil { outline = Outline(fillOf: stroke.shape, rule: stroke.fillRule) }
    var scanner = CoverageScanner(outline, canvas: size, antialiased: stroke.paint.isAntialiased)
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

  /// A size that is known to be valid.
  static func sized(_ width: Int, _ height: Int) -> CanvasSize {
    guard let size = CanvasSize(width: width, height: height) else { fail("\(width)x\(height) is not a size") }
    return size
  }
}

extension CoverageMask {
  /// The number of covered pixels of a tile, in the columns and rows that are on the canvas.
  fileprivate func coveredPixels(width: Int, height: Int) -> Int {
    var count = 0
    for y in 0..<height {
      for x in 0..<width where bytes[y * Tile.edge + x] > 0 { count += 1 }
    }
    return count
  }
}
