import PaintEditing
import PaintHistory
import PaintRaster

/// A `stroke` line with its meaning: percentages, settings and defaults resolved, crisp lines moved onto pixels.
struct StrokeCommand: EditCommand {
  private let brush: Brush
  private let canvas: CanvasSize
  /// The paint's options, all of them set.
  private var paint: PaintSettings
  private let isFilled: Bool
  private let drawsLine: Bool
  private let width: Double
  /// The side of the box on which its outline is; in the middle for other brushes.
  private let align: StrokeAlignment
  private let cap: LineCap
  private let join: LineJoin
  private let dash: DashArgument
  private let dashOffset: Double
  /// The radius of the box' corners; nil for other brushes.
  private let radius: Double?
  /// The brush's own flags in the line.
  private let flags: [OptionID]
  private let fillRule: FillRule
  /// Nil if there is no line, or if the brush has no arrow heads.
  private let arrow: ArrowArgument?
  private let arrowForm: ArrowForm
  private let snaps: Bool
  private let soft: SoftOptions
  /// The dots of a spray; nil for other brushes.
  private let spray: SprayArgument?
  /// What a retouching brush does; nil for others.
  private let retouching: (any RetouchArgument)?
  /// The target of an eraser.
  private let target: EraserTargetArgument
  /// Whether the picture of an eraser's revision is moved like the canvas since then.
  private let follows: Bool
  /// The resolved points, before they are moved onto pixels.
  private let points: StrokePoints

