import PaintEditing
import PaintHistory
import PaintRaster
import PaintText
import SystemPackage

/// `paint text X,Y TEXT … --size N`: lays out a text, one line per TEXT, and fills its outlines.
struct TextCommand: EditCommand {
  static let spec = CommandSpec(
    .text, purpose: .draw, alsoCalled: ["caption", "lettering", "font", "string", "title", "write"],
    operands: "X,Y TEXT …",
    operandCount: 2...Int.max, operandKinds: [.point, .anything], summary: "write text, in any script and direction",
    examples: {
      [
        Example("paint text 20,20 'Hello, world' --size 32 --color navy", "text, its top left corner at 20,20"),
        Example(
          "paint text bottom-right Draft --size 24 --background white --padding 6", "a label in the bottom right corner"
        ),
        Example("paint text center 'First line' 'Second line' --size 40 --align center", "two lines in the middle"),
      ]
    },
    details: [
      "Each TEXT argument is a line; line breaks inside an argument start new lines. X,Y is the top",
      "left corner of the text's box with its background; words as in bottom-right or right-20,center",
      "also choose the anchor. --anchor names another point of the box, or of the first baseline:",
      "baseline-left, baseline-center or baseline-right. Characters that the font lacks come from other",
      "fonts. A TEXT that begins with - goes after --. At a soft hyphen (U+00AD) a line can end, and then",
      "shows a hyphen. Bold and italic that a family lacks are made from its regular style if fontconfig",
      "says so. paint fonts lists the fonts. The history keeps the outlines, so that the text looks the",
      "same on machines without its fonts; where words and outlines disagree, the words win.",
    ],
    options: [
      .size, .font, .color,
    ] + PaintSettings.compositingOptions + PaintSettings.gradientOptions + [
      .anchor, .align, .maxWidth, .background, .padding, .antialias, .outlines,
    ],
    optionHelp: [
      .size: "the text's size: pixels to the em, over 0 to 65,536",
      .color: "the text's colour",
      .opacity: "how much of text and background covers what is there: 0 to 1, or 50%",
      .background: "the colour, gradient or pattern of the box behind the text, whose sides are on whole pixels",
      .anchor: "the point of the text that is put at X,Y (default top-left, or as words for X,Y say)",
    ], optionValues: [.size: "N", .anchor: "POINT"], optionDefaults: [.align: "", .size: "24"], isEdit: true,
    command: TextCommand.self)

  /// The size of a text without --size, in pixels.
  private static let defaultSize = 24.0

