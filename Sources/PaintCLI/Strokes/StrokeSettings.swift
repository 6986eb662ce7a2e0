import PaintRaster

/// The options of strokes and texts: of `paint set`, of a script's `set` lines, or of one command; nil if not given.
struct StrokeSettings: Equatable, Sendable {
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

  /// Reads the options of a command line; throws for an invalid value.
  init(_ line: ParsedLine) throws(Failure) {
    paint = try PaintSettings(line)
    width = try line.value(.width, PlainValues.width)
    cap = try line.value(.cap, LineCap.parse)
    join = try line.value(.join, LineJoin.parse)
    dash = try line.value(.dash, DashArgument.parse)
    if line[.dash] == .on { dash = .automatic }
    dashOffset = try line.value(.dashOffset, PlainValues.dashOffset)
    snap = line.choice(.snap)
    hardness = try line.value(.hardness, PlainValues.hardness)
    flow = try line.value(.flow, PlainValues.flow)
    spacing = try line.value(.spacing, SpacingArgument.parse)
    radius = try line.value(.radius, PlainValues.radius)
    arrow = try line.value(.arrow, ArrowArgument.parse)
    arrowSize = try line.value(.arrowSize, ArrowSizeArgument.parse)
    arrowShape = try line.value(.arrowShape, ArrowForm.Shape.parse)
    size = try line.value(.size, PlainValues.fontSize)
    font = try line.value(.font, FontWord.parse)
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

  /// These settings, overridden by those of `other`.
  func overridden(by other: StrokeSettings) -> StrokeSettings {
    var result = self
    result.paint = paint.overridden(by: other.paint)
    result.width = other.width ?? width
    result.cap = other.cap ?? cap
    result.join = other.join ?? join
    result.dash = other.dash ?? dash
    result.dashOffset = other.dashOffset ?? dashOffset
    result.snap = other.snap ?? snap
    result.hardness = other.hardness ?? hardness
    result.flow = other.flow ?? flow
    result.spacing = other.spacing ?? spacing
    result.radius = other.radius ?? radius
    result.arrow = other.arrow ?? arrow
    result.arrowSize = other.arrowSize ?? arrowSize
    result.arrowShape = other.arrowShape ?? arrowShape
    result.size = other.size ?? size
    result.font = other.font ?? font
    return result
  }

  /// Whether there are no settings.
  var isEmpty: Bool { self == StrokeSettings() }

  /// The settings as options, such as `--color ff0000ff --width 3`.
  var words: String {
    var text: [UInt8] = []
    append(to: &text)
    return String(decoding: text.dropFirst(), as: UTF8.self)
  }

  /// Appends ` --color ff0000ff` and so on for all settings.
  func append(to text: inout [UInt8]) {
    paint.append(.color, to: &text)
    if let width { Self.append("width", width, to: &text) }
    paint.append(.compositing, to: &text)
    if let cap { text.append(contentsOf: " --cap \(cap.rawValue)".utf8) }
    if let join { text.append(contentsOf: " --join \(join.rawValue)".utf8) }
    if let dash { dash.append(to: &text) }
    if let dashOffset { Self.append("dash-offset", dashOffset, to: &text) }
    paint.append(.edges, to: &text)
    if let snap { text.append(contentsOf: (snap ? " --snap" : " --no-snap").utf8) }
    if let hardness { Self.append("hardness", hardness, to: &text) }
    if let flow { Self.append("flow", flow, to: &text) }
    switch spacing {
    case nil: break
    case .some(.none): text.append(contentsOf: " --spacing none".utf8)
    case .share(let share): Self.append("spacing", share, to: &text)
    }
    if let radius { Self.append("radius", radius, to: &text) }
    appendArrow(to: &text)
    if let size { Self.append("size", size, to: &text) }
    if let font {
      text.append(contentsOf: " --font=".utf8)
      ShellQuoting.append(Array(font.utf8), to: &text)
    }
  }

  /// Appends the options of arrow heads.
  func appendArrow(to text: inout [UInt8]) {
    if let arrow { text.append(contentsOf: " --arrow \(arrow.rawValue)".utf8) }
    switch arrowSize {
    case nil: break
    case .automatic: text.append(contentsOf: " --arrow-size auto".utf8)
    case .widths(let count): Self.append("arrow-size", count, to: &text)
    }
    if let arrowShape { text.append(contentsOf: " --arrow-shape \(arrowShape.rawValue)".utf8) }
  }

  private static func append(_ name: StaticString, _ number: Double, to text: inout [UInt8]) {
    text.append(contentsOf: " --\(name) ".utf8)
    NumberText.append(number, to: &text)
  }
}

extension DashArgument {
  /// Appends ` --dash 4,2`, ` --dash none` or ` --dash`.
  func append(to text: inout [UInt8]) {
    text.append(contentsOf: " --dash".utf8)
    switch self {
    case .automatic: break
    case .none: text.append(contentsOf: " none".utf8)
    case .lengths(let lengths):
      for (position, length) in lengths.enumerated() {
        text.append(UInt8(ascii: position == 0 ? " " : ","))
        NumberText.append(length, to: &text)
      }
    }
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
}

extension StrokeAlignment: NamedValue {
  static let noun = "an alignment"
}

extension FillRule: NamedValue {
  static let noun = "a fill rule"
}

extension LineCap: NamedValue {
  static let noun = "a cap"
}

extension LineJoin: NamedValue {
  static let noun = "a join"
}
