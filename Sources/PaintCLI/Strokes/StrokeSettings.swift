import PaintRaster

/// The options of strokes and texts: of `paint set`, of a script's `set` lines, or of one command; nil if not given.
struct StrokeSettings: Settings, Equatable {
  var paint = PaintSettings()
  var width: Double?
  var cap: LineCap?
  var join: LineJoin?
  var dash: DashArgument?
  var dashOffset: Double?
  var snap: Bool?
  /// How much of a line is solid, 0…1.
  var hardness: Double?
  /// How much of the paint a dab gives, 0…1.
  var flow: Double?
  var spacing: SpacingArgument?
  /// The radius of a rectangle's corners.
  var radius: Double?
  var arrow: ArrowArgument?
  var arrowSize: ArrowSizeArgument?
  var arrowShape: ArrowForm.Shape?
  /// The size of texts.
  var size: Double?
  var font: String?

  /// Creates empty settings.
  init() {}

  static func visit<V: SettingVisitor>(
    _ visitor: inout V, _ group: inout StrokeSettings, _ other: StrokeSettings
  ) throws(V.Problem) {
    try visitLine(&visitor, &group, other)
    try visitCorners(&visitor, &group, other)
    try visitHeads(&visitor, &group, other)
    try visitor.visit(.size, &group.size, other.size, default: nil, NumberForm.fontSize.value, " of texts")
    try visitor.visit(.font, &group.font, other.font, FontWord.parse)
  }

  // A stroke's other options are between these.
  @inline(__always) fileprivate static func visitLine<V: SettingVisitor>(
    _ visitor: inout V, _ group: inout StrokeSettings, _ other: StrokeSettings
  ) throws(V.Problem) {
    try PaintSettings.visitColor(&visitor, &group.paint, other.paint)
    try visitor.visit(.width, &group.width, other.width, default: 1)
    try PaintSettings.visitCompositing(&visitor, &group.paint, other.paint)
    try visitor.visit(.cap, &group.cap, other.cap, default: .round)
    try visitor.visit(.join, &group.join, other.join)
    try visitor.visit(
      .dash, &group.dash, other.dash, default: DashArgument.none, DashArgument.parse,
      ": the lengths, `auto` for the default pattern, or `none`")
    try visitor.visit(.dashOffset, &group.dashOffset, other.dashOffset, default: 0)
    try PaintSettings.visitEdges(&visitor, &group.paint, other.paint)
    try visitor.visit(.snap, &group.snap, other.snap, default: true)
    try visitor.visit(.hardness, &group.hardness, other.hardness, default: 1, ", 0 to 1")
    try visitor.visit(.flow, &group.flow, other.flow, default: 1, ", 0 to 1")
    try visitor.visit(
      .spacing, &group.spacing, other.spacing, default: SpacingArgument.none, SpacingArgument.parse,
      ": a share of the width, or `none`")
  }

  @inline(__always) fileprivate static func visitCorners<V: SettingVisitor>(
    _ visitor: inout V, _ group: inout StrokeSettings, _ other: StrokeSettings
  ) throws(V.Problem) {
    try visitor.visit(.radius, &group.radius, other.radius, default: 0)
  }

  @inline(__always) fileprivate static func visitHeads<V: SettingVisitor>(
    _ visitor: inout V, _ group: inout StrokeSettings, _ other: StrokeSettings
  ) throws(V.Problem) {
    try visitor.visit(.arrow, &group.arrow, other.arrow, default: ArrowArgument.none)
    try visitor.visit(
      .arrowSize, &group.arrowSize, other.arrowSize, default: .automatic, ArrowSizeArgument.parse,
      ": line widths, or `auto`")
    try visitor.visit(.arrowShape, &group.arrowShape, other.arrowShape, default: .filled)
  }

  /// Reads the settings of a document, as written by `words`; nil if they are damaged, or name a file, which is none of
  /// the document's.
  init?(stored text: String) {
    self.init()
    guard !text.isEmpty else { return }
    var line = ParsedLine()
    var parser = LineParser()
    do throws(Failure) {
      try ScriptLine.split("set \(text)".utf8Span.span, into: &line.words)
      try parser.parse(&line)
      guard line.command == .set, !CommandSpec.commonOptions.contains(where: line.has) else { return nil }
      self = try StrokeSettings(line)
    } catch {
      return nil
    }
    let patterns = [paint.color, paint.fill].compactMap { $0?.pattern }
    guard patterns.allSatisfy(\.isKept), !(font.map(FontWord.isFile) ?? false) else { return nil }
  }

  /// Whether there are no settings.
  var isEmpty: Bool { self == StrokeSettings() }

  /// The settings as options, such as `--color ff0000ff --width 3`.
  var words: String {
    var text: [UInt8] = []
    append(to: &text)
    return String(decoding: text.dropFirst(), as: UTF8.self)
  }
}

extension DashArgument {
  /// The ends of lines with these dashes, if nothing else is said: round ones would close the gaps, but dashes without
  /// length are dots.
  var cap: LineCap {
    switch self {
    case .none: .round
    case .automatic: .butt
    case .lengths(let lengths):
      stride(from: 0, to: lengths.count % 2 == 0 ? lengths.count : 2 * lengths.count, by: 2)
        .contains { lengths[$0 % lengths.count] == 0 } ? .round : .butt
    }
  }

