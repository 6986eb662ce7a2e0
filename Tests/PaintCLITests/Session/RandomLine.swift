/// Lines of every kind, for sessions.
enum RandomLine {
  static let branches = ["main", "draft", "a", "ümlaut", "x1"]
  static let names = ["Tree", "two words", "ünï ✓", "it's", " ", "a \"b\""]
  static let authors = ["Ann", "Bob B.", "ünï ✓"]
  static let files = (0..<5).map { "f\($0).png" }

  /// A line; its files and revisions mostly exist, and inside a group it is mostly not a move.
  static func words(for paint: PlainPaint, inGroup: Bool, _ random: inout Seeded) -> [String] {
    var words = plain(paint, inGroup: inGroup, &random)
    if WrongLines.all.contains(words) { return words }
    if named.contains(words[0]), !asking.contains(words), one(5, &random) {
      words += ["--name", pick(names, &random)]
    }
    if named.contains(words[0]), !asking.contains(words), one(6, &random) {
      words += ["--author", pick(authors, &random)]
    }
    if changing.contains(words[0]), !asking.contains(words), one(12, &random) {
      let current = paint.document.current
      let states = ["r\(current)", "r\(current + 1)", paint.document.here.picture.fingerprint.hex, "r0"]
      words += ["--expect", pick(states, &random)]
    }
    return words
  }

  /// Commands that take `--name` and `--author`.
  private static let named: Set = [
    "stroke", "revert", "import", "fill", "clear", "replace", "place", "filter", "flip", "rotate", "crop", "canvas",
    "trim", "restore", "background", "select",
  ]

  /// Commands that take `--expect` and `--dry-run`.
  static let changing = named.union(["undo", "redo", "goto", "name", "group", "ungroup", "branch"])

  /// Lines of these commands that only ask.
  static let asking: Set = [["branch"], ["select"]]

  private static func plain(_ paint: PlainPaint, inGroup: Bool, _ random: inout Seeded) -> [String] {
    // Rejected lines discard their group, so too many of them would leave few groups.
    // With a selection, few edits change all that they could.
    if paint.document.here.mask != nil, one(15, &random) { return ["select", "none"] }
    let roll = Int.random(in: inGroup && !one(40, &random) ? 30..<100 : 0..<100, using: &random)
    switch roll {
    case 0..<8: return ["undo"] + count(&random)
    case 8..<14: return ["redo"] + count(&random)
    case 14..<19: return ["goto", place(paint, &random)]
    case 19..<22: return ["group", "\(Int.random(in: 1...6, using: &random))"] + maybe(pick(names, &random), &random)
    case 22..<25: return ["ungroup"]
    case 25..<30: return branch(paint, &random)
    case 30..<34: return ["name", place(paint, &random), pick(names, &random)] + maybe("--group", &random)
    case 34..<37: return revert(paint, &random)
    case 37..<40: return ["import", fitting(paint, &random)]
    case 40..<43:
      let at = at(paint, &random)
      let region = "\(point(paint, at.last, &random)),\(1 + number(80, &random))x\(1 + number(60, &random))"
      return ["export", pick(files, &random)] + at + (one(2, &random) ? ["--region", region] : [])
        + (one(4, &random) ? [pick(["--mask", "--masked"], &random)] : [])
    case 43..<46:
      let at = at(paint, &random)
      return ["pick"] + (0...number(4, &random)).map { _ in point(paint, at.last, &random) } + at
    case 46..<50:
      let at = at(paint, &random)
      return ["blame", point(paint, at.last, &random)] + at
    case 50..<53:
      let second = one(2, &random) ? [picture(paint, &random)] : []
      return ["diff", picture(paint, &random)] + second
        + (one(3, &random) ? ["--tolerance", "\(number(256, &random))"] : [])
    case 53..<56: return ["show"] + maybe(place(paint, &random), &random)
    case 56: return ["status"]
    case 57: return replay(paint, &random)
    case 58..<61:
      let text = pick(
        ["PENCIL", "tree", "words", "ellipse", "Width", "nothing has this", "Expand", "LUE color", "invert +", "CROP"],
        &random)
      return ["history", "--limit", "\(1 + number(12, &random))"] + maybe("--all", &random)
        + (one(2, &random) ? ["--grep", text] : [])
        + (one(4, &random) ? ["--author", pick(authors, &random)] : [])
    case 61..<63: return one(3, &random) ? ["set", "--reset"] : settings(&random)
    case 63..<66: return WrongLines.all[number(WrongLines.all.count, &random)]
    case 66..<76: return area(paint, &random)
    case 76, 77: return one(4, &random) ? stroke(paint, &random) : canvas(paint, &random)
    default: return stroke(paint, &random)
    }
  }

