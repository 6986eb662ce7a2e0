import PaintRaster

/// The options of a paint: of `paint set`, of a script's `set` lines, or of one command; nil if not given.
struct PaintSettings: Equatable, Sendable {
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
  /// That box in pixels, after `place`.
  private(set) var placedBox: ShapeBox?

  /// The options that say how a paint is composited; every command that paints takes them.
  static let compositingOptions: [OptionID] = [.opacity, .blend, .linear]
  /// The options of gradients; every command that takes them has these.
  static let gradientOptions: [OptionID] = [.paintBox, .dither]

  /// Creates empty settings.
  init() {}

  /// Reads the options of a command line; throws for an invalid value.
  init(_ line: ParsedLine) throws(Failure) {
    color = try line.value(.color, PaintWord.parse)
    fill = try line.value(.fill, PaintWord.parse)
    opacity = try line.value(.opacity, PlainValues.opacity)
    blend = try line.value(.blend, BlendMode.parse)
    linear = line.choice(.linear)
    antialias = line.choice(.antialias)
    paintBox = try line.value(.paintBox, PaintBoxArgument.parse)
    dither = line.choice(.dither)
  }

  /// These settings, overridden by those of `other`.
  func overridden(by other: PaintSettings) -> PaintSettings {
    var result = self
    result.color = other.color ?? color
    result.fill = other.fill ?? fill
    result.opacity = other.opacity ?? opacity
    result.blend = other.blend ?? blend
    result.linear = other.linear ?? linear
    result.antialias = other.antialias ?? antialias
    result.paintBox = other.paintBox ?? paintBox
    result.dither = other.dither ?? dither
    return result
  }

  /// The options that a command takes, with the defaults for those that are not given.
  func resolved(for command: CommandSpec) -> PaintSettings {
    var result = PaintSettings()
    if command.takes(.color) { result.color = color ?? .color(.black) }
    if command.takes(.fill) { result.fill = fill ?? .nothing }
    if command.takes(.opacity) { result.opacity = opacity ?? 1 }
    if command.takes(.blend) { result.blend = blend ?? .normal }
    if command.takes(.linear) { result.linear = linear ?? false }
    if command.takes(.antialias) { result.antialias = antialias ?? true }
    if command.takes(.paintBox) { (result.paintBox, result.dither) = (paintBox, dither) }
    return result
  }

  /// The paint of these settings, with the defaults for the rest.
  var paint: Paint {
    Paint(
      color.map(source), fill: fill.flatMap { $0.isPainted ? source($0) : nil }, opacity: opacity ?? 1,
      mode: blend ?? .normal, isLinear: linear ?? false, isAntialiased: antialias ?? true)
  }

  private func source(_ word: PaintWord) -> Paint.Source { word.source(in: placedBox, isDithered: dither ?? false) }

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
    placedBox = try paintBox?.resolved(on: canvas) ?? shape()
    dither = dither ?? false
  }

  // MARK: The canonical form

  /// The options in canonical order; a stroke's other options are between these.
  enum Part: CaseIterable {
    case color, compositing, edges
  }

  /// Appends ` --color ff0000ff` and so on for all settings.
  func append(to text: inout [UInt8]) {
    for part in Part.allCases { append(part, to: &text) }
  }

  /// Appends some of them.
  func append(_ part: Part, to text: inout [UInt8]) {
    switch part {
    case .color:
      if let color { Self.append("color", color, to: &text) }
    case .compositing:
      if let opacity {
        text.append(contentsOf: " --opacity ".utf8)
        NumberText.append(opacity, to: &text)
      }
      if let blend { text.append(contentsOf: " --blend \(blend.rawValue)".utf8) }
      if let linear { text.append(contentsOf: (linear ? " --linear" : " --no-linear").utf8) }
      if let fill { Self.append("fill", fill, to: &text) }
      if let placedBox {
        text.append(contentsOf: " --paint-box ".utf8)
        for (separator, number) in [
          ("", placedBox.x), (",", placedBox.y), (",", placedBox.width), ("x", placedBox.height),
        ] {
          text.append(contentsOf: separator.utf8)
          NumberText.appendCoordinate(number, to: &text)
        }
      } else if let paintBox {
        text.append(contentsOf: " --paint-box ".utf8)
        ShellQuoting.append(Array(paintBox.text.utf8), to: &text)
      }
      if let dither { text.append(contentsOf: (dither ? " --dither" : " --no-dither").utf8) }
    case .edges:
      if let antialias { text.append(contentsOf: (antialias ? " --antialias" : " --no-antialias").utf8) }
    }
  }

  private static func append(_ name: StaticString, _ word: PaintWord, to text: inout [UInt8]) {
    text.append(contentsOf: " --\(name) ".utf8)
    word.append(to: &text)
  }

  /// Writes one part as fields; settings that are not given are null.
  func write(_ part: Part, to json: inout JSONWriter) {
    switch part {
    case .color: json.field("color", color?.text)
    case .compositing:
      json.field("opacity", opacity)
      json.field("blend", blend?.rawValue)
      json.field("linear", linear)
      json.field("fill", fill?.text)
      json.field("paint_box", paintBox?.text)
      json.field("dither", dither)
    case .edges: json.field("antialias", antialias)
    }
  }

  /// The fields of one part, for the reference.
  static func fields(_ part: Part) -> [AnswerField] {
    switch part {
    case .color:
      [AnswerField("color", .text, orNull: true, "`--color`, as `#rrggbbaa`, `none`, a gradient or a pattern")]
    case .compositing:
      [
        AnswerField("opacity", .number, orNull: true, "`--opacity`, 0 to 1"),
        AnswerField("blend", .text, orNull: true, "`--blend`"),
        AnswerField("linear", .truth, orNull: true, "`--linear`"),
        AnswerField("fill", .text, orNull: true, "`--fill`, as `#rrggbbaa`, `none`, a gradient or a pattern"),
        AnswerField("paint_box", .text, orNull: true, "`--paint-box`"),
        AnswerField("dither", .truth, orNull: true, "`--dither`"),
      ]
    case .edges: [AnswerField("antialias", .truth, orNull: true, "`--antialias`")]
    }
  }
}

extension BlendMode: NamedValue {
  static var noun: String { "a blend mode" }
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
