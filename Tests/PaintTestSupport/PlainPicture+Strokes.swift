import PaintEditing
import PaintHistory
import PaintRaster

extension PlainPicture {
  /// Draws a stroke in a simple way: masks of the whole canvas, then every tile, changed or not.
  public mutating func draw(_ stroke: StrokeEdit, base: PlainPicture?) {
    let isAntialiased = stroke.paint.isAntialiased
    let trace = isAntialiased ? nil : trace(of: stroke)
    let lines =
      softMask(stroke) ?? trace?.line ?? mask(Outline(strokeOf: stroke.shape, style: stroke.style), isAntialiased)
    let hasBoth = stroke.paint.fill != nil && stroke.paint.source != nil
    let traced = hasBoth ? trace?.area : nil
    var areas = traced ?? mask(Outline(fillOf: stroke.shape), isAntialiased)
    let isAligned = hasBoth && stroke.style.align != .center
    var shares = lines
    if isAligned { Self.share(&areas, &shares, isInside: stroke.style.align == .inside) }
    for (place, index) in Self.indices(of: size).enumerated() {
      var tile = self[index]
      lines[place].withUnsafeBufferPointer { lines in
        areas[place].withUnsafeBufferPointer { areas in
          guard let lines = lines.baseAddress, let areas = areas.baseAddress else { return }
          let all = index.box(on: size)
          let inside = PixelBox(x: 0, y: 0, width: all.width, height: all.height)
          let (line, area) = (TileCoverage.mask(CoverageMask(lines)), TileCoverage.mask(CoverageMask(areas)))
          let paint = stroke.paint
          switch (paint.fill, paint.source) {
          case (let fill?, let outline?) where isAligned:
            var layer = Tile.color(.transparent)
            paint.sourceBlendOnLayer(of: fill).composite(.full, onto: &layer, at: index, inside: inside)
            var border = stroke.style.align == .inside ? layer : .color(.transparent)
            paint.sourceBlendOnLayer(of: outline).composite(.full, onto: &border, at: index, inside: inside)
            shares[place].withUnsafeBufferPointer { share in
              guard let share = share.baseAddress else { return }
              layer.composite(.mask(CoverageMask(share)), Eraser(opacity: 1, restoring: border), inside: inside)
            }
            paint.layerBlend.composite(layer, coverage: area, onto: &tile, inside: inside)
          case (let fill?, let outline?):
            var layer = Tile.color(.transparent)
            paint.sourceBlendOnLayer(of: fill).composite(area, onto: &layer, at: index, inside: inside)
            paint.sourceBlendOnLayer(of: outline).composite(line, onto: &layer, at: index, inside: inside)
            var shape = Tile.color(.transparent)
            for covered in [area, line] { shape.composite(covered, Blend(color: .black, opacity: 1), inside: inside) }
            paint.layerBlend.composite(
              layer, shape: paint.layerBlend.needsShape ? shape : nil, onto: &tile, inside: inside)
          case (let fill?, nil):
            paint.sourceBlend(of: fill).composite(area, onto: &tile, at: index, inside: inside)
          case (nil, let outline?):
            paint.sourceBlend(of: outline).composite(line, onto: &tile, at: index, inside: inside)
          case (nil, nil):
            if stroke.erasing == nil && stroke.retouching == nil { break }
            let base = base?[index] ?? .color(.transparent)
            tile.composite(line, Eraser(opacity: paint.opacity, restoring: base), inside: inside)
          }
        }
      }
      self[index] = tile
    }
  }

  /// Makes the coverages of the inside those of inside and outline, and those of the outline its shares of them.
  private static func share(_ areas: inout [[UInt8]], _ lines: inout [[UInt8]], isInside: Bool) {
    for tile in areas.indices {
      for place in areas[tile].indices {
        let line = Double(lines[tile][place])
        let whole = isInside ? Double(areas[tile][place]) : min(Double(areas[tile][place]) + line, 255)
        areas[tile][place] = UInt8(whole)
        lines[tile][place] = whole == 0 ? 0 : UInt8(min((255 * line / whole).rounded(), 255))
      }
    }
  }

  /// The coverage of each tile of the canvas by a soft line, or one of dabs; nil for others.
  private func softMask(_ stroke: StrokeEdit) -> [[UInt8]]? {
    guard stroke.paint.fill == nil || stroke.erasing != nil, SoftLine.isNeeded(for: stroke.shape, stroke.style) else {
      return nil
    }
    var masks = [[UInt8]](repeating: [UInt8](repeating: 0, count: Tile.pixelCount), count: size.tileCount)
    SoftLine(stroke.shape, style: stroke.style, on: size)?.forEachTile(on: size) { (index, coverage) throws(Never) in
      switch coverage {
      case .full: masks[index.y * size.tileColumns + index.x] = [UInt8](repeating: 255, count: Tile.pixelCount)
      case .mask(let mask):
        masks[index.y * size.tileColumns + index.x] = Array(
          UnsafeBufferPointer(start: mask.bytes, count: Tile.pixelCount))
      }
    }
    return masks
  }

