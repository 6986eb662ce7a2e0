/// What is painted with: sources of colour, and how they are composited onto the canvas.
///
/// The same value serves all edits: a stroke's line and the interior of its shape, a text and the box behind it, a
/// flooded area, a placed picture.
public struct Paint: Sendable, Hashable {
  /// Where colour comes from.
  public enum Source: Sendable, Hashable {
    /// One colour everywhere; its alpha counts.
    case color(Pixel)
    /// A colour for each pixel.
    case gradient(Gradient)
    /// A picture's pixels.
    case pattern(Pattern)
  }

  /// The source for lines, glyphs and flooded areas; nil if these are not painted.
  public var source: Source?
  /// The source for the interior of a shape and the box behind a text, below the other; nil if these are not painted.
  public var fill: Source?
  /// The opacity of both sources as one layer, 0…1.
  public var opacity: Double
  /// How colours are mixed with those below.
  public var mode: BlendMode
  /// Whether colours are blended as linear light instead of as they are stored.
  public var isLinear: Bool
  /// Whether pixels at the edge are covered partly; otherwise a pixel is covered if its centre is.
  public var isAntialiased: Bool

  /// Creates a paint.
  public init(
    _ source: Source? = nil, fill: Source? = nil, opacity: Double = 1, mode: BlendMode = .normal,
    isLinear: Bool = false, isAntialiased: Bool = true
  ) {
    self.source = source
    self.fill = fill
    self.opacity = opacity
    self.mode = mode
    self.isLinear = isLinear
    self.isAntialiased = isAntialiased
  }

  /// Composites one of the sources onto the canvas.
  public func sourceBlend(of source: Source) -> SourceBlend {
    source.blend(blendOperator, opacity: opacity)
  }

  /// Composites layers of both sources onto the canvas.
  public var layerBlend: LayerBlend { LayerBlend(self) }

  /// Composites one of the sources onto an empty layer.
  public func sourceBlendOnLayer(of source: Source) -> SourceBlend {
    // In linear light, too, where the outline's edge is over the fill.
    source.blend(isLinear ? BlendOperator(mode: .normal, isLinear: true) : nil, opacity: 1)
  }

  /// The operator of its mode; nil for what `Blend` and `TileBlend` do faster.
  var blendOperator: BlendOperator? {
    mode == .normal && !isLinear ? nil : BlendOperator(mode: mode, isLinear: isLinear)
  }
}

extension Paint.Source {
  /// Composites the source with an operator, or like normal mode without one.
  fileprivate func blend(_ blend: BlendOperator?, opacity: Double) -> SourceBlend {
    switch self {
    case .color(let color):
      guard let blend else { return SourceBlend(Blend(color: color, opacity: opacity)) }
      return SourceBlend(ModeBlend(blend, opacity: opacity).with(.color(color)))
    case .gradient(let gradient): return SourceBlend(ShadedTiles(gradient), blend, opacity: opacity)
    case .pattern(let pattern): return SourceBlend(ShadedTiles(pattern), blend, opacity: opacity)
    }
  }
}
