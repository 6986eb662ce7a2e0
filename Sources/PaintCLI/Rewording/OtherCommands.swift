import PaintFilters

/// Commands of other programs, and what they are called here.
enum OtherCommands {
  /// A command, its words as people type them, and the words here; `*` stands for the rest of the line.
  ///
  /// A word in angle brackets is any word of that kind: a point, a colour, a number, a revision such as r3, a picture's
  /// name, or any word. The first row counts whose words fit and whose command is accepted; without a star the line has no
  /// further words.
  private static let rows: [(typed: String, here: String)] = [
    ("paste <picture> <point>", "place <picture> --at <point> *"),
    ("paste", "place *"),
    ("stamp <picture>", "place <picture> *"),
    ("watermark <picture>", "place <picture> *"),
    ("watermark <word>", "text bottom-right <word> *"),
    ("caption <word>", "text bottom <word> *"),
    ("label <point> <word>", "text <point> <word> *"),
    ("annotate <point> <word>", "text <point> <word> *"),
    ("annotate", "text *"),
    ("print <point> <word>", "text <point> <word> *"),
    ("arrow", "stroke line * --arrow end"),
    ("dot", "stroke pencil *"),
    ("point", "stroke pencil *"),
    ("pixel", "stroke pencil *"),
    ("set-pixel", "stroke pencil *"),
    ("setpixel", "stroke pencil *"),
    ("putpixel", "stroke pencil *"),
    ("roundrect", "stroke rect *"),
    ("paint-bucket", "fill *"),
    ("fill <color>", "clear <color> *"),
    ("fill all <color>", "clear <color> *"),
    ("fill --color <color>", "clear <color> *"),
    ("fill <box> <color>", "stroke rect <box> --fill <color> *"),
    ("clear <box>", "stroke rect <box> --fill black --blend erase *"),
    ("erase <box>", "stroke rect <box> --fill black --blend erase *"),
    ("flatten", "background white *"),
    ("flood-fill", "fill *"),
    ("replace-color", "replace *"),
    ("opaque <color>", "replace <color> none *"),
    ("transparent <color>", "replace <color> none *"),
    ("tint <color>", "filter color-monochrome --color <color> *"),
    ("colorize <color>", "filter color-monochrome --color <color> *"),
    ("deselect", "select none *"),
    ("unselect", "select none *"),
    ("invert", "filter color-invert *"),
    ("enlarge", "resize *"),
    ("canvas-size", "canvas *"),
    ("mirror", "flip *"),
    ("mirror", "flip horizontal *"),
    ("flop", "flip horizontal *"),
    ("flip", "flip vertical *"),
    ("convert <picture> <picture>", "batch /dev/null --from <picture> --out <picture>"),
    ("magick <picture> <picture>", "batch /dev/null --from <picture> --out <picture>"),
    ("<picture> <picture>", "batch /dev/null --from <picture> --out <picture>"),
    ("save-as", "export *"),
    ("save", "export *"),
    ("open <picture>", "new <picture> *"),
    ("load <picture>", "new <picture> *"),
    ("get size", "status *"),
    ("get color", "set"),
    ("get pixel <point>", "pick <point> *"),
    ("get <point>", "pick <point> *"),
    ("getpixel", "pick *"),
    ("eyedropper", "pick *"),
    ("color <color>", "set --color <color> *"),
    ("size", "status *"),
    ("info", "status *"),
    ("identify", "status *"),
    ("version", "--version"),
    ("-v", "--version"),
    ("colors", "help colors"),
    ("formats", "help export"),
    ("filters", "filter"),
    ("filter list", "filter"),
    ("filter --list", "filter"),
    ("blend <word>", "set --blend <word> *"),
    ("opacity <word>", "set --opacity <word> *"),
    ("config <word> <word>", "set <word> <word> *"),
    ("settings", "set *"),
    ("set --list", "set"),
    ("zoom", "view --zoom *"),
    // The history.
    ("reset --hard", "goto start"),
    ("reset --hard <revision>", "goto <revision>"),
    ("reset --hard <back>", "undo <back>"),
    ("reset <revision>", "goto <revision> *"),
    ("reset <back>", "undo <back>"),
    ("reset", "goto start"),
    ("undo --all", "goto start"),
    ("undo all", "goto start"),
    ("undo <revision>", "revert <revision> *"),
    ("redo --all", "goto latest"),
    ("redo all", "goto latest"),
    ("revert", "undo"),
    ("goto HEAD", "goto current"),
    ("goto last", "goto latest"),
    ("goto <back>", "undo <back> *"),
    ("checkout -b <word>", "branch <word> *"),
    ("checkout <back>", "undo <back> *"),
    ("switch -c <word>", "branch <word> *"),
    ("branch -d <word>", "branch --delete <word>"),
    ("branch -b <word>", "branch <word> *"),
    ("branch --list", "branch"),
    ("tag <word> <revision>", "branch <word> <revision> *"),
    ("tag <word>", "branch <word> *"),
    ("show HEAD", "show current *"),
    ("revert HEAD", "revert current *"),
    ("restore <revision>", "restore --at <revision> *"),
    ("commit -m <word>", "name current <word>"),
    ("commit", "status"),
    ("note <revision> <word>", "name <revision> <word>"),
    ("note <word>", "name current <word>"),
    ("notes <revision> <word>", "name <revision> <word>"),
    ("describe <revision>", "show <revision> *"),
    ("squash", "group *"),
    // Scripts.
    ("run <script>", "batch <script> *"),
    ("play <script>", "batch <script> *"),
    ("script <script>", "batch <script> *"),
    ("exec <script>", "batch <script> *"),
    ("export -o <word>", "export <word> *"),
    ("help <brush>", "help stroke"),
  ]

