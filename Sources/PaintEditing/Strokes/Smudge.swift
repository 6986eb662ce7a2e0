import PaintHistory
import PaintRaster

/// Carries colour along the path of a stroke, as a finger does in wet paint.
///
/// The brush is stamped along the path in dabs that are a pixel apart along the longer axis (``Dabs/eachPixel``), so that it moves
/// by the same step each time and leaves no ribs. It carries a picture B, of which B(v) belongs to the pixel v away from the
/// one that contains the middle of the dab. Let p be that pixel, C the picture so far, c the coverage of the dab (``Dab``),
/// which follows from the hardness, w its width, at least 10 pixels, and d the distance from the dab before. At the first dab B(v)
/// becomes C(p + v). At each further one:
///
///     B(v) := C(p + v) + strength^(10·d/w) · (B(v) − C(p + v))
///     C(p + v) := C(p + v) + c(v) · (B(v) − C(p + v))
///
/// Where p + v is not on the canvas, B(v) stays as it is, or is unknown until it first is on the canvas. Numbers are
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
    style.dabs = .eachPixel
    let dabs = SoftLine.dabs(along: stroke.shape, style)
    var brush = CarriedPicture(reaching: dabs.reduce(0) { max($0, $1.radius) })
    var (before, kept) = (dabs.first, (exponent: 0.0, share: 1.0))
    for (place, dab) in dabs.enumerated() {
      let exponent = before.map { dab.distance(from: $0) / max(0.2 * dab.radius, 1) } ?? 0
      if exponent != kept.exponent { kept = (exponent, Self.power(strength, exponent)) }
      try brush.stamp(
        dab, falloff: dab.falloff(hardness: style.hardness), keeping: Float(kept.share), isFirst: place == 0,
        on: picture)
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

/// The picture that a brush carries.
private struct CarriedPicture {
  /// The farthest pixel from the middle one in each direction.
  private let reach: Int
  /// For each row, the farthest pixel from the middle column that a dab can cover.
  private let spans: [Int]
  /// Row by row; the alpha of an unknown pixel is −1.
  private var pixels: [SIMD4<Float>]

  init(reaching radius: Double) {
    let reach = Int((radius + 0.5).rounded(.up))
    self.reach = reach
    spans = (-reach...reach).map { row in
      let away = max(Double(row.magnitude) - 0.5, 0)
      return min(Int(max(radius * radius - away * away, 0).squareRoot() + 1.5), reach)
    }
    let side = 2 * reach + 1
    pixels = [SIMD4<Float>](repeating: SIMD4(0, 0, 0, -1), count: side * side)
  }

  /// Stamps the brush, from tile to tile.
  mutating func stamp(
    _ dab: Dab, falloff: Double, keeping kept: Float, isFirst: Bool, on picture: SmudgedPicture
  ) throws(HistoryError) {
    let side = 2 * reach + 1
    let all = PixelBox(x: dab.column - reach, y: dab.row - reach, width: side, height: side)
    let box = all.intersection(picture.size.box)
    if box.isEmpty { return }
    for tileRow in box.y / Tile.edge...(box.maxY - 1) / Tile.edge {
      for tileColumn in box.x / Tile.edge...(box.maxX - 1) / Tile.edge {
        let index = TileIndex(x: tileColumn, y: tileRow)
        let part = index.box.intersection(box)
        let hasChanged = try picture.change(index) { tile in
          stamp(dab, falloff, kept, isFirst, part, from: all, to: &tile, at: index)
        }
        if hasChanged { picture.changed.insert(index) }
      }
    }
  }

  /// Stamps a part of the brush; returns whether a pixel of the tile was covered.
  private mutating func stamp(
    _ dab: Dab, _ falloff: Double, _ kept: Float, _ isFirst: Bool, _ part: PixelBox, from all: PixelBox,
    to tile: inout [SIMD4<Float>], at index: TileIndex
  ) -> Bool {
    var isCovered = false
    let spans = spans
    var drawn = tile.mutableSpan
    var pixels = self.pixels.mutableSpan
    for y in part.y..<part.maxY {
      let span = spans[y - all.y]
      let (left, right) = (max(part.x, dab.column - span), min(part.maxX, dab.column + span + 1))
      if left >= right { continue }
      var place = (y - all.y) * all.width + (left - all.x)
      var target = (y - index.box.y) * Tile.edge + (left - index.box.x)
      for x in left..<right {
        let old = drawn[target]
        let carried = pixels[place]
        let mixed = carried.w < 0 ? old : old + (carried - old) * kept
        pixels[place] = mixed
        if !isFirst {
          let coverage = dab.coverage(right: x - dab.column, below: y - dab.row, falloff: falloff)
          if coverage > 0 {
            drawn[target] = old + (mixed - old) * Float(coverage)
            isCovered = true
          }
        }
        place += 1
        target += 1
      }
    }
    return isCovered
  }
}

/// The picture while it is smudged: premultiplied, of the tiles that the brush has reached.
private final class SmudgedPicture {
  let size: CanvasSize
  /// The tiles with pixels that a dab covered.
  var changed: Set<TileIndex> = []
  private let picture: Snapshot
  /// Red, green and blue times alpha, 0…65,025, and alpha, 0…255.
  private var tiles: [TileIndex: [SIMD4<Float>]] = [:]

  init(_ picture: Snapshot) {
    self.picture = picture
    size = picture.size
  }

  /// Lends the pixels of a tile for change.
  func change<R>(_ index: TileIndex, _ body: (inout [SIMD4<Float>]) -> R) throws(HistoryError) -> R {
    if tiles[index] == nil { tiles[index] = Self.floats(try picture.tile(at: index)) }
    return body(&tiles[index, default: []])
  }

  private static func floats(_ tile: Tile) -> [SIMD4<Float>] {
    (0..<Tile.pixelCount).map { place in
      let pixel = tile[place % Tile.edge, place / Tile.edge]
      let alpha = Float(pixel.alpha)
      return SIMD4(Float(pixel.red) * alpha, Float(pixel.green) * alpha, Float(pixel.blue) * alpha, alpha)
    }
  }

  /// A tile in bytes; a pixel whose alpha becomes 0 keeps its colour bytes.
  func tile(at index: TileIndex) throws(HistoryError) -> Tile {
    let old = try picture.tile(at: index)
    guard let floats = tiles[index] else { return old }
    var pixels = old.expanded
    for y in 0..<Tile.edge {
      for x in 0..<Tile.edge {
        let float = floats[y * Tile.edge + x]
        let alpha = Self.byte(float.w)
        let before = old[x, y]
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