  /// Reads the line's own options; others come from the settings, then from the defaults.
  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    guard let brush = line.command.flatMap({ CommandTable.spec($0).brush }) else {
      throw Failure(.defect, "a line without a brush was read as a stroke")
    }
    self.brush = brush
    canvas = context.canvas
    let settings = context.settings
    let own = try StrokeSettings(line)
    var chosen = settings.overridden(by: own)
    // The opacity in the settings is that of colours, which an eraser does not have.
    if !brush.hasColor { chosen.paint.opacity = own.paint.opacity }
    let spec = CommandTable.spec(brush.id)
    let soft = try SoftOptions(line, brush, own: own, chosen: chosen)
    self.soft = soft
    var paint = chosen.paint.resolved(for: spec)
    let (source, fill) = (paint.color, paint.fill)
    isFilled = fill?.isPainted ?? false
    // A fill has no outline unless colour or width are given in the same place: in the command or in the settings.
    let origin = own.paint.fill != nil ? own : chosen
    let hasLineOptions = origin.paint.color != nil || origin.width != nil
    drawsLine = (!isFilled || hasLineOptions) && source?.isPainted ?? !brush.hasColor
    if drawsLine {
      try soft.check(own, isFilled: isFilled)
      // Nil where the brush has no such option.
      if soft.isAlwaysSmooth, paint.antialias != nil { paint.antialias = true }
    }
    self.paint = paint
    width = chosen.width ?? brush.defaultWidth
    // The settings for other brushes do not apply to a round one.
    let isRound = brush.isRound || (soft.isRound && drawsLine)
    let dash = isRound ? .none : chosen.dash ?? .none
    cap = isRound ? .round : chosen.cap ?? dash.cap
    join = isRound ? .round : chosen.join ?? (brush.hasCorners ? .miter : .round)
    self.dash = dash
    dashOffset = isRound ? 0 : chosen.dashOffset ?? 0
    align = spec.brush?.isBox ?? false ? try line.value(.align, StrokeAlignment.parse) ?? .inside : .center
    radius = brush.hasColor && spec.takes(.radius) ? chosen.radius ?? 0 : nil
    flags = brush.flags.filter { line.has($0) }
    fillRule = try line.value(.fillRule, FillRule.parse) ?? .nonzero
    arrow = spec.takes(.arrow) && drawsLine ? soft.isRound ? .none : chosen.arrow ?? ArrowArgument.none : nil
    snaps = spec.takes(.snap) && chosen.snap ?? true
    arrowForm = ArrowForm(chosen.arrowShape ?? .filled, size: (chosen.arrowSize ?? .automatic).size)
    spray = try SprayArgument(line, brush, width: width)
    retouching = try brush.retouching?.init(line)
    target = try EraserTargetArgument(line)
    follows = line.choice(.follow) ?? true
    points = try StrokePoints(line, brush: brush, canvas: canvas)
    try spray?.check(points.shape(moved: 0, Brush.ShapeOptions()))
    try retouching?.check(points.shape(moved: 0, Brush.ShapeOptions()), width: width)
    if drawsLine { try soft.check(points.shape(moved: 0, Brush.ShapeOptions(flags: flags)), width: width) }
    let box = { [self] in shapeBox }
    try self.paint.place(in: box(), on: canvas)
  }

  func perform(in session: Session, name: String) throws -> Revision? {
    guard paint.hasPattern else { return try draw(in: session, name: name, keeping: []) }
    var stroke = self
    if !drawsLine { stroke.paint.color = nil }
    let files = try session.readPatterns(of: &stroke.paint)
    return try stroke.draw(in: session, name: name, keeping: files)
  }

  private func draw(in session: Session, name: String, keeping files: [ReceivedPicture]) throws -> Revision? {
    var (edit, command) = try edit { try session.revision($0) }
    if follows, case .revision(let number) = edit.erasing {
      edit.moves = try session.moves(since: number, for: "--to")
    }
    let revision = try session.perform(edit, name: name, command: command, keeping: files)
    if revision == nil, let reason = points.emptiness {
      session.console.warn("\(reason), so nothing was drawn")
    }
    return revision
  }

  /// The stroke as an edit, and its canonical command.
  ///
  /// - Parameter resolve: returns the number of the revision of `--to`.
  func edit<E: Error>(
    resolve: (RevisionArgument) throws(E) -> Int
  ) throws(E) -> (edit: StrokeEdit, command: String) {
    let target = try target.resolved(by: resolve)
    var paint = paint.paint
    if !drawsLine { paint.source = nil }
    let typed = points.shape(moved: isCrisp ? 0.5 : 0, Brush.ShapeOptions(radius: radius ?? 0, flags: flags))
    let drawn = drawsLine ? soft.shape(typed, width: width) : typed
    let edit = StrokeEdit(
      shape: spray?.shape(along: drawn) ?? drawn,
      fillRule: fillRule, style: style, paint: paint, erasing: brush.effect == .erase ? target : nil,
      retouching: retouching?.retouching)
    return (edit, canonical(target))
  }

  /// The line's style.
  private var style: StrokeStyle {
    StrokeStyle(
      width: spray?.spray.dotSize ?? width, align: align, cap: cap, join: join, dash: dashLengths,
      dashOffset: dashOffset, dashOverhang: isCrisp ? 0.5 : 0, arrow: arrow?.ends,
      arrowForm: hasHeads ? arrowForm : ArrowForm(), pixelRule: pixelRule,
      hardness: soft.hardness ?? 1, dabs: soft.dabs)
  }

  /// The box of what is drawn: the line with its ends, corners and heads, or the fill.
  private var shapeBox: ShapeBox {
    let typed = points.shape(moved: isCrisp ? 0.5 : 0, Brush.ShapeOptions(radius: radius ?? 0, flags: flags))
    let drawn = drawsLine ? soft.shape(typed, width: width) : typed
    // The dots of a spray are anywhere in the width of the line.
    let lineStyle = spray == nil ? style : StrokeStyle(width: width)
    guard let (low, high) = drawn.drawnBounds(lineStyle: drawsLine ? lineStyle : nil) else { return ShapeBox(canvas) }
    return ShapeBox(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  /// Whether line and fill move half a pixel right and down, so that lines of odd width fill whole pixels.
  private var isCrisp: Bool {
    snaps && drawsLine && align == .center && width == width.rounded() && Int(width) % 2 == 1 && points.isWhole
  }

  /// How a line up to a pixel wide fills pixels; the area for all others.
  private var pixelRule: StrokeStyle.PixelRule {
    // Each dot of a spray is a pixel if it has the size of one.
    if let spray { return paint.antialias == false && spray.spray.dotSize == 1 ? .trace : .area }
    if brush.isBox, align == .inside, width <= 1, paint.antialias == false { return .trace }
    guard isThin, !soft.isRound, !soft.usesOpacity else { return .area }
    if paint.antialias == false { return .trace }
    return width == 1 && dash == .none && isCrisp ? .wholeVertices : .area
  }

  /// Whether its colour or its fill is a pattern, whose picture must be read first.
  var hasPattern: Bool { paint.hasPattern }

  /// Whether there is a line up to a pixel wide along the middle, of a brush that puts whole coordinates on pixels.
  private var isThin: Bool {
    drawsLine && width <= 1 && align == .center && CommandTable.spec(brush.id).takes(.snap)
  }

  private var hasHeads: Bool { arrow?.ends != nil }

  private var dashLengths: [Double] {
    switch dash {
    case .none: []
    case .automatic: [3 * width, 3 * width]
    case .lengths(let lengths): lengths
    }
  }

  /// The name of the stroke if the line has none.
  var defaultName: String { isFilled ? brush.filledTitle ?? brush.title : brush.title }

  /// The command that draws the same on a canvas of this size with any settings: it contains every option of the brush.
  private func canonical(_ target: StrokeEdit.EraserTarget) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(128 + points.count * 20)
    text.append(contentsOf: "stroke \(brush.name)".utf8)
    points.appendCanonical(to: &text)
    var explicit = StrokeSettings()
    explicit.paint = paint
    // With a fill, naming colour or width would bring the outline.
    if drawsLine || !isFilled { explicit.width = width } else { explicit.paint.color = nil }
    if drawsLine, !brush.isRound {
      if brush.hasCorners { explicit.join = join }
      explicit.cap = cap
      explicit.dash = dash
      if dash != .none { explicit.dashOffset = dashOffset }
    }
    if CommandTable.spec(brush.id).takes(.snap) { explicit.snap = snaps }
    explicit.hardness = soft.hardness
    if CommandTable.spec(brush.id).takes(.spacing) {
      explicit.flow = soft.dabs?.flow
      explicit.spacing = soft.dabs.map { .share($0.spacing) } ?? SpacingArgument.none
    }
    explicit.append(to: &text)
    soft.append(to: &text)
    if drawsLine, brush.isBox { text.append(contentsOf: " --align \(align.rawValue)".utf8) }
    for flag in flags { text.append(contentsOf: " --\(OptionSpec.spec(flag).name)".utf8) }
    if let radius {
      text.append(contentsOf: " --radius ".utf8)
      NumberText.append(radius, to: &text)
    }
    if isFilled, brush.hasFillRule {
      text.append(contentsOf: " --fill-rule \(fillRule.rawValue)".utf8)
    }
    var heads = StrokeSettings()
    heads.arrow = arrow
    if hasHeads {
      heads.arrowSize = ArrowSizeArgument(arrowForm.size)
      heads.arrowShape = arrowForm.shape
    }
    heads.append(CommandSpec.arrowOptions, to: &text)
    spray?.append(to: &text)
    retouching?.append(to: &text)
    if brush.effect == .erase {
      switch target {
      case .base: break
      case .nothing: text.append(contentsOf: " --to none".utf8)
      case .revision(let number):
        text.append(contentsOf: " --to r\(number) \(follows ? "--follow" : "--no-follow")".utf8)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
