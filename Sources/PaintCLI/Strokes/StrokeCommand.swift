import PaintEditing
import PaintRaster

/// A `stroke` line with its meaning: percentages, settings and defaults resolved, crisp lines moved onto pixels.
struct StrokeCommand {
  private let brush: CommandID
  private let canvas: CanvasSize
  private let color: Pixel
  private let fill: Pixel?
  private let drawsLine: Bool
  private let width: Double
  private let opacity: Double
  private let cap: LineCap
  private let join: LineJoin
  private let dash: DashArgument
  private let dashOffset: Double
  private let radius: Double
  private let fillRule: FillRule
  private let arrow: ArrowEnds?
  private let isAntialiased: Bool
  private let snaps: Bool
  private let eraserTarget: StrokeEdit.EraserTarget
  /// Points as resolved, before they are moved onto pixels.
  private let points: StrokePoints

  /// Reads the line's own words; what they do not say comes from `settings`, then from the defaults.
  ///
  /// - Parameter resolve: says which revision a word of `--to` means.
  init(
    _ line: ParsedLine, brush: CommandID, settings: StrokeSettings, canvas: CanvasSize,
    resolve: (RevisionArgument) throws(Failure) -> Int
  ) throws(Failure) {
    self.brush = brush
    self.canvas = canvas
    let own = try StrokeSettings(line)
    let said = settings.overridden(by: own)
    let fill = Self.isShape(brush) ? said.fill : nil
    self.fill = fill?.alpha == 0 ? nil : fill
    // A fill draws no outline unless one is asked for where the fill is: on the command, or among the settings.
    let asker = own.fill != nil ? own : said
    let asksForLine = asker.color != nil || asker.width != nil
    color = said.color ?? .black
    drawsLine = (self.fill == nil || asksForLine) && (brush == .eraser || color.alpha > 0)
    width = said.width ?? 1
    opacity = said.opacity ?? 1
    // Pencil and eraser are always round and undashed.
    let isRound = brush == .pencil || brush == .eraser
    cap = isRound ? .round : said.cap ?? .round
    join = isRound ? .round : said.join ?? (Self.hasCorners(brush) ? .miter : .round)
    dash = isRound ? .none : said.dash ?? .none
    dashOffset = isRound ? 0 : said.dashOffset ?? 0
    radius = try line.value(.radius, PlainValues.radius) ?? 0
    fillRule = try line.value(.fillRule, FillRule.parse) ?? .nonzero
    arrow = try line.value(.arrow, ArrowEnds.parse)
    isAntialiased = said.antialias ?? true
    snaps = said.snap ?? true
    eraserTarget = try Self.eraserTarget(line, resolve: resolve)
    points = try StrokePoints(line, brush: brush, canvas: canvas)
  }

  /// The stroke as an edit; `label` is what the history calls it if the line does not say.
  func edit(name: String?) -> StrokeEdit {
    let style = StrokeStyle(
      width: width, cap: cap, join: join, dash: dashLengths, dashOffset: dashOffset, arrow: arrow)
    let paint: StrokeEdit.Paint =
      brush == .eraser ? .eraser(eraserTarget) : .colors(fill: fill, outline: drawsLine ? color : nil)
    return StrokeEdit(
      shape: points.shape(moved: isCrisp ? 0.5 : 0, radius: radius), fillRule: fillRule, style: style, paint: paint,
      opacity: opacity,
      isAntialiased: isAntialiased, name: name ?? defaultName, command: canonical)
  }

  /// True for the brushes that can be filled.
  private static func isShape(_ brush: CommandID) -> Bool { hasCorners(brush) || brush == .ellipse }

  /// True for the shapes whose outline has joins.
  private static func hasCorners(_ brush: CommandID) -> Bool { brush == .rect || brush == .polygon || brush == .path }

  /// Whether line and fill move half a pixel right and down, so that lines of odd width fill whole pixels.
  private var isCrisp: Bool {
    snaps && drawsLine && width == width.rounded() && Int(width) % 2 == 1 && points.isWhole
  }

  private var dashLengths: [Double] {
    switch dash {
    case .none: []
    case .automatic: [3 * width, 3 * width]
    case .lengths(let lengths): lengths
    }
  }

  /// What the history calls the stroke if nobody says otherwise.
  var defaultName: String {
    switch brush {
    case .pencil: "Pencil"
    case .line: "Line"
    case .rect: fill == nil ? "Rect" : "Fill rect"
    case .ellipse: fill == nil ? "Ellipse" : "Fill ellipse"
    case .polygon: fill == nil ? "Polygon" : "Fill polygon"
    case .path: fill == nil ? "Path" : "Fill path"
    default: "Eraser"
    }
  }

  /// The command that draws the same on a canvas of this size under any settings: every option that matters for the
  /// brush is written out.
  private var canonical: String {
    var text: [UInt8] = []
    text.reserveCapacity(128 + points.count * 20)
    text.append(contentsOf: "stroke \(CommandTable.spec(brush).name)".utf8)
    points.appendCanonical(to: &text)
    var said = StrokeSettings()
    if Self.isShape(brush) { said.fill = fill ?? .transparent }
    // With a fill, naming colour or width would bring the outline.
    if drawsLine || fill == nil {
      if brush != .eraser { said.color = color }
      said.width = width
    }
    said.opacity = opacity
    if drawsLine, brush != .pencil, brush != .eraser {
      if Self.hasCorners(brush) { said.join = join }
      said.cap = cap
      said.dash = dash
      if dash != .none { said.dashOffset = dashOffset }
    }
    said.antialias = isAntialiased
    said.snap = snaps
    said.append(to: &text)
    if radius > 0 {
      text.append(contentsOf: " --radius ".utf8)
      NumberText.append(radius, to: &text)
    }
    if fill != nil, brush == .polygon || brush == .path {
      text.append(contentsOf: " --fill-rule \(fillRule.rawValue)".utf8)
    }
    if let arrow { text.append(contentsOf: " --arrow \(arrow.rawValue)".utf8) }
    if brush == .eraser {
      switch eraserTarget {
      case .base: break
      case .nothing: text.append(contentsOf: " --to none".utf8)
      case .revision(let number): text.append(contentsOf: " --to r\(number)".utf8)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func eraserTarget(
    _ line: ParsedLine, resolve: (RevisionArgument) throws(Failure) -> Int
  ) throws(Failure) -> StrokeEdit.EraserTarget {
    guard let word = line.text(.to) else { return .base }
    if word == "none" { return .nothing }
    guard let argument = try line.value(.to, RevisionArgument.parse) else { return .base }
    return .revision(try resolve(argument))
  }
}
