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
    try PaintSettings.visitColor(&visitor, &group.paint, other.paint)
    try visitor.visit(.width, &group.width, other.width, PlainValues.width)
    try PaintSettings.visitCompositing(&visitor, &group.paint, other.paint)
    try visitor.visit(.cap, &group.cap, other.cap, LineCap.parse)
    try visitor.visit(.join, &group.join, other.join, LineJoin.parse)
    try visitor.visit(
      .dash, &group.dash, other.dash, DashArgument.parse, ": the lengths, `auto` for the default pattern, or `none`")
    try visitor.visit(.dashOffset, &group.dashOffset, other.dashOffset, PlainValues.dashOffset)
    try PaintSettings.visitEdges(&visitor, &group.paint, other.paint)
    try visitor.visit(.snap, &group.snap, other.snap)
    try visitor.visit(.hardness, &group.hardness, other.hardness, PlainValues.hardness, ", 0 to 1")
    try visitor.visit(.flow, &group.flow, other.flow, PlainValues.flow, ", 0 to 1")
    try visitor.visit(
      .spacing, &group.spacing, other.spacing, SpacingArgument.parse, ": a share of the width, or `none`")
    try visitor.visit(.radius, &group.radius, other.radius, PlainValues.radius)
    try visitor.visit(.arrow, &group.arrow, other.arrow, ArrowArgument.parse)
    try visitor.visit(
      .arrowSize, &group.arrowSize, other.arrowSize, ArrowSizeArgument.parse, ": line widths, or `auto`")
    try visitor.visit(.arrowShape, &group.arrowShape, other.arrowShape, ArrowForm.Shape.parse)
    try visitor.visit(.size, &group.size, other.size, PlainValues.fontSize, " of texts")
    try visitor.visit(.font, &group.font, other.font, FontWord.parse)
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
