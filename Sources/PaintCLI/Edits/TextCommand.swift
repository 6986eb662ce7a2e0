import PaintEditing
import PaintHistory
import PaintRaster
import PaintText
import SystemPackage

/// `paint text X,Y TEXT … --size N`: sets a text, a line for each TEXT, and fills its outlines.
struct TextCommand: EditCommand {
  static let spec = CommandSpec(
    .text, "text", alsoCalled: ["caption", "lettering", "font", "string", "title"], operands: "X,Y TEXT … --size N",
    operandCount: 2...Int.max, summary: "write text, in any script and direction",
    details: [
      "Each TEXT argument is a line; line breaks inside an argument start new lines. X,Y is the top",
      "left corner of the text's box with its background; words as in bottom-right or right-20,center",
      "also choose the anchor. --anchor names another point of the box, or of the first baseline:",
      "baseline-left, baseline-center or baseline-right. Characters that the font lacks come from other",
      "fonts. A TEXT that begins with - goes after --. The history keeps the outlines, so that the text",
      "looks the same on machines without its fonts.",
    ],
    options: [
      .size, .font, .color, .opacity, .anchor, .align, .maxWidth, .background, .padding, .antialias, .outlines,
    ],
    optionHelp: [
      .size: "the text's size: pixels to the em, over 0 to 65,536",
      .color: "the text's colour (default black)",
      .opacity: "how much of text and background covers what is there: 0 to 1, or 50% (default 1)",
      .background: "the colour of the box behind the text, whose sides lie on whole pixels",
      .anchor: "the point of the text that is put at X,Y (default top-left, or as words for X,Y say)",
    ], optionValues: [.size: "N"], isEdit: true, command: TextCommand.self)

  /// Where the text stands, in pixels.
  private(set) var point: Point
  private(set) var anchor: TextAnchor
  let lines: [String]
  let style: TextStyle
  let font: String?
  let color: Pixel
  let opacity: Double
  let isAntialiased: Bool
  let background: Pixel?
  /// Between the text and the border of its background, in pixels.
  let padding: Double
  /// What the text looks like, where that is said or was found out.
  private(set) var outlines: TextOutlines?

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    let canvas = context.canvas
    let place = try line.operand(0, PointArgument.parse)
    point = place.resolved(on: canvas)
    lines = try Self.lines(line)
    let settings = context.settings
    guard let size = try line.value(.size, PlainValues.fontSize) ?? settings.size else {
      throw Failure(.missingWord, "text needs --size N, in pixels", hint: "paint set --size N is for all texts")
    }
    let width = try line.value(.maxWidth, PlainValues.length)
    style = TextStyle(
      size: size, maximumWidth: try width.map { (width) throws(Failure) in try Self.positive(width, on: canvas) },
      alignment: try line.value(.align, TextStyle.Alignment.parse))
    // Outlines need no font; where the line does not name theirs, nobody knows it.
    font = line.text(.font) ?? (line.has(.outlines) ? nil : settings.font)
    color = try line.value(.color, ColorArgument.parse) ?? settings.color ?? .black
    opacity = try line.value(.opacity, PlainValues.opacity) ?? settings.opacity ?? 1
    isAntialiased = line.choice(.antialias) ?? settings.antialias ?? true
    let background = try line.value(.background, ColorArgument.parse)
    self.background = background
    let padding = try line.value(.padding, PlainValues.padding)
    guard padding == nil || background != nil else {
      throw Failure(.missingWord, "--padding goes with --background")
    }
    self.padding = NumberText.rounded(padding ?? 0)
    anchor =
      try line.value(.anchor, TextAnchor.parse) ?? line.operandText(0).map { .box(PlaceWord.anchor($0)) } ?? .standard
    outlines = try line.value(.outlines, TextOutlinesArgument.parse)
    if outlines != nil, case .baseline = anchor {
      throw Failure(.badValue, "--outlines does not tell where the baseline is; --anchor is for the box then")
    }
  }

  var defaultName: String { "Text" }

  func perform(in session: Session, name: String) throws -> Revision? {
    var command = self
    if outlines == nil { try command.set(in: session) }
    let (edit, canonical) = command.settled()
    return try session.perform(edit, name: name, command: canonical)
  }

  /// Shapes the text; what depends on fonts is then told by its outlines and where they stand.
  private mutating func set(in session: Session) throws {
    let (library, style, text) = (session.fonts, style, lines.joined(separator: "\n"))
    let fonts = try fonts(of: library)
    let layout = try TextLayout(text, style: style, fonts: fonts)
    if !layout.missing.isEmpty { session.console.warn(Self.warning(layout.missing)) }
    outlines = layout.outlines
    if case .baseline(let halves) = anchor {
      point.x = NumberText.rounded(point.x - Double(halves) * layout.outlines.width / 2 - padding)
      point.y = NumberText.rounded(point.y - layout.baseline - padding)
      anchor = .standard
    }
  }

  private func fonts(of library: FontLibrary) throws -> FontStack {
    let font = font ?? FontLibrary.defaultFamily
    // Whether a file is there at all is told best by opening it.
    if FontWord.isFile(font) { _ = try InputFile(FilePath(font), waiting: false) }
    return try FontWord.isFile(font) ? library.fonts(file: font) : library.fonts(named: font)
  }

  /// The text as an edit, and its canonical command.
  private func settled() -> (edit: TextEdit, command: String) {
    var settled = self
    let outlines = outlines ?? TextOutlines(width: 0, height: 0, glyphs: [])
    let corner = corner(of: outlines)
    settled.point = corner
    settled.anchor = .standard
    let text = Point(x: corner.x + padding, y: corner.y + padding)
    let end = Point(x: text.x + outlines.width + padding, y: text.y + outlines.height + padding)
    // Whole pixels, so that a label has clean borders.
    let box = background.flatMap { (color) -> TextEdit.Background? in
      // Of a transparent one there is the padding alone.
      if color.alpha == 0 { return nil }
      return TextEdit.Background(
        color: color, from: Point(x: corner.x.rounded(.down), y: corner.y.rounded(.down)),
        to: Point(x: end.x.rounded(.up), y: end.y.rounded(.up)))
    }
    let edit = TextEdit(
      glyphs: outlines.paths(at: text, size: style.size), color: color, background: box, opacity: opacity,
      isAntialiased: isAntialiased)
    return (edit, settled.canonical)
  }

  /// The top left corner of the box, what is around the text included.
  private func corner(of outlines: TextOutlines) -> Point {
    guard case .box(let anchor) = anchor else { return point }
    let (width, height) = (outlines.width + 2 * padding, outlines.height + 2 * padding)
    return Point(
      x: NumberText.rounded(point.x - Double(anchor.halvesRight) * width / 2),
      y: NumberText.rounded(point.y - Double(anchor.halvesDown) * height / 2))
  }
}
