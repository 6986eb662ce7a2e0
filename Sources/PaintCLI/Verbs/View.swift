import PaintEditing
import PaintFormats
import PaintHistory
import PaintRaster
import PaintTerminal
import SystemPackage

/// `paint view [REV | FILE]`: shows a picture on the terminal.
struct ViewCommand: PrintingCommand {
  static let spec = CommandSpec(
    .view, purpose: .look, alsoCalled: ["display", "preview", "cat", "look"], operands: "[REV | FILE | -]",
    operandCount: 0...1,
    operandKinds: [.revisionOrPicture],
    summary: "show the picture, a revision or a picture file in the terminal",
    examples: {
      [
        Example("paint view", "the picture, as well as this terminal can show it"),
        Example("paint view photo.png --protocol blocks", "a picture file, in characters of two colours"),
        Example("paint view --diff start --grid 50", "where it differs from the beginning, with coordinates"),
      ]
    },
    answers: { [.view] },
    details: [
      "The terminal is asked for the best protocol that it knows: that of kitty, inline images of iTerm2,",
      "sixels, or else half blocks in 24-bit or 256 colours. Inside tmux it is sixels or half blocks;",
      "--protocol kitty and iterm2 need its option allow-passthrough. Without a terminal the output is half",
      "blocks, 80 columns wide. With NO_COLOR it is ASCII characters, unless --protocol says otherwise.",
      "A word with a / or . in it means a file first, any other one a revision first; - is standard input.",
      "A picture is made smaller to fit, never larger. With --zoom it is cut to the columns and, on a terminal,",
      "to the rows that there are; --region shows another part. Transparent pixels are shown on a checkerboard.",
      "With --json the output says how the picture would be shown, as far as the environment tells, and does",
      "not show it; the terminal is not asked.",
      CommandSpec.formatsDetail, CommandSpec.revisionDetail,
    ],
    options: [.region, .zoom, .grid, .diff, .pictureProtocol, .background] + CommandSpec.readingOptions,
    optionHelp: [.background: ViewOptions.backgroundHelp],
    command: ViewCommand.self,
    standalone: { (line, console) throws(Failure) in
      try Failure.catching("") { try PictureViewing(line, console: console, session: nil).run() }
      console.endCommand()
      return .done
    }, access: { ViewWord.needDocument($0) ? .reading : .none }, isForScripts: false,
    scriptHint: "export FILE writes the picture")

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) { _ = try ViewOptions(line) }

  func answer(_ line: ParsedLine, in session: Session) throws {
    try PictureViewing(line, console: session.console, session: session).run()
  }
}

/// The options of `view`.
struct ViewOptions {
  let wanted: PictureProtocol?
  let region: BoxArgument?
  let zoom: Zoom
  let grid: Int?
  /// Opaque, or transparent for the terminal itself.
  let background: Pixel?
  let reading: ReadingOptions

  static let backgroundHelp =
    "what is behind transparent pixels: a colour, or none for the terminal (default: a checkerboard)"

  /// Throws the errors of the words.
  init(_ line: ParsedLine) throws(Failure) {
    wanted = try line.value(.pictureProtocol, PictureProtocol.parse)
    region = try line.value(.region, BoxArgument.parse)
    zoom = try line.value(.zoom, Zoom.parse) ?? .fit
    grid = try line.value(.grid, NumberForm.gridStep.whole)
    background = try line.value(.background, ColorArgument.parse)
    if let background, background.alpha != 0, background.alpha != 255 {
      throw Failure(.badValue, "--background: the colour behind a shown picture is opaque, or none")
    }
    reading = try ReadingOptions(line)
  }
}

/// A run of `view`, with a document or without one.
struct PictureViewing {
  private let line: ParsedLine
  private let console: Console
  private let session: Session?
  private let viewing: ViewOptions
  private let options: History.Options

  init(_ line: ParsedLine, console: Console, session: Session?) throws(Failure) {
    self.line = line
    self.console = console
    self.session = session
    viewing = try ViewOptions(line)
    if let session { options = session.history.options } else { options = try Session.options(line) }
  }