  /// Dashes and gaps of a line of that width, in pixels; empty for a solid one.
  func lengths(width: Double) -> [Double] {
    switch self {
    case .none: []
    case .automatic: [3 * width, 3 * width]
    case .lengths(let lengths): lengths
    }
  }
}

extension StrokeAlignment: NamedValue {
  static let noun = "an alignment"
  static let meaning = "Where the outline of a box or an ellipse is: inside, on its border or outside."
}

extension FillRule: NamedValue {
  static let noun = "a fill rule"
  static let meaning = "Which areas are inside if an outline crosses itself."
}

extension LineCap: NamedValue {
  static let noun = "a cap"
  static let meaning = "The shape of a line's ends."
}

extension LineJoin: NamedValue {
  static let noun = "a join"
  static let meaning = "The shape of a line's corners."
}

/// The options of a stroke that several brushes have: the settings, and those that only a line has; nil if not given.
///
/// An option of all strokes is declared in this file: its value, in which lists it is, what is drawn without it, what it
/// is for the line, and whether the record has it.
struct StrokeOptions: Settings {
  var settings = StrokeSettings()
  var pressure: PressureArgument?
  var taper: TaperArgument?
  var align: StrokeAlignment?
  var isSmooth: Bool?
  var isClosed: Bool?
  var fillRule: FillRule?

  /// Creates empty options.
  init() {}

  /// Creates options that are all settings.
  init(_ settings: StrokeSettings) { self.settings = settings }

  static func visit<V: SettingVisitor>(
    _ visitor: inout V, _ group: inout StrokeOptions, _ other: StrokeOptions
  ) throws(V.Problem) {
    try StrokeSettings.visitLine(&visitor, &group.settings, other.settings)
    try visitor.visit(.pressure, &group.pressure, other.pressure, default: .width)
    try visitor.visit(.taper, &group.taper, other.taper, TaperArgument.parse)
    try visitor.visit(.align, &group.align, other.align, default: .inside)
    try visitor.visit(.smooth, &group.isSmooth, other.isSmooth)
    try visitor.visit(.closed, &group.isClosed, other.isClosed)
    try StrokeSettings.visitCorners(&visitor, &group.settings, other.settings)
    try visitor.visit(.fillRule, &group.fillRule, other.fillRule, default: .nonzero)
    try StrokeSettings.visitHeads(&visitor, &group.settings, other.settings)
  }

  /// The options that a line has, with the defaults for those that are not given.
  ///
  /// - Parameters:
  ///   - soft: the line's soft edge and dabs.
  ///   - drawsLine: whether there is a line; otherwise only a fill.
  func resolved(for brush: Brush, _ soft: SoftOptions, drawsLine: Bool) -> StrokeOptions {
    let spec = CommandTable.spec(brush.id)
    var result = resolved(for: spec)
    result.settings.width = settings.width ?? brush.defaultWidth
    if brush.isRound || (soft.isRound && drawsLine) {
      // The settings for other brushes do not apply.
      (result.settings.cap, result.settings.join) = (.round, .round)
      (result.settings.dash, result.settings.dashOffset) = (DashArgument.none, 0)
    } else {
      result.settings.cap = settings.cap ?? result.settings.dash?.cap
      result.settings.join = settings.join ?? (brush.hasCorners ? .miter : .round)
    }
    result.settings.hardness = soft.hardness
    result.settings.flow = soft.dabs?.flow
    if spec.takes(.spacing) { result.settings.spacing = soft.dabs.map { .share($0.spacing) } ?? SpacingArgument.none }
    // That of a blur is its own.
    if !brush.hasColor { result.settings.radius = nil }
    if soft.isRound { result.settings.arrow = spec.takes(.arrow) ? ArrowArgument.none : nil }
    if !drawsLine { result.settings.arrow = nil }
    if result.settings.arrow?.ends == nil { (result.settings.arrowSize, result.settings.arrowShape) = (nil, nil) }
    return result
  }

  /// What the command in the history has of these, which are resolved.
  func recorded(for brush: Brush, drawsLine: Bool, isFilled: Bool) -> StrokeOptions {
    var result = self
    // With a fill, naming colour or width would bring the outline.
    if isFilled, !drawsLine { (result.settings.paint.color, result.settings.width) = (nil, nil) }
    let hasEnds = drawsLine && !brush.isRound
    if !hasEnds { (result.settings.cap, result.settings.dash) = (nil, nil) }
    if !hasEnds || !brush.hasCorners { result.settings.join = nil }
    if !hasEnds || settings.dash == DashArgument.none { result.settings.dashOffset = nil }
    if pressure == .width { result.pressure = nil }
    if !drawsLine { result.align = nil }
    if !isFilled || !brush.hasFillRule { result.fillRule = nil }
    return result
  }

