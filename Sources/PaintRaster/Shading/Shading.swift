/// A source of colours, one for each pixel of the canvas.
protocol Shading: Sendable {
  /// Whether all pixels are opaque.
  var isOpaque: Bool { get }
  /// Whether the tiles of a row, and those of a column, are the same.
  var repetition: (inRows: Bool, inColumns: Bool) { get }
  /// The pixels in the tile at `index`.
  ///
  /// - Complexity: O(pixels).
  func tile(at index: TileIndex) -> Tile
}

extension Gradient: Shading {
  var isOpaque: Bool { ramp.isOpaque }

  var repetition: (inRows: Bool, inColumns: Bool) {
    guard case .linear(let a, let b) = geometry else { return (false, false) }
    let field = LinearField(from: a, to: b, period: ramp.period)
    return (field.isConstantInRows, field.isConstantInColumns)
  }
}

extension Pattern: Shading {
  var repetition: (inRows: Bool, inColumns: Bool) { (false, false) }
}

extension Paint.Source {
  /// What has a colour for each pixel; nil for a source that is one colour.
  var shading: (any Shading)? {
    switch self {
    case .color: nil
    case .gradient(let gradient): gradient
    case .pattern(let pattern): pattern
    }
  }
}
