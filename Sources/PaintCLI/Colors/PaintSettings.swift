import PaintRaster

/// The options of a paint: of `paint set`, of a script's `set` lines, or of one command; nil if not given.
struct PaintSettings: Settings, Equatable {
  var color: PaintWord?
  /// The paint of a shape's interior.
  var fill: PaintWord?
  var opacity: Double?
  var blend: BlendMode?
  var linear: Bool?
  var antialias: Bool?
  /// The box to which gradients are relative.
  var paintBox: PaintBoxArgument?
  var dither: Bool?

  /// The options that say how a paint is composited; every command that paints takes them.
  static let compositingOptions: [OptionID] = [.opacity, .blend, .linear]
  /// The options of gradients; every command that takes them has these.
  static let gradientOptions: [OptionID] = [.paintBox, .dither]

  /// Creates empty settings.
  init() {}

  static func visit<V: SettingVisitor>(
    _ visitor: inout V, _ group: inout PaintSettings, _ other: PaintSettings
  ) throws(V.Problem) {
    try visitColor(&visitor, &group, other)
    try visitCompositing(&visitor, &group, other)
    try visitEdges(&visitor, &group, other)
  }

  // A stroke's other settings are between these.
  @inline(__always) static func visitColor<V: SettingVisitor>(
    _ visitor: inout V, _ group: inout PaintSettings, _ other: PaintSettings
  ) throws(V.Problem) {
    try visitor.visit(
      .color, &group.color, other.color, default: .color(.black), PaintWord.parse,
      ", as `#rrggbbaa`, `none`, a gradient or a pattern")
  }

  @inline(__always) static func visitCompositing<V: SettingVisitor>(
    _ visitor: inout V, _ group: inout PaintSettings, _ other: PaintSettings
  ) throws(V.Problem) {
    try visitor.visit(.opacity, &group.opacity, other.opacity, default: 1, ", 0 to 1")
    try visitor.visit(.blend, &group.blend, other.blend, default: .normal)
    try visitor.visit(.linear, &group.linear, other.linear, default: false)
    try visitor.visit(
      .fill, &group.fill, other.fill, default: .nothing, PaintWord.parse,
      ", as `#rrggbbaa`, `none`, a gradient or a pattern")
    try visitor.visit(.paintBox, &group.paintBox, other.paintBox, PaintBoxArgument.parse)
    try visitor.visit(.dither, &group.dither, other.dither)
  }

  @inline(__always) static func visitEdges<V: SettingVisitor>(
    _ visitor: inout V, _ group: inout PaintSettings, _ other: PaintSettings
  ) throws(V.Problem) {
    try visitor.visit(.antialias, &group.antialias, other.antialias, default: true)
  }

  /// The paint of these settings, with the defaults for the rest.
  var paint: Paint {
    Paint(
      color.map(source), fill: fill.flatMap { $0.isPainted ? source($0) : nil }, opacity: opacity ?? 1,
      mode: blend ?? .normal, isLinear: linear ?? false, isAntialiased: antialias ?? true)
  }

  private func source(_ word: PaintWord) -> Paint.Source { word.source(in: placedBox, isDithered: dither ?? false) }

  /// The box of gradients, after `place`.
  private var placedBox: ShapeBox? { if case .placed(let box) = paintBox { box } else { nil } }

  /// Whether colour or fill is a gradient.
  private var hasGradient: Bool { [color, fill].contains { $0?.isGradient ?? false } }
  /// Whether colour or fill is a pattern.
  var hasPattern: Bool { [color, fill].contains { $0?.pattern != nil } }

  /// Gives gradients their box: that of `--paint-box`, by default `shape`; throws `bad_box`.
  mutating func place(in shape: @autoclosure () -> ShapeBox, on canvas: CanvasSize) throws(Failure) {
    guard hasGradient else {
      (paintBox, dither) = (nil, nil)
      return
    }
    paintBox = .placed(try paintBox?.resolved(on: canvas) ?? shape())
    dither = dither ?? false
  }
}

extension BlendMode: NamedValue {
  static var noun: String { "a blend mode" }
  static var meaning: String { "How colours and those below them become one." }
  static var alsoCalled: [(word: String, value: BlendMode)] {
    [
      ("source-over", .normal), ("src-over", .normal), ("over", .normal), ("destination-over", .behind),
      ("dst-over", .behind), ("under", .behind), ("source-atop", .atop), ("src-atop", .atop),
      ("destination-out", .erase), ("dst-out", .erase), ("source-in", .sourceIn), ("src-in", .sourceIn),
      ("source-out", .sourceOut), ("src-out", .sourceOut), ("source", .copy), ("src", .copy), ("replace", .copy),
      ("add", .plusLighter), ("addition", .plusLighter), ("plus", .plusLighter), ("lighter", .plusLighter),
      ("linear-dodge", .plusLighter), ("dodge", .colorDodge), ("burn", .colorBurn), ("darken-only", .darken),
      ("lighten-only", .lighten),
    ]
  }
}

extension OptionSpec {
  static let color = OptionSpec(
    .color, "color", .value("C"), "the line's colour, gradient or pattern", forms: "Paint")
  static let opacity = OptionSpec(
    .opacity, "opacity", .value("SHARE"), "how much of the colour covers what is there: 0 to 1, or 50%", forms: "Share",
    number: .opacity)
  static let blend = OptionSpec(
    .blend, "blend", .value("MODE"), "the blend mode: normal (default), multiply, erase …; an unknown one lists all",
    names: { BlendMode.self })
  static let linear = OptionSpec(
    .linear, "linear", .reversible, "blend in linear light, or the stored values (default)")
  static let fill = OptionSpec(
    .fill, "fill", .value("C"),
    "fill the shape with a colour, gradient or pattern; alone it draws no outline",
    forms: "Paint")
  static let paintBox = OptionSpec(
    .paintBox, "paint-box", .value("BOX"), "the box to which gradients are relative (default: that of the shape)",
    forms: "Box")
  static let antialias = OptionSpec(
    .antialias, "antialias", .reversible, "smooth edges, or whole pixels only (default smooth)")
  static let dither = OptionSpec(
    .dither, "dither", .reversible, "mix colours in neighbouring pixels: of a gradient, or with --colors")
}
