/// The style of a line along a path: width, ends, corners and dashes, all in pixels.
public struct StrokeStyle: Hashable, Sendable {
  /// The largest width that is drawn; wider lines are drawn this wide.
  public static let maximumWidth = 65_536.0

  /// The width in pixels; 0, negative or not finite draws nothing.
  public var width: Double
  /// The side of a box or ellipse on which its outline is; other shapes have their lines along the middle.
  public var align: StrokeAlignment
  /// The ends of lines and dashes; pencils always have round ones.
  public var cap: LineCap
  /// The corners; those of pencils and ellipses are always round.
  public var join: LineJoin
  /// ON, OFF, ON, OFF…, in pixels; empty is solid, and an odd count is taken twice in a row, as in SVG.
  ///
  /// Also solid: a sum that is not over 0, an entry that is negative or not finite, a pencil. See `DashPattern` for the
  /// bound on tiny patterns.
  public var dash: [Double]
  /// How far into the pattern the path starts, in pixels; may be negative.
  public var dashOffset: Double
  /// How far dashes begin before the first point, and reach behind the last one, in pixels.
  ///
  /// Half a pixel where points are the middles of pixels: dashes of whole lengths are whole pixels then.
  public var dashOverhang: Double
  /// The ends that have an arrow head: of a line, a pencil and each open subpath; nil is none.
  ///
  /// Heads for which the path is too short get shorter, and the line gets as much thinner.
  public var arrow: ArrowEnds?
  /// The shape and the size of arrow heads.
  public var arrowForm: ArrowForm
  /// How a line up to a pixel wide fills pixels; ignored for wider ones.
  public var pixelRule: PixelRule
  /// The share of half the width, from the middle, that is fully covered: 0…1; 1 is the exact area.
  ///
  /// Of pencils, lines and paths; below 1 such a line is a `SoftLine`.
  public var hardness: Double
  /// The dabs of which a pencil, line or path is made, see `SoftLine`; nil for a continuous line.
  public var dabs: Dabs?

  /// How a line up to a pixel wide fills pixels.
  public enum PixelRule: Hashable, Sendable {
    /// By its area, as all other lines do.
    case area
    /// By its area and, if it is solid and its width is 1, the unit squares about its end points and vertices.
    ///
    /// A line along pixel centres then fills the pixels that its points name, which round caps fill only in part.
    case wholeVertices
    /// One whole pixel in each column or row, however thin the line is, see `PixelTrace`.
    case trace
  }

  /// A style, by default of a solid line with round ends and corners.
  public init(
    width: Double, align: StrokeAlignment = .center, cap: LineCap = .round, join: LineJoin = .round,
    dash: [Double] = [], dashOffset: Double = 0, dashOverhang: Double = 0, arrow: ArrowEnds? = nil,
    arrowForm: ArrowForm = ArrowForm(), pixelRule: PixelRule = .area, hardness: Double = 1, dabs: Dabs? = nil
  ) {
    self.width = width
    self.align = align
    self.cap = cap
    self.join = join
    self.dash = dash
    self.dashOffset = dashOffset
    self.dashOverhang = dashOverhang
    self.arrow = arrow
    self.arrowForm = arrowForm
    self.pixelRule = pixelRule
    self.hardness = hardness
    self.dabs = dabs
  }

  /// Whether the unit squares about end points and vertices belong to the line.
  var hasWholeVertices: Bool { pixelRule == .wholeVertices && width == 1 && dash.isEmpty }

  /// Half the width that is drawn, or nil if nothing is.
  var radius: Double? {
    guard width.isFinite, width > 0 else { return nil }
    return Swift.min(width, Self.maximumWidth) / 2
  }
}