  /// The line of one pixel along a shape, and what is filled with it, found pixel by pixel; nil for lines that are areas.
  ///
  /// Other lines than straight ones, boxes, and outlines inside of ellipses are those of the program, which tests of its
  /// own compare with plain ones.
  private func trace(of stroke: StrokeEdit) -> (line: [[UInt8]], area: [[UInt8]])? {
    guard let trace = PixelTrace(stroke.shape, style: stroke.style, canvas: size) else { return nil }
    let known = { (line: mask(trace.outline, false), area: mask(trace.area(rule: .nonzero), false)) }
    guard stroke.style.dash.isEmpty, stroke.style.arrow == nil else { return known() }
    func along(_ points: [Point]) -> [[UInt8]] {
      let pixels = points.map { PlainPixel(containing: $0) }
      let line = pixels.prefix(1) + zip(pixels, pixels.dropFirst()).flatMap { PlainPixel.line($0.0, $0.1) }
      let found = Set(line)
      return mask { found.contains(PlainPixel(x: $0, y: $1)) }
    }
    switch stroke.shape {
    case .line(let a, let b): return (along([a, b]), mask { _, _ in false })
    case .pencil(let points): return (along(points.map(\.point)), mask { _, _ in false })
    case .rect, .ellipse:
      if stroke.style.align == .inside {
        let inside = crisp(Outline(fillOf: stroke.shape))
        return (mask { inside.isAtBorder(x: $0, y: $1) }, mask { inside.contains(x: $0, y: $1) })
      }
      guard case .rect(let a, let b) = stroke.shape, a.x != b.x, a.y != b.y else { return known() }
      let (p, q) = (PlainPixel(containing: a), PlainPixel(containing: b))
      let (columns, rows) = (min(p.x, q.x)...max(p.x, q.x), min(p.y, q.y)...max(p.y, q.y))
      let area = mask { columns.contains($0) && rows.contains($1) }
      let line = mask { x, y in
        columns.contains(x) && rows.contains(y) && (x == p.x || x == q.x || y == p.y || y == q.y)
      }
      return (line, area)
    default: return known()
    }
  }

  private func crisp(_ outline: Outline) -> PlainCrispShape {
    PlainCrispShape(
      outline.vertices, isEvenOdd: outline.fillRule == .evenodd, ellipse: outline.ellipseCorners, on: size)
  }

  /// The coverage of each tile of the canvas by whole pixels.
  private func mask(_ contains: (_ x: Int, _ y: Int) -> Bool) -> [[UInt8]] {
    var masks = [[UInt8]](repeating: [UInt8](repeating: 0, count: Tile.pixelCount), count: size.tileCount)
    for y in 0..<size.height {
      for x in 0..<size.width where contains(x, y) {
        masks[y / Tile.edge * size.tileColumns + x / Tile.edge][y % Tile.edge * Tile.edge + x % Tile.edge] = 255
      }
    }
    return masks
  }

  /// The coverage of each tile of the canvas: of areas the scanner's, which tests of its own compare with true areas.
  private func mask(_ outline: Outline, _ isAntialiased: Bool) -> [[UInt8]] {
    if !isAntialiased {
      let shape = crisp(outline)
      return mask { shape.contains(x: $0, y: $1) }
    }
    var masks = [[UInt8]](repeating: [UInt8](repeating: 0, count: Tile.pixelCount), count: size.tileCount)
    var scanner = CoverageScanner(outline, canvas: size, antialiased: true)
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
      case 0 where kind == 1 || kind == 2: Paint(.color(color()), fill: .color(color()))
      case 1 where kind == 1 || kind == 2: Paint(fill: .color(color()))
      default: Paint(.color(color()))
      }
    var erasing: EraserTarget?
    if kind == 5 {
      let target = revisions.randomElement(using: &generator) ?? 0
      paint = Paint()
      erasing = [.base, .nothing, .revision(target)].randomElement(using: &generator) ?? .base
    }
    paint.opacity = Bool.random(using: &generator) ? 1 : Double.random(in: 0...1, using: &generator)
    paint.isAntialiased = Bool.random(using: &generator)
    if Bool.random(using: &generator) { paint.mode = BlendMode.allCases.randomElement(using: &generator) ?? .normal }
    paint.isLinear = Int.random(in: 0..<4, using: &generator) == 0
    var style = StrokeStyle(width: Double.random(in: 0.1...40, using: &generator))
    if Int.random(in: 0..<4, using: &generator) == 0 {
      style.width = 1
      style.pixelRule = [.area, .wholeVertices, .trace].randomElement(using: &generator) ?? .area
      if style.pixelRule == .trace, Bool.random(using: &generator) {
        style.width = Double.random(in: 0.01...1, using: &generator)
      }
    }
    if kind == 1 || kind == 2 { style.align = StrokeAlignment.allCases.randomElement(using: &generator) ?? .inside }
    // The plain model has no pixels along the middle of ellipses; those of boxes have no other side.
    if style.pixelRule == .trace, style.align != .inside { style.align = kind == 2 ? .inside : .center }
    return StrokeEdit(shape: shape, style: style, paint: paint, erasing: erasing)
  }
}
