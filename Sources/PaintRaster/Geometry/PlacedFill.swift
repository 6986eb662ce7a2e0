/// The inside of many placed paths, of which only those near a few rows of tiles are in memory as an outline.
///
/// A contour changes no pixel outside its bounding box, so an outline of the paths that meet some rows gives these rows
/// the same coverage as all paths. Vertices are relative to the first path's first point, as in a single path of all,
/// and so the same to the bit.
public struct PlacedFill: Sendable {
  /// The approximate maximum of a band's vertices, unless a single row of tiles has more.
  static let verticesPerBand = 1 << 17
  /// The approximate number of vertices for each element of a path.
  private static let verticesPerElement = 4

  /// One of the paths with its bounds relative to its positions, in pixels.
  private struct Part {
    var placed: PlacedPath
    var low: Point
    var high: Point
    var weight: Int

    /// The rows of tiles that it meets on the canvas in one of its positions; empty if it is outside.
    func tileRows(at place: Point, on canvas: CanvasSize) -> Range<Int> {
      // Vertices may be moved outwards by less than a pixel, and crossings are rounded.
      let margin = 2.0
      let left = place.x + low.x - margin
      let right = place.x + high.x + margin
      let top = place.y + low.y - margin
      let bottom = place.y + high.y + margin
      guard right >= 0, left <= Double(canvas.width), bottom >= 0, top <= Double(canvas.height) else { return 0..<0 }
      let edge = Double(Tile.edge)
      let first = Int(Swift.max(top, 0) / edge)
      let last = Int(Swift.min(bottom, Double(canvas.height)) / edge)
      return Swift.min(first, canvas.tileRows)..<Swift.min(last + 1, canvas.tileRows)
    }
  }

  private let canvas: CanvasSize
  private let parts: [Part]
  /// The whole pixel that vertices are relative to; nil if nothing can be drawn.
  private let origin: Point?
  /// Rows of tiles that are drawn together, from top to bottom; rows in no band have no coverage.
  public let bands: [Range<Int>]

  /// The inside of those paths on a canvas; nothing if a number is not finite.
  ///
  /// - Complexity: linear in the elements and in the places.
  public init(_ paths: [PlacedPath], canvas: CanvasSize) {
    self.init(paths, canvas: canvas, verticesAtOnce: Self.verticesPerBand)
  }

  init(_ paths: [PlacedPath], canvas: CanvasSize, verticesAtOnce: Int) {
    self.canvas = canvas
    var parts: [Part] = []
    var origin: Point?
    var isFinite = true
    for placed in paths {
      guard let (low, high) = placed.bounds else { continue }
      let one = Point(x: low.x * placed.scale, y: low.y * placed.scale)
      let other = Point(x: high.x * placed.scale, y: high.y * placed.scale)
      let numbers = [one.x, one.y, other.x, other.y]
      isFinite = isFinite && numbers.allSatisfy(\.isFinite)
      for place in placed.places {
        isFinite = isFinite && (place.x + one.x + other.x).isFinite && (place.y + one.y + other.y).isFinite
      }
      if origin == nil, let place = placed.places.first {
        origin = placed.path(at: place).subpaths()?.origin
      }
      parts.append(
        Part(
          placed: placed,
          low: Point(x: Swift.min(one.x, other.x), y: Swift.min(one.y, other.y)),
          high: Point(x: Swift.max(one.x, other.x), y: Swift.max(one.y, other.y)),
          weight: placed.path.elements.count * Self.verticesPerElement))
    }
    self.parts = isFinite ? parts : []
    self.origin = isFinite ? origin : nil
    bands = Self.bands(self.parts, canvas, verticesAtOnce)
  }

  private static func bands(_ parts: [Part], _ canvas: CanvasSize, _ most: Int) -> [Range<Int>] {
    var loads = TileRowLoads(count: canvas.tileRows)
    for part in parts {
      for place in part.placed.places {
        let rows = part.tileRows(at: place, on: canvas)
        if !rows.isEmpty { loads.add(part.weight, to: rows) }
      }
    }
    return loads.bands(atMost: most).map(\.rows)
  }

  /// The outline of the paths that meet a band; its coverage in other rows is incomplete.
  public func outline(of band: Range<Int>) -> Outline {
    guard let origin else { return .nothing }
    var builder = ContourBuilder()
    for part in parts {
      for place in part.placed.places where part.tileRows(at: place, on: canvas).overlaps(band) {
        guard let subpaths = part.placed.path(at: place).subpaths(from: origin)?.subpaths else { continue }
        for subpath in subpaths {
          builder.append(contour: FarClipping.clip(contour: FlatSubpath(subpath, origin: origin, radius: 0).contour))
        }
      }
    }
    return Outline(origin: origin, contours: builder, fillRule: .nonzero)
  }
}