  /// Shows the picture.
  func run() throws {
    let words = try words()
    let readsFile = ([words.shown] + (words.compared.map { [$0] } ?? [])).contains {
      if case .file = $0 { true } else { false }
    }
    if !readsFile { try ReadingOptions.refuse(line, "no picture file is read") }
    if words.shown == .file("-"), words.compared == .file("-") {
      throw Failure(.badValue, "the two pictures cannot both come from standard input")
    }
    let picture = try shown(words.shown)
    let compared = try words.compared.map { try DiffSide($0, viewing.reading, in: session, options) }
    let size = compared.map { PictureComparison.mapSize($0.rows, picture.rows) } ?? picture.rows.size
    let box = try viewing.region?.part(of: size) ?? size.box
    let terminal = ViewTerminal.find(viewing.wanted, asks: !console.isJSON, clock: options.disk)
    if let warning = terminal.warning { console.warn(warning) }
    let view = try PictureView(of: box, zoom: viewing.zoom, gridEvery: viewing.grid, on: terminal)
    if view.layout.isCut {
      let shown = view.layout.box
      console.warn(
        "the picture is larger than the terminal; \(shown.x),\(shown.y),\(shown.width)x\(shown.height) of it is shown")
    }
    if console.isJSON { return write(view, picture, size) }
    let pixels = try pixels(of: view.layout, picture, compared)
    for warning in picture.rows.warnings + (compared?.rows.warnings ?? []) { console.warn(warning) }
    let bytes = try view.bytes(pixels, background: viewing.background)
    if terminal.isTerminal { try TerminalOutput.write(bytes) } else { console.write(bytes) }
  }

  /// The picture, and the one that it is compared with.
  private func words() throws -> (shown: PictureWord, compared: PictureWord?) {
    let shown: PictureWord
    if let text = line.operandText(0) {
      shown = try ViewWord.picture(text, line.operandPath(0), in: session)
    } else {
      shown = .revision(.current)
    }
    guard let text = line.text(.diff), let path = line.path(.diff) else { return (shown, nil) }
    do {
      return (shown, try ViewWord.picture(text, path, in: session))
    } catch let error as Failure {
      throw error.at("--diff")
    }
  }

  private func shown(_ word: PictureWord) throws -> DiffSide {
    do {
      return try DiffSide(word, viewing.reading, in: session, options)
    } catch var error as Failure {
      if case .file(let path) = word, path.extension == "paint" {
        error.hint = "of a drawing: paint -d \(ShellQuoting.quoted(path)) view"
      }
      throw error
    }
  }

  private func pixels(of layout: ViewLayout, _ picture: DiffSide, _ compared: DiffSide?) throws -> [UInt32] {
    let progress = Progress("reading the picture", console: console, clock: options.disk)
    guard let compared else {
      return try picture.rows.scaled(layout.box, to: layout.size) { progress.show($0, of: $1) }
    }
    return try PictureComparison.scaledMap(compared.rows, picture.rows, layout.box, to: layout.size) {
      progress.show($0, of: $1)
    }
  }

  private func write(_ view: PictureView, _ picture: DiffSide, _ size: CanvasSize) {
    var json = JSONWriter()
    json.beginObject()
    picture.writeSource(to: &json)
    json.field("width", size.width)
    json.field("height", size.height)
    json.field("box", view.layout.box)
    json.field("protocol", view.pictureProtocol.rawValue)
    json.field("zoom", view.layout.factor)
    json.field("columns", view.columns)
    json.field("rows", view.rows)
    json.field("grid", view.grid?.step)
    json.field("warnings", console.warnings)
    json.endObject()
    json.endLine()
    console.json.append(json)
  }
}

extension OptionSpec {
  static let pictureProtocol = OptionSpec(
    .pictureProtocol, "protocol", .value("P"),
    "how it is shown, by default as the terminal can best:",
    names: { PictureProtocol.self })
  static let zoom = OptionSpec(
    .zoom, "zoom", .value("Z"), "shown pixels to a pixel, such as 4 or 50%, or fit (default); a half block is a pixel",
    forms: "Zoom")
  static let grid = OptionSpec(
    .grid, "grid", .value("N"),
    "draw lines every N pixels, or a multiple of N if they would be too close, with coordinates",
    number: .gridStep)
  static let diff = OptionSpec(
    .diff, "diff", .value("REV"), "show where the picture differs from this revision or file, as diff --out does",
    forms: "Revision")
  static let view = OptionSpec(
    .view, "view", .flag, "show the picture in the terminal, and draw it again after each event")
}