  /// Names of `stroke` in other programs.
  private static let strokes: Set<String> = ["draw", "sketch", "doodle", "shape", "stroke"]

  /// Brushes of other programs, besides those in the table of commands.
  private static let brushes = [
    "arrow": "line", "segment": "line", "dot": "pencil", "point": "pencil", "pixel": "pencil", "roundrect": "rect",
    "rounded-rect": "rect",
  ]

  /// Words that a refused line can mean, the most probable first, without the options before the command.
  static func readings(of words: [String]) -> [[String]] {
    guard let first = words.first?.lowercased() else { return [] }
    var readings = rows.compactMap { row in
      matched(words, row.typed).flatMap { $0.rest.isEmpty || row.here.contains("*") ? filled(row.here, $0) : nil }
    }
    if let batch = Conversion.batch(for: words) { readings.append(batch) }
    if strokes.contains(first), words.count > 1 {
      // `draw 'line 10,10 50,50'`.
      let rest = words[1].split(separator: " ").map(String.init) + words.dropFirst(2)
      if first != "stroke" || rest.count > words.count - 1 { readings.append(["stroke"] + rest) }
    } else if CommandTable.command(named: first, in: nil) == nil {
      if brush(first) != nil { readings.append(["stroke"] + words) }
      if OtherFilters.meaning(of: first) != nil || FilterCatalog.filter(named: first) != nil {
        readings.append(["filter"] + words)
      }
      readings += CommandTable.all.filter { $0.group == nil && $0.alsoCalled.contains(first) }.map {
        [$0.name] + words.dropFirst()
      }
      let names = CommandTable.all.filter { $0.group == nil }.map(\.name)
      if let near = NearestName.nearest(to: first, among: names + ["stroke"]), near.utf8.first == first.utf8.first,
        NearestName.distance(Array(near.utf8), Array(first.utf8)) <= 2
      {
        readings.append([near] + words.dropFirst())
      }
    }
    return readings
  }

  /// Words for help or the version, which are no command; nil if the line means none of them.
  static func help(for words: [String]) -> [String]? {
    readings(of: words).first { $0.first == "help" || $0.first == "--version" }
  }

  /// Names of brushes in other programs that mean nothing else.
  private static let sameBrushes: Set<String> = [
    "airbrush", "arrow", "box", "brush", "circle", "dot", "erase", "freehand", "oval", "pen", "point", "polyline",
    "rectangle", "rounded-rect", "roundrect", "rubber", "segment", "spline", "square", "triangle",
  ]

  /// Whether a word can only mean that brush.
  static func isSame(_ word: String, as brush: CommandSpec) -> Bool {
    word == brush.name || sameBrushes.contains(word)
  }

  /// The brush that a word means.
  static func brush(_ word: String) -> CommandSpec? {
    let word = word.lowercased()
    let name = brushes[word] ?? word
    return CommandTable.all.first { $0.group == "stroke" && ($0.name == name || $0.alsoCalled.contains(name)) }
  }

