import PaintEditing
import PaintHistory
import PaintRaster

/// A `stroke` line with its meaning: percentages, settings and defaults resolved, crisp lines moved onto pixels.
struct StrokeCommand: EditCommand {
  private let brush: Brush
  /// The options that several brushes have, all of them set that the brush and the line have.
  private var options: StrokeOptions
  private let soft: SoftOptions
  /// The options that only this brush has; nil for a brush without such.
  private let own: (any BrushOptions)?
  private let isFilled: Bool
  private let drawsLine: Bool
  /// The resolved points, before they are moved onto pixels.
  private let points: StrokePoints

  /// Reads the line's own options; others come from the settings, then from the defaults.
  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    guard let brush = line.command.flatMap({ CommandTable.spec($0).brush }) else {
      throw Failure(.defect, "a line without a brush was read as a stroke")
    }
    self.brush = brush
    let given = try StrokeOptions(line)
    var chosen = StrokeOptions(context.settings).overridden(by: given)
    // The opacity in the settings is that of colours, which an eraser does not have.
    if !brush.hasColor { chosen.settings.paint.opacity = given.settings.paint.opacity }
    let soft = try SoftOptions(brush, own: given, chosen: chosen)
    self.soft = soft
    var paint = chosen.settings.paint.resolved(for: CommandTable.spec(brush.id))
    let isFilled = paint.fill?.isPainted ?? false
    // A fill has no outline unless colour or width are given in the same place: in the command or in the settings.
    let origin = given.settings.paint.fill != nil ? given.settings : chosen.settings
    let hasLineOptions = origin.paint.color != nil || origin.width != nil
    let drawsLine = (!isFilled || hasLineOptions) && paint.color?.isPainted ?? !brush.hasColor
    (self.isFilled, self.drawsLine) = (isFilled, drawsLine)
    if drawsLine {
      try soft.check(given.settings, isFilled: isFilled)
      // Nil where the brush has no such option.
      if soft.isAlwaysSmooth, paint.antialias != nil { paint.antialias = true }
    }
    chosen.settings.paint = paint
    options = chosen.resolved(for: brush, soft, drawsLine: drawsLine)
    let width = options.settings.width ?? 1
    own = try brush.own?.init(line, width: width)
    points = try StrokePoints(line, brush: brush, canvas: context.canvas)
    try own?.check(points.shape(moved: 0, Brush.ShapeOptions()), width: width)
    if drawsLine {
      try soft.check(options.shape(points.shape(moved: 0, shapeOptions), drawsLine: true), width: width)
    }
    let box = { [self] in shapeBox(on: context.canvas) }
    try options.settings.paint.place(in: box(), on: context.canvas)
  }

  func perform(in session: Session, name: String) throws -> Revision? {
    guard hasPattern else { return try draw(in: session, name: name, keeping: []) }
    var stroke = self
    if !drawsLine { stroke.options.settings.paint.color = nil }
    let files = try session.readPatterns(of: &stroke.options.settings.paint)
    return try stroke.draw(in: session, name: name, keeping: files)
  }

  private func draw(in session: Session, name: String, keeping files: [ReceivedPicture]) throws -> Revision? {
    var (edit, command) = try edit { try session.revision($0) }
    try own?.prepare(&edit, in: session)
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
    var paint = options.settings.paint.paint
    if !drawsLine { paint.source = nil }
    var edit = StrokeEdit(shape: shape, fillRule: options.fillRule ?? .nonzero, style: style, paint: paint)
    guard var own else { return (edit, canonical(nil)) }
    try own.resolve(resolve)
    own.apply(to: &edit)
    return (edit, canonical(own))
  }

  private var style: StrokeStyle { options.style(dabs: soft.dabs, isCrisp: isCrisp, pixelRule) }

  private var shapeOptions: Brush.ShapeOptions {
    Brush.ShapeOptions(radius: options.settings.radius ?? 0, isClosed: options.isClosed ?? false)
  }

  /// The shape that is drawn, in pixels.
  private var shape: Shape {
    options.shape(points.shape(moved: isCrisp ? 0.5 : 0, shapeOptions), drawsLine: drawsLine)
  }

  /// The box of what is drawn: the line with its ends, corners and heads, or the fill.
  ///
  /// The dots of a spray are anywhere in the width of the line.
  private func shapeBox(on canvas: CanvasSize) -> ShapeBox {
    guard let (low, high) = shape.drawnBounds(lineStyle: drawsLine ? style : nil) else { return ShapeBox(canvas) }
    return ShapeBox(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  var reads: StepReads {
    guard let box = shape.drawnBounds(lineStyle: drawsLine ? style : nil) else {
      return StepReads(picture: .nothing, selection: false)
    }
    var reads = StepReads(picture: .boxes(StepReads.Area.pixels(from: box.low, to: box.high)))
    own?.add(to: &reads)
    return reads
  }

  /// Whether line and fill move half a pixel right and down, so that lines of odd width fill whole pixels.
  private var isCrisp: Bool {
    guard drawsLine, options.settings.snap ?? false, options.align ?? .center == .center,
      let width = options.settings.width
    else { return false }
    return width == width.rounded() && Int(width) % 2 == 1 && points.isWhole
  }

  /// How a line up to a pixel wide fills pixels; the area for all others.
  private var pixelRule: StrokeStyle.PixelRule {
    guard let width = options.settings.width, width <= 1 else { return .area }
    let isTraced = options.settings.paint.antialias == false
    if brush.isBox, options.align == .inside, isTraced { return .trace }
    // Only for brushes that put whole coordinates on pixels.
    guard drawsLine, options.align ?? .center == .center, options.settings.snap != nil, !soft.isRound, !soft.usesOpacity
    else { return .area }
    if isTraced { return .trace }
    return width == 1 && options.settings.dash == DashArgument.none && isCrisp ? .wholeVertices : .area
  }

  /// Whether its colour or its fill is a pattern, whose picture must be read first.
  var hasPattern: Bool { options.settings.paint.hasPattern }

  /// The name of the stroke if the line has none.
  var defaultName: String { isFilled ? brush.filledTitle ?? brush.title : brush.title }

  /// The command that draws the same on a canvas of this size with any settings: it contains every option of the brush.
  private func canonical(_ own: (any BrushOptions)?) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(128 + points.count * 20)
    text.append(contentsOf: "stroke \(brush.name)".utf8)
    points.appendCanonical(to: &text)
    options.recorded(for: brush, drawsLine: drawsLine, isFilled: isFilled).append(to: &text)
    own?.append(to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
