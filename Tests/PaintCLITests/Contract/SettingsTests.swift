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