  /// The words that fit to a row's: those in angle brackets, in order, and the rest; nil if the line begins differently.
  private static func matched(_ words: [String], _ typed: String) -> (bound: [String], rest: [String])? {
    var bound: [String] = []
    let pattern = typed.split(separator: " ").map(String.init)
    guard words.count >= pattern.count else { return nil }
    for (word, expected) in zip(words, pattern) {
      guard expected.hasPrefix("<") else {
        if word.lowercased() == expected.lowercased() { continue }
        return nil
      }
      guard let meant = meant(word, as: expected) else { return nil }
      bound.append(meant)
    }
    return (bound, Array(words.dropFirst(pattern.count)))
  }

  /// A word of a kind as it is written here; nil if it is not of that kind.
  private static func meant(_ word: String, as kind: String) -> String? {
    switch kind {
    case "<box>": TypedWord.isBox(word) ? word : nil
    case "<point>": TypedWord.isPoint(word) ? word : nil
    case "<color>": TypedWord.color(word)
    case "<picture>": TypedLine.isPictureName(word) ? word : nil
    case "<revision>": TypedWord.isRevision(word) ? word : nil
    case "<brush>": brush(word) == nil ? nil : word
    case "<script>": word.hasSuffix(".txt") || word.hasSuffix(".paint-script") || word.hasSuffix(".script") ? word : nil
    case "<back>": back(word)
    default: LineParser.isOption(word) ? nil : word
    }
  }

  /// The number of steps of `HEAD~2`, `HEAD^`, `@~1` and `-1`.
  private static func back(_ word: String) -> String? {
    if let number = TypedWord.number(word), number < 0 { return String(word.dropFirst()) }
    for head in ["HEAD", "@", "current", "latest"] where word.hasPrefix(head) {
      let rest = word.dropFirst(head.count)
      if rest == "^" || rest == "~" { return "1" }
      if rest.first == "~", TypedWord.isNumber(String(rest.dropFirst())) { return String(rest.dropFirst()) }
    }
    return nil
  }

  /// The words of a row with what was found.
  private static func filled(_ here: String, _ found: (bound: [String], rest: [String])) -> [String] {
    var bound = found.bound[...]
    var words: [String] = []
    for word in here.split(separator: " ").map(String.init) {
      switch word {
      case "*": words += found.rest
      case _ where word.hasPrefix("<"): if let next = bound.popFirst() { words.append(next) }
      default: words.append(word)
      }
    }
    return words
  }
}

extension TypedLine {
  /// The options before the command, and that of the drawing, which may be anywhere; and the other words.
  static func split(_ words: [String]) -> (before: [String], typed: [String]) {
    var rest = words[...]
    var before: [String] = []
    while let word = rest.first, let match = known(word) {
      before.append(rest.removeFirst())
      if OptionSpec.spec(match.id).takesValue, let value = rest.popFirst() { before.append(value) }
    }
    while let place = rest.firstIndex(where: { $0 == "-d" || $0 == "--document" }), place + 1 < rest.endIndex,
      rest[place + 1].hasSuffix(".paint"), !rest[..<place].contains("--")
    {
      before += rest[place...place + 1]
      rest.removeSubrange(place...place + 1)
    }
    return (before, Array(rest))
  }

  /// What a refused line can mean, the most probable first.
  static func candidates(_ typed: [String], after before: [String]) -> [TypedLine] {
    var candidates = line(typed, after: before, isCertain: true).map { [$0] } ?? []
    // What other programs call it is suggested, but not run.
    candidates += OtherCommands.readings(of: typed).compactMap { line($0, after: before, isCertain: false) }
    return candidates
  }

  /// A line of words that begin with a command or with `stroke` and a brush.
  private static func line(_ words: [String], after before: [String], isCertain: Bool) -> TypedLine? {
    guard let name = words.first else { return nil }
    if CommandTable.isGroup(name) {
      guard words.count > 1, let spec = OtherCommands.brush(words[1]) else { return nil }
      let typed = words[1].lowercased()
      return TypedLine(
        spec, typedAs: typed, after: before, Array(words.dropFirst(2)),
        isCertain: isCertain && OtherCommands.isSame(typed, as: spec))
    }
    guard let spec = CommandTable.command(named: name, in: nil) else { return nil }
    return TypedLine(spec, typedAs: name, after: before, Array(words.dropFirst()), isCertain: isCertain)
  }
}
