import PaintHistory
import PaintRaster

/// Carries colour along the path of a stroke, as a finger does in wet paint.
///
/// The brush is stamped along the path in dabs (``Dabs``), n for each tenth of the width, at least a pixel apart: n is 4
/// for widths from 40 pixels on, 2 from 20 on, and otherwise 1. It carries a picture B, of which B(v) belongs to the pixel v away from the one that contains the middle of the dab. Let p be that
/// pixel, C the picture so far, and c the coverage of the dab (``Dab``), which follows from the hardness. At the first dab
/// B(v) becomes C(p + v). At each further one:
///
///     B(v) := C(p + v) + strength^(1/n) · (B(v) − C(p + v))
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
    // More dabs than one a tenth would cost much, where no one sees their distance.
    let (count, kept) =
      style.width >= 40
      ? (4.0, strength.squareRoot().squareRoot()) : style.width >= 20 ? (2, strength.squareRoot()) : (1, strength)
    style.dabs = Dabs(spacing: 0.1 / count, leastDistance: 1)
    let dabs = SoftLine.dabs(along: stroke.shape, style)
    var brush = CarriedPicture(reaching: dabs.reduce(0) { max($0, $1.radius) }, keeping: Float(kept))
    for (place, dab) in dabs.enumerated() {
      try brush.stamp(dab, falloff: dab.falloff(hardness: style.hardness), isFirst: place == 0, on: picture)
    }
    var eraser = Eraser(opacity: stroke.paint.opacity)
    for index in picture.changed.sorted(by: { $0.key < $1.key }) {
      eraser.base = try picture.tile(at: index)
      try canvas.edit(index) { tile, inside in tile.composite(.full, eraser, inside: inside) }
    }
  }
}

/// The picture that a brush carries.
private struct CarriedPicture {
  /// The farthest pixel from the middle one in each direction.
  private let reach: Int
  /// How much of the colour it keeps from one dab to the next.
  private let kept: Float
  /// Row by row; the alpha of an unknown pixel is −1.
  private var pixels: [SIMD4<Float>]

  init(reaching radius: Double, keeping kept: Float) {
    reach = Int((radius + 0.5).rounded(.up))
    self.kept = kept
    let side = 2 * reach + 1
    pixels = [SIMD4<Float>](repeating: SIMD4(0, 0, 0, -1), count: side * side)
  }

  /// Stamps the brush, from tile to tile.
  mutating func stamp(
    _ dab: Dab, falloff: Double, isFirst: Bool, on picture: SmudgedPicture
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
          stamp(dab, falloff, isFirst, part, from: all, to: &tile, at: index)
        }
        if hasChanged { picture.changed.insert(index) }
      }
    }
  }

  /// Stamps a part of the brush; returns whether a pixel of the tile was covered.
  private mutating func stamp(
    _ dab: Dab, _ falloff: Double, _ isFirst: Bool, _ part: PixelBox, from all: PixelBox,
    to tile: inout [SIMD4<Float>], at index: TileIndex
  ) -> Bool {
    var isCovered = false
    for y in part.y..<part.maxY {
      var place = (y - all.y) * all.width + (part.x - all.x)
      var target = (y - index.box.y) * Tile.edge + (part.x - index.box.x)
      for x in part.x..<part.maxX {
        let old = tile[target]
        let carried = pixels[place]
        let mixed = carried.w < 0 ? old : old + (carried - old) * kept
        pixels[place] = mixed
        if !isFirst {
          let coverage = dab.coverage(right: x - dab.column, below: y - dab.row, falloff: falloff)
          if coverage > 0 {
            tile[target] = old + (mixed - old) * Float(coverage)
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
