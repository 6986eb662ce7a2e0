import Testing

/// The settings of `paint set` for strokes, fills and texts.
@Suite("Contract: settings")
struct SettingsTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.sh(
      "paint new art.paint --size 90x70 --background white && "
        + "echo 'filter invert' | paint batch - --size 30x20 --background '#30a0f0' --out p.png")
    try #require(made.code == 0, "\(made)")
  }

  /// The fingerprint after a line.
  private func fingerprint(_ line: String) throws -> String? {
    let outcome = try shell.paint("\(line) --dry-run --json")
    #expect(outcome.code == 0, "\(line): \(outcome)")
    return try outcome.json["fingerprint"].text
  }

  @Test(
    "a setting applies if a command takes the option and does not give it",
    arguments: [
      ("--arrow end", "stroke line 10,10 80,60", "stroke line 10,10 80,60 --arrow end"),
      ("--arrow end", "stroke path M10,10L80,60", "stroke path M10,10L80,60 --arrow end"),
      ("--arrow end", "stroke line 10,10 80,60 --arrow none", nil),
      ("--arrow both", "stroke ellipse 10,10,50x50", nil), ("--arrow both", "stroke eraser 10,10 --to none", nil),
      ("--radius 9", "stroke rect 10,10,50x50", "stroke rect 10,10,50x50 --radius 9"),
      ("--radius 9", "stroke rect 10,10,50x50 --fill red", "stroke rect 10,10,50x50 --fill red --radius 9"),
      ("--radius 9", "stroke rect 10,10,50x50 --radius 0", nil), ("--radius 9", "stroke ellipse 10,10,50x50", nil),
      ("--opacity 0.5", "stroke eraser 10,10 --to none --width 30", nil),
      ("--opacity 0.5", "fill 1,1 --color red", "fill 1,1 --color red --opacity 0.5"),
      ("--blend difference", "fill 1,1 --color red", "fill 1,1 --color red --blend difference"),
      (
        "--blend exclusion --linear", "stroke rect 10,10,50x50 --fill red",
        "stroke rect 10,10,50x50 --fill red --blend exclusion --linear"
      ),
      ("--blend difference", "stroke line 10,10 80,60 --blend normal", "stroke line 10,10 80,60"),
      ("--blend difference --linear", "stroke eraser 10,10 --to none --width 30", nil),
      ("--opacity 0.5", "place p.png --at 9,9", "place p.png --at 9,9 --opacity 0.5"),
      (
        "--blend difference --linear", "place p.png --at 9,9", "place p.png --at 9,9 --blend difference --linear"
      ),
      ("--blend difference", "place p.png --at 9,9 --blend normal", nil),
      ("--width 9", "stroke eraser 10,10 --to none", "stroke eraser 10,10 --to none --width 9"),
      ("--cap butt", "stroke pencil 10,10 40,40", nil), ("--size 30", "stroke line 1,1 50,50", nil),
    ] as [(String, String, String?)])
  func settings(set: String, line: String, same: String?) throws {
    // Without settings.
    let expected = try fingerprint(same?.replacing("--arrow none", with: "") ?? line)
    #expect(try shell.paint("set \(set)").code == 0)
    #expect(try fingerprint(line) == expected)
    // The recorded command does not depend on settings.
    #expect(try shell.paint(line).code == 0)
    let command = try #require(try shell.paint("history --json").json.elements.last?["command"].text)
    _ = try shell.paint("undo")
    _ = try shell.paint("set --reset")
    #expect(try shell.sh("paint \(command)").code == 0)
    #expect(try shell.paint("status --json").json["fingerprint"].text == expected)
    _ = try shell.paint("undo")
    _ = try shell.paint("set --arrow start --radius 3 --opacity 0.25 --width 3 --cap square --size 9 --font serif")
    _ = try shell.paint("set --blend hue --linear")
    #expect(try shell.sh("paint \(command)").code == 0)
    #expect(try shell.paint("status --json").json["fingerprint"].text == expected)
  }

  @Test("texts take size and font from the settings", .enabled(if: TextTests.hasFonts, "there are no fonts here"))
  func texts() throws {
    #expect(try fingerprint("text 5,40 Words") == fingerprint("text 5,40 Words --size 24"))
    let expected = try shell.paint("text 5,40 Words --size 20 --font sans-serif --dry-run --json")
    #expect(expected.code == 0, "\(expected)")
    #expect(try shell.paint("set --size 20 --font sans-serif").output == "--size 20 --font=sans-serif\n")
    #expect(try fingerprint("text 5,40 Words") == expected.json["fingerprint"].text)
    let larger = try fingerprint("text 5,40 Words --size 30")
    #expect(try larger != expected.json["fingerprint"].text)
    let script = try shell.paint("batch - --json", input: "set --size 30\ntext 5,40 Words\n")
    #expect(try script.jsonLines[1]["fingerprint"].text == larger)
    // The recorded outlines need no font, and keep their size.
    let command = try #require(try shell.paint("history --json").json.elements.last?["command"].text)
    _ = try shell.paint("undo")
    _ = try shell.paint("set --size 9 --font nosuchfont")
    #expect(try shell.sh("paint \(command)").code == 0)
    #expect(try shell.paint("status --json").json["fingerprint"].text == larger)
    #expect(try shell.paint("text 5,40 Words").code == 66)
  }
}
