import PaintEditing
import PaintFormats
import PaintHistory
import PaintRaster

/// `paint background C|FILE`: puts a colour, a gradient or a picture behind the drawing.
struct BackgroundCommand: EditCommand {
  static let spec = CommandSpec(
    .background, purpose: .pixels, alsoCalled: ["backdrop", "behind", "flatten", "underlay"],
    operands: "C | FILE | -", operandCount: 1...1, operandKinds: [.paint],
    summary: "put a colour, a gradient or a picture behind the drawing",
    examples: {
      [
        Example("paint background white", "a colour where the drawing is transparent"),
        Example("paint background 'linear-gradient(skyblue, white)'", "a gradient behind the drawing"),
        Example("paint background photo.png --size 400x300", "a picture, scaled to the canvas"),
        Example("paint background 'pattern(logo.png)'", "a picture again and again, from the corner of the canvas"),
      ]
    },
    details: [
      "Opaque pixels of the drawing do not change. The eraser then brings back what it brought back before,",
      "over the new background; both only where something is selected. C is a colour, a gradient or a",
      "pattern; a word with a dot or a slash is a FILE, a picture of any known format (./name for one without",
      "an ending). --at is the position of the picture's anchor, as for place. The picture is kept with the",
      "drawing as a PNG file.",
    ],
    options: [.opacity, .linear] + PaintSettings.gradientOptions + Placement.pictureOptions,
    optionHelp: Placement.optionHelp.and([.opacity: "how much of it shows: 0 to 1, or 50% (default 1)"]),
    optionValues: Placement.optionValues, isEdit: true, readsPicture: true,
    command: BackgroundCommand.self)

  private let line: ParsedLine
  private let reading: ReadingOptions
  private let placement: Placement
  /// The options of the paint; its colour is the paint, or nil for a picture.
  private var paint: PaintSettings

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    self.line = line
    let canvas = context.canvas
    let word = try line.operand(0, Self.paint)
    var paint = try PaintSettings(line)
    paint.color = word
    (paint.opacity, paint.linear) = (paint.opacity ?? 1, paint.linear ?? false)
    try paint.place(in: ShapeBox(canvas), on: canvas)
    self.paint = paint
    placement = try Placement(line, on: canvas)
    reading = word == nil ? try Session.readingOptions(line) : ReadingOptions()
    if word != nil, let option = Placement.pictureOptions.first(where: { line.has($0) }) {
      throw Failure(
        .unexpectedWord, "--\(OptionSpec.spec(option).name) is for a picture, and \(Failure.quoted(typed)) is none",
        hint: "a picture file without an ending is written ./NAME")
    }
  }

  /// What is put behind the drawing; nil for a picture file.
  private static func paint(_ word: Span<UInt8>) throws(Failure) -> PaintWord? {
    let text = String(copying: word)
    if text == "-" || ["content:", "./", "../", "/"].contains(where: text.hasPrefix) { return nil }
    do {
      return try PaintWord.parse(word)
    } catch {
      let isFunction =
        PatternArgument.isPattern(word) || GradientReader.isGradient(word)
        || ColorFunction.isNamed(in: text.lowercased())
      if isFunction { throw error }
      if text.contains(".") || text.contains("/") { return nil }
      var failure = error
      failure.hint = (error.hint.map { "\($0) " } ?? "") + "(a picture file without an ending is written ./NAME)"
      throw failure
    }
  }

  private var typed: String { line.operandText(0) ?? "" }

  var defaultName: String { "Background" }

  /// It is behind every pixel, also of what the eraser brings back.
  var reads: StepReads { .everything }

  func perform(in session: Session, name: String) throws -> Revision? {
    var paint = paint
    var files: [ReceivedPicture]
    let source: Paint.Source
    var words: [UInt8] = Array("background ".utf8)
    if paint.color == nil {
      let picture = try session.picture(line, reading)
      let box = try PlaceEdit(picture, placement, Paint()).box
      words += Array("content:\(picture.content.digits)\(placement.words(in: box))".utf8)
      files = [picture]
      let placed = try picture.placed(placement, on: session.document.size)
      for warning in session.document.warnings(about: picture) { session.console.warn(warning) }
      guard let placed else {
        let size = session.document.size
        session.console.warn(
          "this is completely outside the canvas of \(size.width)x\(size.height), so nothing was changed")
        return nil
      }
      source = .pattern(placed)
    } else {
      files = try session.readPatterns(of: &paint)
      guard let color = paint.color, let painted = paint.paint.source else { return nil }
      color.append(to: &words)
      source = painted
    }
    let edit = BackgroundEdit(source, opacity: paint.opacity ?? 1, isLinear: paint.linear ?? false)
    paint.color = nil
    paint.append(to: &words)
    return try session.perform(edit, name: name, command: String(decoding: words, as: UTF8.self), keeping: files)
  }
}
