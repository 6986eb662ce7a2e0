import Testing

@testable import PaintRaster

/// The pixels of a trace on a canvas.
struct TracePicture: Equatable {
  var pixels: Set<PixelPosition> = []

  init(_ pixels: Set<PixelPosition>) { self.pixels = pixels }

  /// The pixels of a shape's line, by default of width 1.
  init(
    _ shape: Shape, width: Int = 64, height: Int = 64, dash: [Double] = [], offset: Double = 0, cap: LineCap = .round,
    arrow: ArrowEnds? = nil, form: ArrowForm = ArrowForm(), thickness: Double = 1
  ) throws {
    let style = StrokeStyle(
      width: thickness, cap: cap, dash: dash, dashOffset: offset, arrow: arrow, arrowForm: form, pixelRule: .trace)
    let canvas = try #require(CanvasSize(width: width, height: height))
    let trace = try #require(PixelTrace(shape, style: style, canvas: canvas))
    trace.forEachTile { tile, coverage in
      for y in 0..<Tile.edge {
        for x in 0..<Tile.edge {
          switch coverage {
          case .full: pixels.insert(PixelPosition(x: tile.box.x + x, y: tile.box.y + y))
          case .mask(let mask):
            let value = mask.bytes[y * Tile.edge + x]
            let bit = UInt8(1) << UInt8(x / 4)
            #expect(value == 0 || value == 255)
            if value != 0 { #expect(mask.rows.contains(y) && mask.occupied[y] & bit != 0) }
            if value != 255 { #expect(mask.solid[y] & bit == 0) }
            if value == 255 { pixels.insert(PixelPosition(x: tile.box.x + x, y: tile.box.y + y)) }
          }
        }
      }
    }
    // As an outline it has the same pixels.
    let outline = try CoveragePicture(trace.outline, width: width, height: height, antialiased: false)
    let found = outline.bytes.indices.filter { outline.bytes[$0] == 255 }
    #expect(Set(found.map { PixelPosition(x: $0 % width, y: $0 / width) }) == pixels)
  }

  /// The pixels of a shape including its inside.
  static func area(_ shape: Shape, rule: FillRule = .nonzero, width: Int = 64, height: Int = 64) throws -> TracePicture
  {
    let canvas = try #require(CanvasSize(width: width, height: height))
    let style = StrokeStyle(width: 1, dash: [1, 3], pixelRule: .trace)
    let trace = try #require(PixelTrace(shape, style: style, canvas: canvas))
    let picture = try CoveragePicture(trace.area(rule: rule), width: width, height: height, antialiased: false)
    let found = picture.bytes.indices.filter { picture.bytes[$0] == 255 }
    return TracePicture(Set(found.map { PixelPosition(x: $0 % width, y: $0 / width) }))
  }

  /// The pixels that cannot be reached from outside by steps along rows and columns.
  func enclosed(width: Int = 64, height: Int = 64) -> Set<PixelPosition> {
    var reached: Set<PixelPosition> = [PixelPosition(x: -1, y: -1)]
    var open = Array(reached)
    while let pixel = open.popLast() {
      for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        let next = PixelPosition(x: pixel.x + dx, y: pixel.y + dy)
        guard (-1...width).contains(next.x), (-1...height).contains(next.y), !pixels.contains(next),
          reached.insert(next).inserted
        else { continue }
        open.append(next)
      }
    }
    var result: Set<PixelPosition> = []
    for y in 0..<height {
      for x in 0..<width where !reached.contains(PixelPosition(x: x, y: y)) { result.insert(PixelPosition(x: x, y: y)) }
    }
    return result
  }

  /// Their bounding box.
  var bounds: PixelBox {
    pixels.reduce(PixelBox.empty) { $0.union(PixelBox(x: $1.x, y: $1.y, width: 1, height: 1)) }
  }

  /// The pixels after a change of their coordinates.
  func mapped(_ change: (PixelPosition) -> PixelPosition) -> TracePicture { TracePicture(Set(pixels.map(change))) }
}
