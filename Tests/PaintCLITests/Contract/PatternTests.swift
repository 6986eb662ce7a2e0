import PaintRaster
import PaintTestSupport
import Testing

/// `pattern(FILE)` where a gradient can be, and what the history keeps of it.
@Suite("Contract: patterns")
struct PatternTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    _ = try shell.paint("new art.paint --size 100x70 --background white")
    // Four pixels in two rows.
    try shell.write("tile.ppm", Array("P6\n2 2\n255\n".utf8) + [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 8, 7])
  }

  @Test(
    "control characters of a file's name are escaped in the settings, also in a path that is not UTF-8",
    arguments: ["", "\\377", "\\342\\202"])
  func controls(invalid: String) throws {
    let controls: [Unicode.Scalar] = [
      "\u{1b}", "\u{7f}", "\u{9b}", "\u{202e}", "\u{2066}", "\u{2028}", "\u{200f}", "\u{61c}",
    ]
    for control in controls {
      let octal = Array(String(control).utf8).map { "\\0\(String($0, radix: 8))" }.joined()
      let set = try shell.sh(
        "f=$(printf '%b' 'A\(octal)é\(invalid.replacing("\\", with: "\\0"))B.ppm'); cp tile.ppm \"$f\" && paint set --color \"pattern($f)\" --font \"$f\""
      )
      if !invalid.isEmpty {
        // The settings are text, so they cannot hold the path.
        #expect(set.code == 64 && set.output.isEmpty && set.message.contains("UTF-8"), "\(set)")
        #expect(!set.errors.unicodeScalars.contains(control), "\(control.value): \(set)")
        continue
      }
      #expect(set.code == 0, "\(set)")
      let shown = try shell.paint("set")
      for outcome in [set, shown] {
        #expect(!outcome.output.unicodeScalars.contains(control), "\(control.value): \(outcome)")
        let bytes = String(control).utf8.map { "\\x\($0 < 16 ? "0" : "")\(String($0, radix: 16))" }.joined()
        #expect(outcome.output.contains("A\(bytes)é"), "\(control.value): \(outcome)")
      }
    }
  }

  @Test(
    "a path that is not UTF-8 is a pattern of a step, which is repeated, or of the settings, but no font",
    arguments: ["t\\351.ppm", "f\\377/t.ppm"])
  func notUTF8(name: String) throws {
    let (file, folder) = ("\"$(printf '\(name)')\"", "\"$(dirname \"$(printf '\(name)')\")\"")
    let drawn = try shell.sh(
      """
      mkdir -p \(folder); cp tile.ppm \(file) && paint stroke rect 11,10,30x20 --fill "pattern(\(file.dropFirst().dropLast()))"
      """)
    #expect(drawn.code == 0, "\(drawn)")
    try check(PixelBox(x: 11, y: 10, width: 30, height: 20), "\(name)")
    let repeated = try shell.sh(
      """
      paint history --script >script && paint new again.paint --size 100x70 --background white -q
      paint -d again.paint batch script -q && paint export a.png -q && paint -d again.paint export b.png -q
      cmp a.png b.png
      """, with: ["PAINT_DOCUMENT": "art.paint"])
    #expect(repeated.code == 0, "\(repeated)")
    let before = try shell.files()
    for line in [
      "set --font \"$n\"",
      "text 1,20 x --size 9 --font \"$n\"",
    ] {
      let outcome = try shell.sh("n=\(file); paint -d art.paint \(line)")
      #expect(outcome.code == 64 && outcome.message.contains("UTF-8"), "\(line): \(outcome)")
    }
    #expect(try shell.files() == before)
    let kept = try shell.sh(
      "n=\(file); paint -d art.paint set --color \"pattern($n)\" && rm \"$n\" && paint -d art.paint stroke pencil 1,1")
    #expect(kept.code == 0 && kept.output.hasPrefix("--color 'pattern(content:"), "\(kept)")
  }

  private static let colors = [
    Pixel(red: 255, green: 0, blue: 0), Pixel(red: 0, green: 255, blue: 0), Pixel(red: 0, green: 0, blue: 255),
    Pixel(red: 9, green: 8, blue: 7),
  ]

  /// The pixels of the pattern in a box.
  private func check(_ box: PixelBox, _ note: Comment) throws {
    let picture = try shell.picture()
    for y in box.y..<box.maxY {
      for x in box.x..<box.maxX { #expect(picture[x, y] == Self.colors[x % 2 + y % 2 * 2], note) }
    }
  }

  @Test(
    "is a paint of strokes, texts, fill, clear and background, and the step is repeated without the file",
    arguments: [
      ["stroke", "rect", "11,10,30x20", "--fill", "pattern(tile.ppm)"],
      ["stroke", "pencil", "11,10", "41,30", "--width", "40", "--color", "Pattern(./tile.ppm)"],
      ["stroke", "rect", "10,10,30x20", "--fill", "pattern(tile.ppm)", "--color", "pattern(tile.ppm)", "--width", "4"],
      ["text", "0,-20", "█", "--size", "90", "--color", "pattern(tile.ppm)", "--background", "pattern(tile.ppm)"],
      ["fill", "5,5", "--color", "pattern(tile.ppm)"],
      ["clear", "pattern(tile.ppm)"],
    ])
  func everywhere(words: [String]) throws {
    let rehearsal = try shell.paint(words + ["--dry-run", "--json"])
    let outcome = try shell.paint(words + ["--json"])
    #expect(outcome.code == 0, "\(outcome)")
    #expect(try rehearsal.json["fingerprint"].text == outcome.json["fingerprint"].text)
    try check(PixelBox(x: 15, y: 14, width: 20, height: 12), "\(words)")
    let command = try shell.paint("history --json").json.elements.last?["command"].text ?? ""
    #expect(command.contains("pattern(content:") && !command.contains("tile.ppm"), "\(command)")
    let picture = try shell.picture()
    // By its command, by a script with copies of the files, and after a repair.
    #expect(try shell.sh("mkdir copies; paint history --script --files copies >copies/script").code == 0)
    #expect(try shell.sh("rm tile.ppm; paint undo; paint gc; paint \(command)").code == 0)
    #expect(try shell.picture() == picture)
    let replay = try shell.sh(
      "paint new b.paint --size 100x70 --background white && paint -d b.paint batch copies/script")
    #expect(replay.code == 0, "\(replay)")
    let prints = try ["a", "b"].map { name in
      try shell.paint("-d \(name == "a" ? "art" : name).paint status --json").json["fingerprint"].text
    }
    #expect(prints[0] == prints[1])
    let check = try shell.sh("rm art.paint/index.sqlite*; paint -d art.paint check --repair; paint -d art.paint check")
    #expect(check.code == 0, "\(check)")
  }

  @Test("is a paint in scripts, with and without a document, and in settings from other folders")
  func scripts() throws {
    let missing = try shell.paint(["set", "--fill", "pattern(missing.png)"])
    #expect(missing.code == 66 && missing.errors.contains("no such file"), "\(missing)")
    let script = "stroke rect 0,0,100x70 --fill pattern(tile.ppm)\n"
    #expect(try shell.paint("-d art.paint batch -", input: script).code == 0)
    try check(PixelBox(x: 0, y: 0, width: 100, height: 70), "batch")
    let run = try shell.sh(
      """
      printf '%s' '\(script)' | paint batch - --size 100x70 --out out.png && paint -d art.paint undo &&
      paint -d art.paint import out.png
      """)
    #expect(run.code == 0, "\(run)")
    try check(PixelBox(x: 0, y: 0, width: 100, height: 70), "one-shot")
    let set = try shell.sh(
      """
      paint -d art.paint set --color 'pattern(tile.ppm)' && mkdir sub && cd sub &&
      paint -d ../art.paint clear && paint -d ../art.paint stroke line 0,30 99,30 --width 60
      """)
    #expect(set.code == 0, "\(set)")
    try check(PixelBox(x: 10, y: 10, width: 80, height: 30), "settings")
  }

  @Test("bad patterns are refused by name")
  func bad() throws {
    for (words, code, part) in [
      (["clear", "pattern()"], 64, "names no file"), (["clear", "pattern(x.png"], 64, "parenthesis"),
      (["clear", "pattern(-)"], 64, "standard input"), (["clear", "pattern(nothing.png)"], 66, "no such file"),
      (["clear", "pattern(content:12)"], 64, "64 hexadecimal digits"),
      (["replace", "red", "pattern(tile.ppm)"], 64, "one colour is needed here, not the pattern"),
      (["rotate", "5", "--background", "linear-gradient(red,blue)"], 64, "one colour is needed here, not the gr"),
    ] {
      let outcome = try shell.paint(words)
      #expect(Int(outcome.code) == code && outcome.errors.contains(part), "\(words): \(outcome)")
    }
    try shell.write("broken.png", Array("not a picture".utf8))
    let outcome = try shell.paint(["clear", "pattern(broken.png)"])
    #expect(outcome.code == 65, "\(outcome)")
    #expect(try shell.paint("history --json").json.elements.count == 1)
  }
}
