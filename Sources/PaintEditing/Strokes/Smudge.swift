import PaintHistory
import PaintRaster

/// Carries colour along the path of a stroke, as a finger does in wet paint.
///
/// The brush is stamped along the path in dabs that are a pixel apart along the longer axis, or half of one on the slanted parts of
/// a brush that is narrower than 16 pixels (``Dabs/eachPixel(onSlants:)``), so that it moves by equal steps and leaves no ribs.
/// It carries a picture B, which moves as the dabs do: relative to the first dab a dab is at whole pixels p and a fraction g, 0 ..< 1,
/// rounded to 1/1,024 pixel, and B(v) belongs to p + g + v. Let C be the picture so far, c the coverage of the dab (``Dab``),
/// which follows from the hardness, w its width, at least 10 pixels, d the distance from the dab before, and
/// k = strength^(10·d/w). Between pixels B and C are interpolated linearly along both axes. At the first dab B(v) becomes C(p + v).
/// At each further one, all at once:
///
///     C(p + v) := C(p + v) + k · c(v) · (B(v − g) − C(p + v))
///     B(v) := C(p + v + g) + k · (B(v) − C(p + v + g))
///
/// Where p + v is not on the canvas, B(v) stays as it is, or is unknown until it first is on the canvas; C(p + v) replaces unknown
/// values, and beyond its border the canvas continues as its border. Numbers are
/// premultiplied by alpha and kept in floats. At the end C is rounded to bytes once, and the canvas dissolves into it by
/// the stroke's opacity as an ``Eraser`` does.
public struct Smudge: Retouching, Hashable {
  /// How much of the colour that the brush carries it keeps for a tenth of its width, 0…1; other values are clamped, and NaN
  /// counts as 0.
  public var strength: Double

  /// The largest width, in pixels; a wider stroke has this one.
  public static let maximumWidth = 2_048.0
  /// The most pixels that a stroke may reach, by ``reach(of:width:)``, so that they are in memory at once.
  public static let mostPixels = 33_554_432.0

  /// From this width on, a pixel from dab to dab is little enough on slanted lines, too.
  private static let narrowWidth = 16.0

  /// A smudge of that strength, 0…1.
  public init(strength: Double) { self.strength = strength }

  /// An upper bound on the pixels of the tiles that a stroke along freehand points reaches.
  public static func reach(of shape: Shape, width: Double) -> Double {
    guard case .pencil(let points) = shape else { return 0 }
    let across = min(width, maximumWidth) + 2 * Double(Tile.edge)
    return zip(points, points.dropFirst()).reduce(across * across) { sum, ends in
      let (dx, dy) = (ends.1.point.x - ends.0.point.x, ends.1.point.y - ends.0.point.y)
      return sum + across * (dx * dx + dy * dy).squareRoot()
    }
  }

  /// Smudges the pixels along the stroke; a stroke that reaches too many pixels changes nothing.
  public func apply(_ stroke: StrokeEdit, to canvas: inout EditContext) throws(HistoryError) {
    guard Self.reach(of: stroke.shape, width: stroke.style.width) <= Self.mostPixels else { return }
    let picture = SmudgedPicture(try canvas.picture())
    var style = stroke.style
    style.width = min(style.width, Self.maximumWidth)
    let strength = self.strength > 0 ? min(self.strength, 1) : 0
    style.dabs = .eachPixel(onSlants: style.width < Self.narrowWidth ? 2 : 1)
    let dabs = SoftLine.dabs(along: stroke.shape, style)
    guard let first = dabs.first else { return }
    let places = dabs.map { DabPlace($0, from: first) }
    var brush = CarriedPicture(
      reaching: dabs.reduce(0) { max($0, $1.radius) }, isSlanted: places.contains { !$0.isWhole })
    var (before, kept) = (first, (exponent: 0.0, share: 1.0))
    for (number, dab) in dabs.enumerated() {
      let exponent = dab.distance(from: before) / max(0.2 * dab.radius, 1)
      if exponent != kept.exponent { kept = (exponent, Self.power(strength, exponent)) }
      try brush.stamp(
        DabStamp(
          dab: dab, place: places[number], falloff: dab.falloff(hardness: style.hardness), kept: Float(kept.share),
          isFirst: number == 0), on: picture)
      before = dab
    }
    var eraser = Eraser(opacity: stroke.paint.opacity)
    for index in picture.changed.sorted(by: { $0.key < $1.key }) {
      eraser.base = try picture.tile(at: index)
      try canvas.edit(index) { tile, inside in tile.composite(.full, eraser, inside: inside) }
    }
  }

