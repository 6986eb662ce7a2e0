import PaintFilters

// The pages of the topics, from the tables of options, values, colours, exit codes, variables and filters.
extension HelpTopic {
  /// The page.
  package var page: HelpDocument {
    HelpDocument([.paragraph("paint help \(rawValue): \(summary)")] + blocks)
  }

  private var blocks: [HelpDocument.Block] {
    switch self {
    case .options: Self.optionBlocks
    case .coordinates: Self.coordinateBlocks
    case .colors: Self.colorBlocks
    case .scripts: Self.scriptBlocks
    case .history: Self.historyBlocks
    case .json: Self.jsonBlocks
    case .exitCodes: Self.exitCodeBlocks
    case .environment: Self.environmentBlocks
    case .filters: Self.filterBlocks
    }
  }

  private static var optionBlocks: [HelpDocument.Block] {
    [
      .heading("Examples"),
      .examples([
        Example(
          "paint stroke line 20,20 380,20 --color=red --width 3", "a value follows its option, or an equals sign"),
        Example("paint -qd art.paint undo", "short options can be one word, and can be before the command"),
        Example("paint crop center,200x100 --dry-run", "show what would happen"),
      ]),
      .heading("How options are written"),
      .paragraph(
        "Options can be before, between and after the other words. `--` ends them: a word after it may begin with a dash. "
          + "Negative numbers such as `-10,-4.5` need no `--`. A value that begins with `--` needs an equals sign: "
          + "`--name=--draft`. If an option is given twice, the last one counts, except for those that may be given only "
          + "once."),
      .heading("Names from other programs"),
      .paragraph(
        "A line that is refused is compared with what other programs call things. If it can mean only one thing, such as "
          + "`--thickness 4` for `--width 4`, it runs with a warning that shows the right words. Otherwise, and in a "
          + "script, the hint is the whole right command."),
      .heading("Options of every command"), .definitions(commonOptions),
      .heading("Options of every edit"),
      .paragraph("An edit is a command that changes the picture: \(edits)."),
      .definitions(editOptions),
      .footer("paint help COMMAND shows the other options of a command."),
    ]
  }

  /// The options that every command takes.
  static var commonOptions: [HelpDocument.Definition] {
    CommandSpec.commonOptions.map { HelpPage.definition($0) }
  }

  /// The options that every edit takes.
  static var editOptions: [HelpDocument.Definition] {
    CommandSpec.editOptions.map { HelpPage.definition($0) }
  }

  private static var edits: String {
    let names = CommandTable.all.filter(\.isEdit).map { $0.group ?? $0.name }
    // The brushes are one command here.
    let unique = names.enumerated().filter { names.firstIndex(of: $0.element) == $0.offset }.map(\.element)
    return unique.listed("and")
  }

  private static var coordinateBlocks: [HelpDocument.Block] {
    [
      .paragraph(
        "Coordinates are pixels: X to the right, Y down. The corner of the canvas is `0,0`, and pixel (i, j) covers the "
          + "square from (i, j) to (i+1, j+1). Drawing partly outside of the canvas is allowed."),
      .heading("Examples"),
      .examples([
        Example("paint stroke rect 10,20,200x100", "a box: its top left corner and its size"),
        Example("paint stroke line 10%,50% right-20,center --width 3", "percentages, words, and pixels from an edge"),
        Example("paint crop center,50%x50%", "a box by an anchor and its size"),
        Example("paint place logo.png --at bottom-right", "an anchor as a position"),
      ]),
    ] + forms(["Length", "Point", "Point with pressure", "Box", "Canvas size", "New size", "Anchor", "Path data"])
  }

