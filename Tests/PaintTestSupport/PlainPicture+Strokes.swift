import PaintEditing
import PaintHistory
import PaintRaster

extension PlainPicture {
  /// Draws a stroke in a simple way: masks of the whole canvas, then every tile, changed or not.
  public mutating func draw(_ stroke: StrokeEdit, base: PlainPicture?) {
    let line = mask(Outline(strokeOf: stroke.shape, style: stroke.style), stroke.isAntialiased)
    let area = mask(Outline(fillOf: stroke.shape), stroke.isAntialiased)
    for (place, index) in Self.indices(of: size).enumerated() {
      var tile = self[index]
      line[place].withUnsafeBufferPointer { line in
        area[place].withUnsafeBufferPointer { area in
          guard let line = line.baseAddress, let area = area.baseAddress else { return }
          let all = index.box(on: size)
          let inside = PixelBox(x: 0, y: 0, width: all.width, height: all.height)
          switch stroke.paint {
          case .colors(let fill?, let outline?):
            tile.composite(
              fillMask: area, outlineMask: line, LayeredBlend(fill: fill, outline: outline, opacity: stroke.opacity),
              inside: inside)
          case .colors(let fill?, nil):
            tile.composite(mask: area, Blend(color: fill, opacity: stroke.opacity), inside: inside)
          case .colors(nil, let outline?):
            tile.composite(mask: line, Blend(color: outline, opacity: stroke.opacity), inside: inside)
          case .colors(nil, nil): break
          case .eraser:
            tile.composite(
              mask: line, Eraser(opacity: stroke.opacity), restoring: base?[index] ?? .color(.transparent),
              inside: inside)
          }
        }
      }
      self[index] = tile
    }
  }

  /// The coverage of each tile of the canvas.
  private func mask(_ outline: Outline, _ isAntialiased: Bool) -> [[UInt8]] {
    var masks = [[UInt8]](repeating: [UInt8](repeating: 0, count: Tile.pixelCount), count: size.tileCount)
    var scanner = CoverageScanner(outline, canvas: size, antialiased: isAntialiased)
    for y in scanner.tileRows {
      scanner.scan(tileRow: y) { columns, coverage in
        for x in columns {
          switch coverage {
          case .full: masks[y * size.tileColumns + x] = [UInt8](repeating: 255, count: Tile.pixelCount)
          case .mask(let mask):
            masks[y * size.tileColumns + x] = Array(UnsafeBufferPointer(start: mask.bytes, count: Tile.pixelCount))
          }
        }
      }
    }
    return masks
  }
}

extension StrokeEdit {
  /// A random stroke on the canvas or near it.
  public static func random(on size: CanvasSize, revisions: [Int], using generator: inout SeededGenerator) -> StrokeEdit
  {
    func point() -> Point {
      Point(
        x: Double.random(in: -20...Double(size.width + 20), using: &generator),
        y: Double.random(in: -20...Double(size.height + 20), using: &generator))
    }
    func color() -> Pixel {
      // Opaque colours are the most common.
      Pixel(bits: UInt32(truncatingIfNeeded: generator.next()) | (generator.next() % 2 == 0 ? 0xff00_0000 : 0))
    }
    let kind = Int.random(in: 0..<6, using: &generator)
    let shape: Shape =
      switch kind {
      case 0: .line(point(), point())
      case 1: .rect(point(), point())
      case 2: .ellipse(point(), point())
      default:
        .pencil(
          (0..<Int.random(in: 1...6, using: &generator)).map { _ in
            PencilPoint(point(), pressure: Double.random(in: 0...1, using: &generator))
          })
      }
    var paint: Paint =
      switch Int.random(in: 0..<4, using: &generator) {
      case 0 where kind == 1 || kind == 2: .colors(fill: color(), outline: color())
      case 1 where kind == 1 || kind == 2: .colors(fill: color(), outline: nil)
      default: .colors(fill: nil, outline: color())
      }
    if kind == 5 {
      let target = revisions.randomElement(using: &generator) ?? 0
      paint = .eraser([.base, .nothing, .revision(target)].randomElement(using: &generator) ?? .base)
    }
    return StrokeEdit(
      shape: shape,
      style: StrokeStyle(width: Double.random(in: 0.1...40, using: &generator)), paint: paint,
      opacity: Bool.random(using: &generator) ? 1 : Double.random(in: 0...1, using: &generator),
      isAntialiased: Bool.random(using: &generator))
  }
}