  private static func revert(_ paint: PlainPaint, _ random: inout Seeded) -> [String] {
    // Mostly one of the last, because all lines since then run again.
    let last = paint.document.line(to: paint.document.current).suffix(9)
    func recent(_ random: inout Seeded) -> Int { last[last.startIndex + number(last.count, &random)] }
    switch number(6, &random) {
    case 0: return ["revert", place(paint, &random), "--as-typed"]
    case 1: return ["revert", "\(recent(&random))", "r\(recent(&random))", "--as-typed"]
    case 2: return ["revert", "\(recent(&random))..\(recent(&random))", "--as-typed"]
    default: return ["revert", "\(recent(&random))", "--as-typed"]
    }
  }

  private static func stroke(_ paint: PlainPaint, _ random: inout Seeded) -> [String] {
    if one(6, &random) {
      let (from, to) = (point(paint, nil, &random), point(paint, nil, &random))
      return ["stroke", "eraser", from, to, "--width", "9", "--to", place(paint, &random)]
    }
    if one(5, &random) { return brush(paint, &random) }
    if one(8, &random) {
      let points = (0...number(5, &random)).map { _ in point(paint, nil, &random) }
      let closed = maybe("--closed", &random)
      return ["stroke", "curve"] + points + closed + (one(2, &random) ? ["--fill", "12345678", "--width", "3"] : [])
    }
    let size = paint.document.here.picture.size
    var words = split(RandomStroke.line(&random, width: size.width, height: size.height))
    for option in ["--color", "--fill"] where one(5, &random) {
      if let place = words.firstIndex(of: option) { words[place + 1] = pick(gradients, &random) }
    }
    return words
  }

  private static func settings(_ random: inout Seeded) -> [String] {
    ["set"] + (one(4, &random) ? softSettings(&random) : split(RandomStroke.settings(&random)))
  }

  static let gradients = [
    "linear-gradient(red,navy)", "linear-gradient(30deg,ffffff80,00ff00,black)", "radial-gradient(white,transparent)",
    "conic-gradient(red,lime,blue,red)", "repeating-linear-gradient(90deg,teal,gold,9px,teal)",
  ]

  private static func branch(_ paint: PlainPaint, _ random: inout Seeded) -> [String] {
    let name = pick(branches, &random)
    switch number(6, &random) {
    case 0: return ["branch"]
    case 1: return ["branch", name, "--delete"]
    case 2: return ["branch", name, place(paint, &random), "--move"]
    case 3: return ["branch", name]
    default: return ["branch", name, place(paint, &random)]
    }
  }

  /// A revision, mostly an existing one, of the newest or of all.
  static func place(_ paint: PlainPaint, _ random: inout Seeded) -> String {
    let next = paint.document.next
    switch number(12, &random) {
    case 0: return pick(["start", "current", "latest"], &random)
    case 1, 2: return pick(branches, &random)
    case 3: return "\(number(next + 1, &random))"
    case 4, 5, 6: return "r\(number(next, &random))"
    default: return "\(max(0, next - 1 - number(12, &random)))"
    }
  }

  /// A file, mostly one with a picture of the canvas' size, if there is one.
  static func fitting(_ paint: PlainPaint, _ random: inout Seeded) -> String {
    let fitting = files.filter { paint.files[$0]?.size == paint.document.here.picture.size }
    return fitting.isEmpty || one(5, &random) ? pick(files, &random) : pick(fitting, &random)
  }

  private static func picture(_ paint: PlainPaint, _ random: inout Seeded) -> String {
    one(4, &random) ? pick(files, &random) : place(paint, &random)
  }

  static func at(_ paint: PlainPaint, _ random: inout Seeded) -> [String] {
    one(2, &random) ? ["--at", place(paint, &random)] : []
  }

  /// A pixel of the picture of a revision, or of the current one if that does not exist.
  static func point(_ paint: PlainPaint, _ revision: String?, _ random: inout Seeded) -> String {
    let size = paint.document[paint.number(revision ?? "current") ?? paint.document.current].picture.size
    return "\(number(size.width, &random)),\(number(size.height, &random))"
  }

  private static func count(_ random: inout Seeded) -> [String] {
    one(2, &random) ? [] : ["\(1 + number(one(4, &random) ? 40 : 4, &random))"]
  }

  static func number(_ bound: Int, _ random: inout Seeded) -> Int { Int.random(in: 0..<bound, using: &random) }
  static func one(_ many: Int, _ random: inout Seeded) -> Bool { number(many, &random) == 0 }
  static func maybe(_ word: String, _ random: inout Seeded) -> [String] { one(2, &random) ? [word] : [] }
  private static func split(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

  static func pick(_ words: [String], _ random: inout Seeded) -> String {
    words[number(words.count, &random)]
  }
}