  /// The position of the anchor, in pixels.
  let point: Point
  let anchor: TextAnchor
  let lines: [String]
  let style: TextStyle
  let font: String?
  /// The paint's options, all of them set.
  let paint: PaintSettings
  let background: PaintWord?
  private let canvas: CanvasSize
  /// The distance between the text and the border of its background, in pixels.
  let padding: Double
  /// The outlines that the line has; nil if the text is to be laid out.
  private(set) var outlines: TextOutlines?
  /// Whether the line has outlines of other words, which are not used.
  private(set) var hasStaleOutlines = false

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    let canvas = context.canvas
    self.canvas = canvas
    let place = try line.operand(0, PointArgument.parse)
    point = place.resolved(on: canvas)
    lines = try Self.lines(line)
    let settings = context.settings
    let size = try line.value(.size, NumberForm.fontSize.value) ?? settings.size ?? Self.defaultSize
    let width = try line.value(.maxWidth, PlainValues.length)
    style = TextStyle(
      size: size, maximumWidth: try width.map { (width) throws(Failure) in try Self.positive(width, on: canvas) },
      alignment: try line.value(.align, TextStyle.Alignment.parse))
    // Outlines need no font; the default font need not be theirs.
    font = try line.value(.font, FontWord.parse) ?? (line.has(.outlines) ? nil : settings.font)
    paint = settings.paint.overridden(by: try PaintSettings(line)).resolved(for: Self.spec)
    let background = try line.value(.background, PaintWord.parse)
    self.background = background
    let padding = try line.value(.padding, NumberForm.padding.value)
    guard padding == nil || background != nil else {
      throw Failure(.missingWord, "--padding needs --background")
    }
    self.padding = NumberText.rounded(padding ?? 0)
    anchor =
      try line.value(.anchor, TextAnchor.parse) ?? .box(line.operandText(0).map(PlaceWord.anchor) ?? .topLeft)
    if let recorded = try line.value(.outlines, TextOutlinesArgument.parse) {
      hasStaleOutlines = recorded.key.map { $0 != key } ?? false
      outlines = hasStaleOutlines ? nil : recorded.outlines
    }
    if outlines != nil, case .baseline = anchor {
      throw Failure(.badValue, "--outlines has no baseline; use an --anchor of the box")
    }
  }

  var defaultName: String { "Text" }

  /// The box of the glyphs, and of the label with its background.
  var reads: StepReads {
    guard let outlines else { return .everything }
    let label = TextLabel(outlines, size: style.size, padding: padding, anchor: anchor, at: point)
    let (from, to) = label.box
    let bounds = label.paths.compactMap(\.drawnBounds) + [(from, to)]
    return StepReads(picture: .boxes(bounds.flatMap { StepReads.Area.pixels(from: $0.low, to: $0.high) }))
  }

  func perform(in session: Session, name: String) throws -> Revision? {
    let label = try label(in: session)
    var colors = paint
    colors.fill = background
    let box = ShapeBox(
      x: label.box.from.x, y: label.box.from.y, width: label.box.to.x - label.box.from.x,
      height: label.box.to.y - label.box.from.y)
    try colors.place(in: box, on: canvas)
    let files = try session.readPatterns(of: &colors)
    let edit = TextEdit(
      glyphs: label.paths, background: TextEdit.Background(from: label.box.from, to: label.box.to),
      paint: colors.paint)
    return try session.perform(edit, name: name, command: canonical(label, colors), keeping: files)
  }

  /// The text at its position; laid out, unless the line has its outlines.
  private func label(in session: Session) throws -> TextLabel {
    if let outlines {
      return TextLabel(outlines, size: style.size, padding: padding, anchor: anchor, at: point)
    }
    if hasStaleOutlines { session.console.warn(Self.staleOutlines) }
    let fonts = try fonts(in: session)
    for warning in fonts.lack.map(Self.warnings) ?? [] { session.console.warn(warning) }
    let layout = try TextLayout(lines.joined(separator: "\n"), style: style, fonts: fonts)
    if !layout.missing.isEmpty { session.console.warn(Self.warning(layout.missing)) }
    return TextLabel(
      layout.outlines, baseline: layout.baseline, size: style.size, padding: padding, anchor: anchor, at: point)
  }

  private func fonts(in session: Session) throws -> FontStack {
    let library = session.fonts
    let font = font ?? FontLibrary.defaultFamily
    guard FontWord.isFile(font) else { return try library.fonts(named: font) }
    try session.checkInput(FilePath(font), "fonts")
    // Only opening the file shows reliably whether it exists.
    let file = try InputFile(FilePath(font), waiting: false)
    // The library would wait for the writer of a pipe.
    guard FileStatus(ofDescriptor: file.descriptor)?.kind == .file else {
      throw Failure(.readFailed, "cannot read the font \(font): it is not a regular file")
    }
    return try library.fonts(file: font)
  }
}

extension OptionSpec {
  static let font = OptionSpec(
    .font, "font", .value("FONT"),
    "a font's name or file (default sans-serif); 'DejaVu Sans:bold' names properties", forms: "Font",
    default: "sans-serif")
  static let maxWidth = OptionSpec(
    .maxWidth, "max-width", .value("W"), "break lines that would be wider, in pixels or 50%", forms: "Length")
  static let align = OptionSpec(
    .align, "align", .value("SIDE"),
    "the alignment of shorter lines: left, center or right (default: the text's direction)",
    forms: "Alignment|Alignment of an outline")
  static let padding = OptionSpec(
    .padding, "padding", .value("P"), "pixels of background around the text", number: .padding, default: "0")
  static let outlines = OptionSpec(
    .outlines, "outlines", .value("DATA"), "the outlines of the text, as stored in the history; no font is needed then",
    forms: "Outlines")
}
