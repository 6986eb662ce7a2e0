import Glibc
import PaintRaster
import Testing

@testable import PaintCLI

/// Which picture `paint view` shows, how, and on which terminal.
@Suite("Contract: view, its words and terminals")
struct ViewingTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.sh(
      """
      paint new art.paint --size 60x50 --background white -q && paint stroke rect 5,5,30x20 --fill teal -q &&
      paint stroke ellipse 20,15,35x30 --fill gold -q
      """)
    try #require(made.code == 0, "\(made)")
  }

  private static func abilities(_ change: (inout TerminalEmulator.Abilities) -> Void) -> TerminalEmulator.Abilities {
    var abilities = TerminalEmulator.Abilities()
    change(&abilities)
    return abilities
  }

  /// The half blocks that a command prints without a terminal.
  private func shown(_ line: String, _ width: Int, _ height: Int) throws -> Picture {
    let outcome = try shell.paint(line)
    #expect(outcome.code == 0, "\(line): \(outcome.errors)")
    return TerminalEmulator.showing(outcome.bytes).halfBlockPicture(width: width, height: height)
  }

  // MARK: Choice

  /// How a terminal was shown a picture.
  private static func shownProtocol(_ terminal: TerminalEmulator) -> String {
    (terminal.images.last?.pictureProtocol ?? terminal.textProtocol).rawValue
  }

  struct Choice: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var abilities = TerminalEmulator.Abilities()
    var variables: [String: String] = [:]
    var options = ""
    var expected: String
  }

  private static let choices: [Choice] = [
    Choice(testDescription: "kitty's answer", abilities: abilities { $0.hasKitty = true }, expected: "kitty"),
    Choice(
      testDescription: "kitty before sixels",
      abilities: abilities {
        $0.hasKitty = true
        $0.hasSixel = true
      }, expected: "kitty"),
    Choice(
      testDescription: "the name iTerm2", abilities: abilities { $0.name = "iTerm2 3.5.0" }, expected: "iterm2"),
    Choice(testDescription: "LC_TERMINAL", variables: ["LC_TERMINAL": "iTerm2"], expected: "iterm2"),
    Choice(
      testDescription: "another name than that of LC_TERMINAL", abilities: abilities { $0.name = "XTerm(380)" },
      variables: ["LC_TERMINAL": "iTerm2"], expected: "blocks256"),
    Choice(testDescription: "sixels", abilities: abilities { $0.hasSixel = true }, expected: "sixel"),
    Choice(testDescription: "24-bit colours", variables: ["COLORTERM": "truecolor"], expected: "blocks"),
    Choice(testDescription: "256 colours", expected: "blocks256"),
    Choice(testDescription: "no colours", variables: ["NO_COLOR": "1"], expected: "ascii"),
    Choice(
      testDescription: "no colours, although there could be pictures", abilities: abilities { $0.hasKitty = true },
      variables: ["NO_COLOR": "1"], expected: "ascii"),
    Choice(
      testDescription: "no colours, but the user's word", abilities: abilities { $0.hasKitty = true },
      variables: ["NO_COLOR": "1"], options: "--protocol kitty", expected: "kitty"),
    Choice(testDescription: "a dumb terminal", variables: ["TERM": "dumb"], expected: "ascii"),
    Choice(
      testDescription: "tmux that knows sixels",
      abilities: abilities {
        $0.hasSixel = true
        $0.isTmux = true
      }, variables: ["TMUX": "/tmp/tmux", "LC_TERMINAL": "iTerm2"], expected: "sixel"),
    Choice(
      testDescription: "tmux in iTerm2", abilities: abilities { $0.isTmux = true },
      variables: ["TMUX": "/tmp/tmux", "LC_TERMINAL": "iTerm2"], expected: "blocks256"),
    Choice(
      testDescription: "the user's word", abilities: abilities { $0.hasKitty = true }, options: "--protocol blocks",
      expected: "blocks"),
    Choice(
      testDescription: "garbage around the answers",
      abilities: abilities {
        $0.hasSixel = true
        $0.noise = Array("\u{1b}[\u{1b}[?4;4;4\u{1b}[999999999;9;9tqwerty\u{1b}_Gi=32;OK\u{1b}\\\u{0}\u{7}".utf8)
      }, expected: "sixel"),
  ]

  @Test("the terminal's answers choose the protocol", arguments: choices)
  func choice(_ choice: Choice) throws {
    let session = try shell.onTerminal(
      "view \(choice.options)".split(separator: " ").map(String.init),
      TerminalEmulator(columns: 400, rows: 24, choice.abilities), with: choice.variables)
    #expect(session.code == 0 && session.keptModes && session.terminal.unknown == [], "\(session.terminal.lines)")
    #expect(Self.shownProtocol(session.terminal) == choice.expected, "\(session.terminal.lines)")
  }

  @Test(
    "with --json or NO_COLOR the terminal is not asked: --json says what the variables tell",
    arguments: [
      (["TERM": "xterm-kitty"], "kitty"), (["LC_TERMINAL": "iTerm2"], "iterm2"), (["COLORTERM": "truecolor"], "blocks"),
      ([:], "blocks256"), (["NO_COLOR": "1", "TERM": "xterm-kitty"], "ascii"),
      (["TERM": "xterm-kitty", "TMUX": "/tmp/tmux"], "blocks256"),
    ] as [([String: String], String)])
  func unasked(variables: [String: String], expected: String) throws {
    let mute = Self.abilities { $0.isMute = true }
    let session = try shell.onTerminal(
      ["view", "--json"], TerminalEmulator(columns: 400, rows: 24, mute), with: variables)
    #expect(session.code == 0 && session.terminal.questions == 0)
    let line = try #require(session.terminal.lines.first { $0.contains("protocol") })
    #expect(try JSON(line)["protocol"].text == expected, "\(line)")
    guard variables["NO_COLOR"] != nil else { return }
    let shown = try shell.onTerminal(["view"], TerminalEmulator(mute), with: variables)
    #expect(shown.code == 0 && shown.terminal.questions == 0 && Self.shownProtocol(shown.terminal) == "ascii")
  }

  @Test("a terminal that does not answer, or sends only garbage, gets half blocks, and its modes again")
  func mute() throws {
    for noise in [[], [UInt8](repeating: 0x1b, count: 70_000), Array("\u{1b}P".utf8)] {
      let abilities = Self.abilities {
        $0.isMute = noise.isEmpty
        $0.noise = noise
        // Only a question that is not answered makes the program wait.
        $0.hasKitty = !noise.isEmpty
      }
      let session = try shell.onTerminal(
        ["view"], TerminalEmulator(columns: 90, rows: 40, abilities), with: ["COLORTERM": "truecolor"])
      #expect(session.code == 0 && session.keptModes)
      if noise.isEmpty {
        #expect(session.terminal.halfBlockPicture(width: 60, height: 50) == (try shell.picture()))
      }
    }
  }

  @Test("a signal while the terminal is asked ends the program, after its modes are restored")
  func interrupted() throws {
    for number in [SIGINT, SIGTERM] {
      let session = try shell.onTerminal(
        ["view"], TerminalEmulator(Self.abilities { $0.isMute = true }), signal: number)
      #expect(session.code == 128 + Int(number) && session.keptModes)
      #expect(session.terminal.images.isEmpty && !session.terminal.isInSequence)
    }
  }

  @Test(
    "the smallest terminals show something", arguments: ["kitty", "iterm2", "sixel", "blocks", "blocks256", "ascii"])
  func tiny(name: String) throws {
    for (columns, rows) in [(1, 1), (2, 1), (1, 2), (5, 3)] {
      let session = try shell.onTerminal(
        ["view", "--protocol", name, "--grid", "10"],
        TerminalEmulator(columns: columns, rows: rows, Self.abilities { $0.hasSixel = true }))
      #expect(session.code == 0 && session.keptModes && session.terminal.unknown == [], "\(session.terminal.unknown)")
      for image in session.terminal.images {
        #expect(image.picture.width <= columns * 10 && image.picture.height <= max(1, rows - 1) * 20)
      }
    }
  }

  @Test("a picture that is zoomed over the terminal is cut to what fits, with a warning")
  func cut() throws {
    let session = try shell.onTerminal(
      ["view", "--zoom", "10", "--region", "5,5,50x40"],
      TerminalEmulator(columns: 40, rows: 13, Self.abilities { $0.hasKitty = true }))
    let image = try #require(session.terminal.images.first)
    #expect(image.picture == (try shell.picture().cut(5, 5, 40, 24).repeated(10)))
    #expect(session.terminal.lines.joined().contains("5,5,40x24 of it is shown"))
    // Half blocks are cut to 40 columns and 12 rows of two pixels, too.
    let text = try shell.onTerminal(
      ["view", "--zoom", "3", "--protocol", "blocks"], TerminalEmulator(columns: 40, rows: 13))
    #expect(text.terminal.lines.joined().contains("0,0,13x8 of it is shown"), "\(text.terminal.lines)")
    // Without a terminal there are 80 columns, and as many rows as it takes.
    let piped = try shell.paint("view --zoom 2")
    #expect(piped.errors.contains("0,0,40x50 of it is shown"), "\(piped.errors)")
    let all = TerminalEmulator.showing(piped.bytes).halfBlockPicture(width: 80, height: 100)
    #expect(all == (try shell.picture().cut(0, 0, 40, 50).repeated(2)))
  }

  @Test("tmux passes pictures of kitty's protocol on, in sequences of its own")
  func tmux() throws {
    let session = try shell.onTerminal(
      ["view", "--protocol", "kitty"],
      TerminalEmulator(Self.abilities { $0.isTmux = true }), with: ["TMUX": "/tmp/tmux,1,0"])
    #expect(session.terminal.unknown == [])
    #expect(session.terminal.images.first?.picture == (try shell.picture()))
  }

  @Test("tmux that passes nothing on is a warning that says what to set", arguments: ["off", "on", "all", ""])
  func passing(setting: String) throws {
    _ = try shell.sh("mkdir bin; printf '#!/bin/sh\nprintf \"\(setting)\\n\"\n' >bin/tmux; chmod +x bin/tmux")
    let path = "\(shell.path("bin")):\(shell.environment["PATH"] ?? "")"
    for (name, isWarned) in [("kitty", setting == "off"), ("iterm2", setting == "off"), ("sixel", false)] {
      let session = try shell.onTerminal(
        ["view", "--json", "--protocol", name], TerminalEmulator(columns: 400, rows: 24),
        with: ["TMUX": "/tmp/tmux,1,0", "PATH": path])
      let json = try JSON(try #require(session.terminal.lines.first { $0.contains("protocol") }))
      let warnings = json["warnings"].elements.compactMap(\.text)
      #expect(warnings.contains { $0.contains("tmux set -p allow-passthrough on") } == isWarned, "\(name): \(warnings)")
    }
  }

  // MARK: Words

  @Test("--diff shows the picture that diff --out writes")
  func differences() throws {
    _ = try shell.paint("diff start current --out map.png")
    let map = try Picture(#require(shell.contents("map.png")))
    #expect(try shown("view --diff start", 60, 50) == map)
    #expect(try shown("view current --diff r0 --zoom 50%", 30, 25) == map.average(30, 25))
    #expect(try shown("view --diff start --region 9,33,20x17 --zoom 2", 40, 34) == map.cut(9, 33, 20, 17).repeated(2))
    _ = try shell.paint("export now.png")
    let same = try shell.paint("diff now.png now.png --out same.png")
    #expect(same.code == 0)
    #expect(try shown("view now.png --diff current", 60, 50) == (try Picture(#require(shell.contents("same.png")))))
    #expect(try shell.paint("view --diff nothing").code == 66)
  }

  // MARK: Grids

  @Test("the lines of a grid are where their labels say, in half blocks and in pixels")
  func grid() throws {
    let plain = try shell.picture().cut(5, 3, 50, 40)
    let outcome = try shell.paint("view --region 5,3,50x40 --grid 10 --zoom 1")
    let terminal = TerminalEmulator.showing(outcome.bytes)
    let lines = terminal.lines
    #expect(lines[0] == "        10        20        30        40        50")
    // Row 10 of the picture is shown row 7, in the fourth row of cells.
    let labels = (1...20).map { String(lines[$0].prefix(2)).filter { $0 != " " } }
    #expect(labels.enumerated().filter { $1 != "" }.map { "\($0) \($1)" } == ["3 10", "8 20", "13 30", "18 40"])
    check(
      terminal.halfBlockPicture(column: 3, row: 1, width: 50, height: 40), plain, [5, 15, 25, 35, 45], [7, 17, 27, 37])

    let session = try shell.onTerminal(
      ["view", "--region", "5,3,50x40", "--grid", "10", "--zoom", "4"],
      TerminalEmulator(columns: 60, rows: 20, Self.abilities { $0.hasKitty = true }))
    let image = try #require(session.terminal.images.first)
    #expect(image.column == 3 && image.row == 1)
    check(image.picture, plain.repeated(4), [20, 60, 100, 140, 180], [28, 68, 108, 148])
    // Cells have 10x20 pixels.
    #expect(session.terminal.lines[0] == "     10  20  30  40  50")
    #expect(session.terminal.lines[1...8].map { String($0.prefix(2)) } == ["", "10", "", "20", "", "30", "", "40"])
  }

  /// Checks that a picture differs from the one without a grid in these columns and rows alone.
  private func check(_ picture: Picture, _ plain: Picture, _ columns: [Int], _ rows: [Int]) {
    #expect(picture.width == plain.width && picture.height == plain.height)
    for y in 0..<plain.height {
      for x in 0..<plain.width {
        let isLine = columns.contains(x) || rows.contains(y)
        #expect((picture[x, y] != plain[x, y]) == isLine, "\(x),\(y)")
      }
    }
  }

  // MARK: History

  @Test("history --thumbnails shows each revision's picture next to its line")
  func thumbnails() throws {
    _ = try shell.paint("undo")
    _ = try shell.paint("stroke pencil 10,10 50,45 --width 9 --color 00ff0080")
    _ = try shell.paint("crop 3,3,20x40")
    for options in ["", " --all"] {
      let outcome = try shell.paint("history --thumbnails\(options)")
      let terminal = TerminalEmulator.showing(outcome.bytes, columns: 120)
      let numbers = options == "" ? [0, 1, 3, 4] : [0, 1, 2, 3, 4]
      let table = try shell.paint("history\(options)").lines
      for number in numbers {
        let row = try #require(terminal.lines.firstIndex { $0.contains(" r\(number) ") })
        let size = number == 4 ? (6, 12) : (12, 10)
        let picture = try shell.picture(at: "r\(number)").average(size.0, size.1)
        #expect(
          terminal.halfBlockPicture(row: row, width: size.0, height: size.1) == picture, "r\(number)\(options)")
        let line = String(terminal.lines[row].dropFirst(13))
        #expect(table.contains { $0.hasPrefix(String(line.prefix(5))) })
      }
    }
    #expect(try shell.paint("history --thumbnails --json").code == 64)
    #expect(try shell.paint("history --thumbnails --limit 2", with: ["NO_COLOR": "1"]).bytes.contains(0x1b) == false)
  }
}