  /// The shape that is drawn, in pixels: with the pressures used, smoothed and tapered.
  func shape(_ typed: Shape, drawsLine: Bool) -> Shape {
    guard drawsLine else { return typed }
    let width = settings.width ?? 1
    var shape = typed
    if case .pencil(let points) = typed {
      let used = pressure.map { $0 == .width ? points : points.map($0.used) } ?? points
      shape = isSmooth ?? false ? .pencil(smoothThrough: used, width: width) : .pencil(used)
    }
    return taper.map { shape.tapered($0.taper, width: width) } ?? shape
  }

  /// The style of a line with these options, which are resolved, and with those dabs.
  func style(dabs: Dabs?, isCrisp: Bool, _ pixelRule: StrokeStyle.PixelRule) -> StrokeStyle {
    let width = settings.width ?? 1
    return StrokeStyle(
      width: width, align: align ?? .center, cap: settings.cap ?? .round, join: settings.join ?? .round,
      dash: settings.dash?.lengths(width: width) ?? [], dashOffset: settings.dashOffset ?? 0,
      dashOverhang: isCrisp ? 0.5 : 0, arrow: settings.arrow?.ends,
      arrowForm: ArrowForm(settings.arrowShape ?? .filled, size: (settings.arrowSize ?? .automatic).size),
      pixelRule: pixelRule, hardness: settings.hardness ?? 1, dabs: dabs)
  }
}

extension CommandSpec {
  /// Of every brush.
  static let brushOptions: [OptionID] = [.width, .opacity]
  /// Of every brush with a colour.
  static let styleOptions: [OptionID] = [.color] + brushOptions + [.blend, .linear] + PaintSettings.gradientOptions
  /// Of every brush whose line can be soft.
  static let softOptions: [OptionID] = [.hardness, .flow, .spacing, .taper]
  static let arrowOptions: [OptionID] = [.arrow, .arrowSize, .arrowShape]
  static let edgeOptions: [OptionID] = [.antialias, .snap, .pointsFrom]
  static let dashOptions: [OptionID] = [.cap, .join, .dash, .dashOffset]
}

extension OptionSpec {
  static let width = OptionSpec(
    .width, "width", .value("W"), "the line's width in pixels, over 0 to 65,536", number: .width)
  static let cap = OptionSpec(
    .cap, "cap", .value("CAP"), "the line's ends: round, butt or square (default round; butt with dashes)",
    names: { LineCap.self })
  static let join = OptionSpec(
    .join, "join", .value("JOIN"), "the line's corners:", names: { LineJoin.self })
  static let dash = OptionSpec(
    .dash, "dash", .optionalValue("ON,OFF…", isValue: DashArgument.isValue),
    "dashes and gaps in pixels (three widths each if not given), or none", forms: "Dashes")
  static let dashOffset = OptionSpec(
    .dashOffset, "dash-offset", .value("D"), "where in the pattern the line begins, in pixels", forms: "Distance",
    number: .dashOffset)
  static let snap = OptionSpec(
    .snap, "snap", .reversible, "put whole coordinates on pixels, or draw true geometry")
  static let hardness = OptionSpec(
    .hardness, "hardness", .value("H"),
    "how much of the line is solid: 0, soft to its middle, to 1, the exact area", forms: "Share", number: .hardness)
  static let flow = OptionSpec(
    .flow, "flow", .value("SHARE"), "how much of the paint each dab gives: 0 to 1, or 20%", forms: "Share",
    number: .flow)
  static let spacing = OptionSpec(
    .spacing, "spacing", .value("S"),
    "draw dabs this share of the width apart, 0.01 to 10 or 25% (default 0.1 with --flow), or none (default)",
    forms: "Spacing")
  static let radius = OptionSpec(
    .radius, "radius", .value("R"), "round the corners, in pixels; at most half the shorter side",
    number: .cornerRadius)
  static let arrow = OptionSpec(
    .arrow, "arrow", .value("ENDS"), "put an arrow head at the start, the end, both or none",
    names: { ArrowArgument.self })
  static let arrowSize = OptionSpec(
    .arrowSize, "arrow-size", .value("N"),
    "the length of arrow heads in line widths; auto is 3.5, at least 9 px (default)",
    forms: "Arrow size")
  static let arrowShape = OptionSpec(
    .arrowShape, "arrow-shape", .value("SHAPE"), "the arrow heads:",
    forms: "Arrow shape", names: { ArrowForm.Shape.self })
  static let pressure = OptionSpec(
    .pressure, "pressure", .value("USE"), "what the pressure of points scales:",
    names: { PressureArgument.self })
  static let taper = OptionSpec(
    .taper, "taper", .value("IN,OUT"),
    "how long the width grows from 0 and falls to 0, in pixels or percent of the line; one number for both ends",
    forms: "Taper")
  static let smooth = OptionSpec(.smooth, "smooth", .flag, "draw the smooth curve through the points")
  static let closed = OptionSpec(.closed, "closed", .flag, "lead the line back to its first point")
  static let fillRule = OptionSpec(
    .fillRule, "fill-rule", .value("RULE"),
    "the inside of an outline that crosses itself:", names: { FillRule.self })
  static let pointsFrom = OptionSpec(
    .pointsFrom, "points-from", .value("FILE"), "read points from a file, one a line; - is standard input",
    forms: "File")
}
