extension RandomLine {
  /// A line that forgets something, or frees space; `forget --all` is rare.
  static func forgetting(_ paint: PlainPaint, _ random: inout Seeded) -> [String] {
    switch number(40, &random) {
    case 0: return ["forget", "--all"]
    case 1..<8: return ["forget", "--branch", pick(branches, &random)]
    case 8..<14:
      let line = paint.document.line(to: paint.document.current)
      return [
        "forget", "--before", one(2, &random) ? place(paint, &random) : "\(line[number(line.count, &random) / 3])",
      ]
    case 14..<24: return limit(paint, &random)
    default: return ["gc"] + expectation(paint, &random)
    }
  }

  private static func limit(_ paint: PlainPaint, _ random: inout Seeded) -> [String] {
    let words: [String]
    switch number(10, &random) {
    case 0: words = ["--bytes", pick(["0", "1", "1G"], &random)]
    case 1: return ["limit"]
    case 2: words = ["--side-age", pick(["0", "90d", "1s"], &random)]
    case 3: words = ["--side-age", "90d", "--bytes", "0", "--steps", "\(5 + number(100, &random))"]
    case 4: return pick([["limit", "--steps", "4"], ["limit", "--bytes", "x"]], &random)
    // Mostly none, so that there are steps left to limit.
    case 5, 6, 7: words = ["--steps", "0", "--bytes", "0"]
    default: words = ["--steps", pick(["5", "6", "9", "30", "200"], &random)]
    }
    return ["limit"] + words + expectation(paint, &random)
  }

  /// A line that lets another program change the picture.
  static func running(_ paint: PlainPaint, _ random: inout Seeded) -> [String] {
    let name = one(5, &random) ? ["--name", pick(names, &random)] : []
    let file = fitting(paint, &random)
    let program: [String] =
      switch number(8, &random) {
      case 0: ["true"]
      case 1: ["false"]
      case 2: ["rm", "{}"]
      case 3: ["sh", "-c", "paint undo -q; true"]
      default: ["cp", file, "{}"]
      }
    return ["run"] + name + expectation(paint, &random) + ["--"] + program
  }

  /// A line that writes many pictures, of a range that is mostly valid and short.
  static func replay(_ paint: PlainPaint, _ random: inout Seeded) -> [String] {
    var (first, last) = (place(paint, &random), place(paint, &random))
    if let end = paint.number(last), !one(6, &random) {
      let line = paint.document.line(to: end).suffix(1 + number(12, &random))
      first = "\(line.first ?? end)"
    }
    // A long range is slow.
    if let start = paint.number(first), let end = paint.number(last), end - start > 100 { last = first }
    if one(2, &random) { return ["timelapse", pick(["t0.png", "t1.png"], &random), "--from", first, "--to", last] }
    return ["export", "e%03d.png", "--each", "\(first)..\(last)"]
      + (one(4, &random) ? ["--region", "10,9,33x50"] : [])
  }

  private static func expectation(_ paint: PlainPaint, _ random: inout Seeded) -> [String] {
    guard one(6, &random) else { return [] }
    let current = paint.document.current
    let states = ["r\(current)", "r\(current + 1)", paint.document.here.picture.fingerprint.hex]
    return ["--expect", pick(states, &random)]
  }

  static func pick(_ lines: [[String]], _ random: inout Seeded) -> [String] {
    lines[number(lines.count, &random)]
  }
}

extension PlainPaint {
  /// The revision that a word means, if there is one.
  func number(_ word: String) -> Int? { try? resolve(word) }
}