  /// A power of a number from 0 to 1 by square roots, the same on every machine; exponents over 2 count as 2.
  private static func power(_ base: Double, _ exponent: Double) -> Double {
    var (result, root, rest) = (1.0, base * base, min(exponent, 2) / 2)
    for _ in 0..<40 {
      if rest >= 1 {
        result *= root
        rest -= 1
      }
      root = root.squareRoot()
      rest *= 2
    }
    return result
  }
}

extension Dab {
  /// The distance of the middles of two dabs.
  fileprivate func distance(from other: Dab) -> Double {
    let dx = Double(column - other.column) + (x - other.x)
    let dy = Double(row - other.row) + (y - other.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}

/// Where a dab is, relative to the fraction of the first one.
private struct DabPlace {
  let column: Int
  let row: Int
  /// How far the dab is to the right of that column and below that row, 0 ..< 1.
  let right: Float
  let below: Float

  init(_ dab: Dab, from first: Dab) {
    (column, right) = Self.split(dab.column, dab.x - first.x)
    (row, below) = Self.split(dab.row, dab.y - first.y)
  }

  var isWhole: Bool { right == 0 && below == 0 }

  /// - Parameter rest: over −1 and less than 1.
  private static func split(_ place: Int, _ rest: Double) -> (Int, Float) {
    let steps = Int((rest * 1_024 + 0.5).rounded(.down))
    return (place + (steps >> 10), Float(steps & 1_023) / 1_024)
  }
}

/// How a brush is stamped.
private struct DabStamp {
  let dab: Dab
  let place: DabPlace
  let falloff: Double
  /// How much the brush keeps of what it carries, 0…1.
  let kept: Float
  let isFirst: Bool

  /// The columns that are up to `span` pixels from the middle one, in a part of the brush's box.
  func columns(_ span: Int, _ part: PixelBox) -> (left: Int, right: Int) {
    (max(part.x, place.column - span), min(part.maxX, place.column + span + 1))
  }

  /// The coverage of a pixel.
  @inline(__always) func coverage(_ x: Int, _ y: Int) -> Float {
    Float(dab.coverage(right: x - dab.column, below: y - dab.row, falloff: falloff))
  }
}

/// The picture that a brush carries.
private struct CarriedPicture {
  /// The farthest pixel from the middle one in each direction.
  private let reach: Int
  /// For each row, the farthest pixel from the middle column that a dab can need.
  private let spans: [Int]
  /// Row by row; the alpha of an unknown pixel is −1.
  private var pixels: [SIMD4<Float>]
  /// Whether all pixels that a dab can need are known, because one has been on the canvas as a whole.
  private var isKnown = false
  /// The picture below a dab that is between pixels, and a pixel around it, row by row.
  private var ground: [SIMD4<Float>] = []

  /// - Parameter isSlanted: whether a dab is between pixels, so that it needs their neighbours.
  init(reaching radius: Double, isSlanted: Bool) {
    let reach = Int((radius + 0.5).rounded(.up))
    self.reach = reach
    let more = isSlanted ? 1.0 : 0
    spans = (-reach...reach).map { row in
      let away = max(Double(row.magnitude) - 0.5 - more, 0)
      return min(Int(max(radius * radius - away * away, 0).squareRoot() + 1.5 + more), reach)
    }
    let side = 2 * reach + 1
    pixels = [SIMD4<Float>](repeating: SIMD4(0, 0, 0, -1), count: side * side)
  }

  /// Stamps the brush, from tile to tile.
  mutating func stamp(_ stamp: DabStamp, on picture: SmudgedPicture) throws(HistoryError) {
    let side = 2 * reach + 1
    let all = PixelBox(x: stamp.place.column - reach, y: stamp.place.row - reach, width: side, height: side)
    let box = all.intersection(picture.size.box)
    if box.isEmpty { return }
    if stamp.place.isWhole {
      try picture.change(box) { part, tile, index in draw(stamp, part, from: all, to: &tile, at: index) }
      isKnown = isKnown || box == all
      return
    }
    // All is read before it changes.
    let wide = PixelBox(x: all.x, y: all.y, width: side + 1, height: side + 1).intersection(picture.size.box)
    if ground.isEmpty { ground = [SIMD4<Float>](repeating: SIMD4(), count: (side + 1) * (side + 1)) }
    try picture.change(wide) { part, tile, index in
      var ground = ground.mutableSpan
      for y in part.y..<part.maxY {
        let (from, to) = ((y - index.box.y) * Tile.edge - index.box.x, (y - wide.y) * wide.width - wide.x)
        for x in part.x..<part.maxX { ground[to + x] = tile[from + x] }
      }
      return false
    }
    try picture.change(box) { part, tile, index in drawBetween(stamp, part, from: all, to: &tile, at: index) }
    takeUp(stamp, box, from: all, wide)
    isKnown = isKnown || box == all
  }

  /// Draws a part of a brush that is at whole pixels, and takes up what is below; returns whether a pixel of the tile was covered.
  private mutating func draw(
    _ stamp: DabStamp, _ part: PixelBox, from all: PixelBox, to tile: inout [SIMD4<Float>], at index: TileIndex
  ) -> Bool {
    var isCovered = false
    let spans = spans
    var drawn = tile.mutableSpan
    var pixels = self.pixels.mutableSpan
    for y in part.y..<part.maxY {
      let (left, right) = stamp.columns(spans[y - all.y], part)
      if left >= right { continue }
      var place = (y - all.y) * all.width + (left - all.x)
      var target = (y - index.box.y) * Tile.edge + (left - index.box.x)
      for x in left..<right {
        let old = drawn[target]
        let carried = pixels[place]
        let mixed = carried.w < 0 ? old : old + (carried - old) * stamp.kept
        pixels[place] = mixed
        if !stamp.isFirst {
          let coverage = stamp.coverage(x, y)
          if coverage > 0 {
            drawn[target] = old + (mixed - old) * coverage
            isCovered = true
          }
        }
        place += 1
        target += 1
      }
    }
    return isCovered
  }

  /// Draws a part of a brush that is between pixels; returns whether a pixel of the tile was covered.
  private func drawBetween(
    _ stamp: DabStamp, _ part: PixelBox, from all: PixelBox, to tile: inout [SIMD4<Float>], at index: TileIndex
  ) -> Bool {
    var isCovered = false
    var drawn = tile.mutableSpan
    let pixels = self.pixels.span
    let (spans, width) = (spans, all.width)
    let (right, below) = (stamp.place.right, stamp.place.below)
    for y in part.y..<part.maxY {
      let (first, end) = stamp.columns(spans[y - all.y], part)
      // The upper and the left neighbour of the first row and column have no share in covered pixels.
      let (row, above) = ((y - all.y) * width - all.x, max(y - all.y - 1, 0) * width - all.x)
      let target = (y - index.box.y) * Tile.edge - index.box.x
      if first >= end { continue }
      func column(_ x: Int) -> SIMD4<Float> { pixels[row + x] + (pixels[above + x] - pixels[row + x]) * below }
      var left = column(max(first - 1, all.x))
      for x in first..<end {
        var (here, before) = (column(x), left)
        left = here
        let coverage = stamp.coverage(x, y)
        if coverage <= 0 { continue }
        let old = drawn[target + x]
        if !isKnown {
          let left = max(x - 1, all.x)
          func known(_ place: Int) -> SIMD4<Float> { pixels[place].w < 0 ? old : pixels[place] }
          here = known(row + x) + (known(above + x) - known(row + x)) * below
          before = known(row + left) + (known(above + left) - known(row + left)) * below
        }
        drawn[target + x] = old + (here + (before - here) * right - old) * (coverage * stamp.kept)
        isCovered = true
      }
    }
    return isCovered
  }

  /// Takes up what was below a brush that is between pixels.
  private mutating func takeUp(_ stamp: DabStamp, _ box: PixelBox, from all: PixelBox, _ wide: PixelBox) {
    let (spans, kept, under) = (spans, stamp.kept, self.ground)
    let ground = under.span
    var pixels = self.pixels.mutableSpan
    for y in box.y..<box.maxY {
      let (left, right) = stamp.columns(spans[y - all.y], box)
      if left >= right { continue }
      let row = (y - wide.y) * wide.width - wide.x
      let next = y + 1 < wide.maxY ? row + wide.width : row
      let below = stamp.place.below
      func column(_ x: Int) -> SIMD4<Float> { ground[row + x] + (ground[next + x] - ground[row + x]) * below }
      var here = column(left)
      for x in left..<right {
        let after = column(min(x + 1, wide.maxX - 1))
        let old = here + (after - here) * stamp.place.right
        let place = (y - all.y) * all.width + (x - all.x)
        pixels[place] = pixels[place].w < 0 ? old : old + (pixels[place] - old) * kept
        here = after
      }
    }
  }
}

/// The picture while it is smudged: premultiplied, of the tiles that the brush has reached.
private final class SmudgedPicture {
  let size: CanvasSize
  /// The tiles with pixels that a dab covered.
  private(set) var changed: Set<TileIndex> = []
  private let picture: Snapshot
  /// Red, green and blue times alpha, 0…65,025, and alpha, 0…255.
  private var tiles: [TileIndex: [SIMD4<Float>]] = [:]

  init(_ picture: Snapshot) {
    self.picture = picture
    size = picture.size
  }

  /// Lends the pixels of the tiles of a box, which is on the canvas, for change; `body` returns whether it covered some.
  func change(
    _ box: PixelBox, _ body: (_ part: PixelBox, _ tile: inout [SIMD4<Float>], _ index: TileIndex) -> Bool
  ) throws(HistoryError) {
    for row in box.y / Tile.edge...(box.maxY - 1) / Tile.edge {
      for column in box.x / Tile.edge...(box.maxX - 1) / Tile.edge {
        let index = TileIndex(x: column, y: row)
        if tiles[index] == nil { tiles[index] = Self.floats(try picture.tile(at: index)) }
        if body(index.box.intersection(box), &tiles[index, default: []], index) { changed.insert(index) }
      }
    }
  }

  private static func floats(_ tile: Tile) -> [SIMD4<Float>] {
    (0..<Tile.pixelCount).map { place in premultiplied(tile[place % Tile.edge, place / Tile.edge]) }
  }

  private static func premultiplied(_ pixel: Pixel) -> SIMD4<Float> {
    let alpha = Float(pixel.alpha)
    return SIMD4(Float(pixel.red) * alpha, Float(pixel.green) * alpha, Float(pixel.blue) * alpha, alpha)
  }

  /// A tile in bytes; a pixel whose alpha becomes 0 keeps its colour bytes.
  func tile(at index: TileIndex) throws(HistoryError) -> Tile {
    let old = try picture.tile(at: index)
    guard let floats = tiles[index] else { return old }
    var pixels = old.expanded
    for y in 0..<Tile.edge {
      for x in 0..<Tile.edge {
        let (float, before) = (floats[y * Tile.edge + x], old[x, y])
        if float == Self.premultiplied(before) { continue }
        let alpha = Self.byte(float.w)
        var pixel = Pixel(red: before.red, green: before.green, blue: before.blue, alpha: alpha)
        if alpha > 0 {
          pixel = Pixel(
            red: Self.byte(float.x / float.w), green: Self.byte(float.y / float.w), blue: Self.byte(float.z / float.w),
            alpha: alpha)
        }
        if pixel != before { pixels[x, y] = pixel }
      }
    }
    return .pixels(pixels)
  }

  /// The nearest byte, halves up.
  private static func byte(_ value: Float) -> UInt8 {
    UInt8(Swift.min(Swift.max((value + 0.5).rounded(.down), 0), 255))
  }
}