  private static var colorBlocks: [HelpDocument.Block] {
    [
      .heading("Examples"),
      .examples([
        Example("paint stroke line 20,20 380,20 --color crimson", "a name of CSS"),
        Example("paint stroke line 20,40 380,40 --color '#ff8000'", "hexadecimal digits; the shell needs the quotes"),
        Example("paint stroke line 20,60 380,60 --color ff800080", "with alpha, and without #"),
        Example("paint stroke rect 40,80,99x99 --fill 'hsl(200 80% 50% / 50%)'", "hue, saturation, lightness, alpha"),
        Example("paint fill 10,10 --color none", "make an area transparent"),
        Example("paint stroke rect 40,200,99x60 --fill 'linear-gradient(gold, crimson)'", "a gradient of CSS"),
        Example("paint clear 'linear-gradient(to right in oklab, white, navy)'", "mixed as the eye sees colours"),
        Example("paint stroke rect 40,80,99x99 --fill 'pattern(logo.png)'", "a picture, again and again"),
      ]),
    ] + forms(["Colour"]) + [
      .heading("Gradients"),
      .paragraph(
        "`--color` and `--fill` of strokes, `--color` and `--background` of texts, `fill`, `clear` and `background` also take a gradient, "
          + "written as in CSS: `linear-gradient(…)`, `radial-gradient(…)` or `conic-gradient(…)`, each also with "
          + "`repeating-` in front. First comes the direction or the position, such as `45deg`, `to top left`, "
          + "`circle at 30% 40%` or `from 90deg`, and how colours are mixed: `in srgb`, `in srgb-linear` or `in oklab`. Then "
          + "come two colours or more, each with a position if you like: `gold 20%` or `gold 12px`. The shell needs quotes."
      ),
      .paragraph(
        "A gradient fills the box of what a stroke draws, with the line's width, ends, corners and arrow heads, or of the "
          + "text, and the canvas for `fill`, `clear` and `background`; `--paint-box` sets another box. `--dither` "
          + "hides bands where colours change slowly."),
      .heading("Patterns"),
      .paragraph(
        "Where a gradient can be, `pattern(FILE)` repeats a picture of any known format, from the corner of the canvas. "
          + "The picture is kept with the drawing as a PNG file, so that the step can be repeated without FILE."),
      .heading("Names"), .paragraph(NamedColor.all.map(\.name).joined(separator: ", ") + "."),
    ]
  }

  private static var exitCodeBlocks: [HelpDocument.Block] {
    [
      .heading("Examples"),
      .examples([
        Example("paint goto r99", "66, because there is no such revision", exitCode: .noInput),
        Example(
          "paint diff before.png after.png --exit-code", "for tests: 1, because these files differ", exitCode: .failed),
      ]),
      .heading("Exit codes"),
      .definitions(exitCodeList),
      .heading("Errors"),
      .paragraph(
        "An error is one line on standard error, `paint: message`, and often a second line with a hint. With `--json` there is "
          + "also an object on standard output. Its `code` is one of these names, which never change their meaning:"),
      .definitions(
        FailureCode.allCases.map { .init($0.rawValue, "\($0.meaning) (exit \($0.exitCode.rawValue))") }),
      .footer("In a script, the message begins with SCRIPT:LINE:, and a line that is wrong is exit 65."),
    ]
  }

  /// All exit codes.
  static var exitCodeList: [HelpDocument.Definition] {
    ExitCode.allCases.map { .init("\($0.rawValue)", $0.meaning) }
  }

  private static var environmentBlocks: [HelpDocument.Block] {
    [
      .heading("Examples"),
      .examples([
        Example("export PAINT_DOCUMENT=art.paint; paint status", "the drawing of all commands that name none"),
        Example("PAINT_CACHE=256M paint batch marks.txt", "more memory for a long script"),
        Example("COLUMNS=60 paint help crop", "narrow help texts"),
      ]),
      .heading("Variables"), .definitions(variables),
    ]
  }

  /// All environment variables.
  static var variables: [HelpDocument.Definition] {
    EnvironmentVariable.allCases.map { .init($0.rawValue, $0.meaning) }
  }

  private static var filterBlocks: [HelpDocument.Block] {
    [
      .heading("Examples"),
      .examples([
        Example("paint filter gaussian-blur --radius 3", "a filter over the whole picture"),
        Example("paint filter grayscale --region 0,0,200x300", "only a part of it"),
        Example(
          "paint filter color-controls --brightness 0.1 + unsharp-mask --radius 2",
          "two filters in sequence, as one step"),
      ]),
    ] + FilterCatalog.descriptions.flatMap { FilterListing.blocks($0) }
  }

  /// What the table of values says about some forms.
  static func forms(_ names: [String]) -> [HelpDocument.Block] {
    var blocks: [HelpDocument.Block] = []
    for name in names {
      guard let form = ValueForm.all.first(where: { $0.name == name }) else { continue }
      blocks += [.heading(form.name), .paragraph(form.text), .paragraph(examples(of: form))]
    }
    return blocks
  }

  /// Valid words, and some that are not; commas are parts of many, so that they cannot be between them.
  private static func examples(of form: ValueForm) -> String {
    func words(_ words: [String]) -> String {
      words.map { $0.contains(" ") ? "`'\($0)'`" : "`\($0)`" }.joined(separator: " or ")
    }
    let refused = form.refused.filter { !$0.isEmpty }
    // A value that is one of a few names.
    if refused == ["other"] { return "One of \(words(form.examples))." }
    return "For example \(words(form.examples))\(refused.isEmpty ? "." : ", but not \(words(refused)).")"
  }
}
