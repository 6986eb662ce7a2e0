import Glibc
import PaintTestSupport
import Testing

@testable import PaintCLI

/// `paint watch --view`, as an emulated terminal shows it.
@Suite("Contract: watching the picture")
struct WatchViewTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.sh(
      """
      paint new art.paint --size 60x40 --background white -q && paint stroke rect 5,5,30x20 --fill teal -q
      """)
    try #require(made.code == 0, "\(made)")
  }

  /// Begins to watch on a terminal with some text, and waits for the first picture.
  private func watch(
    _ options: String, columns: Int = 70, rows: Int = 24,
    _ abilities: TerminalEmulator.Abilities = TerminalEmulator.Abilities()
  ) throws -> TerminalProgram {
    var terminal = TerminalEmulator(columns: columns, rows: rows, abilities)
    terminal.feed(Array("text from before\r\n".utf8))
    let words = "watch --view \(options)".split(separator: " ").map(String.init)
    let program = try TerminalProgram(shell, words, terminal)
    try #require(program.pump { $0.frames > 0 }, "\(program.terminal.lines)")
    return program
  }

  /// Waits until the terminal has this line, and nothing is half drawn.
  private func expect(_ line: String, on program: TerminalProgram) throws {
    try #require(
      program.pump { !$0.isInFrame && $0.lines.contains { $0.contains(line) } }, "\(program.terminal.lines)")
  }

  @Test("each step and move draws the picture again, with its line below, and Ctrl-C restores the screen")
  func redraws() throws {
    let program = try watch("--protocol blocks")
    try expect("watching art.paint; Ctrl-C ends", on: program)
    #expect(program.terminal.halfBlockPicture(width: 60, height: 40) == (try shell.picture()))
    #expect(program.terminal.isOnOtherScreen && !program.terminal.isCursorShown)
    for line in [
      "stroke ellipse 20,15,35x20 --fill gold", "undo", "redo", "crop 0,0,31x30", "stroke pencil 9,9", "goto r1",
    ] {
      let printed = try #require(shell.paint(line).lines.first)
      try expect(printed, on: program)
      let picture = try shell.picture()
      let terminal = program.terminal
      #expect(terminal.halfBlockPicture(width: picture.width, height: picture.height) == picture, "\(line)")
      // The line is in the next row, and nothing of another picture is left.
      let below = (picture.height + 1) / 2
      #expect(terminal.lines.count == 24 && terminal.lines[below] == printed, "\(line): \(terminal.lines)")
      #expect(terminal.lines[(below + 1)...].allSatisfy { $0.isEmpty }, "\(line): \(terminal.lines)")
      for row in 0..<below {
        #expect(terminal.cells[row][picture.width...].allSatisfy { $0 == TerminalEmulator.Cell() }, "\(line)")
      }
    }
    program.send(SIGINT)
    try program.pump { _ in false }
    #expect(program.wait() == 130 && program.keptModes)
    #expect(!program.terminal.isOnOtherScreen && program.terminal.isCursorShown && program.terminal.unknown == [])
    #expect(program.terminal.lines[0] == "text from before" && program.terminal.lines[1].isEmpty)
  }

  @Test("pictures of other protocols replace each other", arguments: ["kitty", "iterm2", "sixel"])
  func images(name: String) throws {
    var abilities = TerminalEmulator.Abilities()
    abilities.hasKitty = name == "kitty"
    abilities.hasSixel = name == "sixel"
    abilities.name = name == "iterm2" ? "iTerm2 3.5.0" : nil
    let program = try watch("", abilities)
    for line in ["stroke ellipse 20,15,35x20 --fill red", "crop 3,3,40x30", "undo"] {
      let printed = try #require(shell.paint(line).lines.first)
      try expect(printed, on: program)
      #expect(program.terminal.images.count == 1, "\(line)")
      let image = try #require(program.terminal.images.last)
      #expect(image.pictureProtocol.rawValue == name && image.row == 0)
      // A sample of a sixel is a percentage.
      #expect(try #require(image.picture.largestDifference(from: shell.picture())) <= 2, "\(line)")
    }
    program.send(SIGTERM)
    try program.pump { _ in false }
    #expect(program.wait() == 128 + Int(SIGTERM) && program.terminal.unknown == [], "\(program.terminal.unknown)")
    #expect(program.terminal.images.isEmpty && program.terminal.isCursorShown)
  }

  @Test("a new size of the window draws it again, and so does continuing after Ctrl-Z")
  func resized() throws {
    let program = try watch("--protocol blocks --grid 10")
    program.resize(columns: 34, rows: 30)
    try program.pump { !$0.isInFrame && $0.lines[0].contains("50") }
    #expect(program.terminal.lines[0] == "   0    10   20   30   40   50", "\(program.terminal.lines)")
    program.resize(columns: 70, rows: 8)
    try expect("watching", on: program)
    #expect(program.terminal.lines[7].hasPrefix("watching"), "\(program.terminal.lines)")
    #expect(program.terminal.history.isEmpty)
    // The system does not stop the first program of a session, so it continues at once.
    let frames = program.terminal.frames
    program.send(SIGTSTP)
    try program.pump { $0.frames > frames }
    #expect(program.terminal.isOnOtherScreen && program.terminal.lines[7].hasPrefix("watching"))
    program.send(SIGINT)
    try program.pump { _ in false }
    #expect(program.wait() == 130 && program.terminal.unknown == [], "\(program.terminal.unknown)")
  }

  @Test("if steps come faster than the terminal draws, it ends at the newest one; --count ends it")
  func newest() throws {
    try shell.write("script", (0..<120).map { "stroke pencil \($0 % 60),\($0 % 40) --color navy\n" }.joined())
    let program = try watch("--protocol blocks --count 121")
    #expect(try shell.paint("batch script -q").code == 0)
    try expect("r121 Pencil", on: program)
    #expect(program.terminal.halfBlockPicture(width: 60, height: 40) == (try shell.picture()))
    #expect(program.terminal.frames <= 122)
    let last = try #require(shell.paint("stroke pencil 1,1 --color red").lines.first)
    try program.pump { _ in false }
    #expect(program.wait() == 0 && !program.terminal.isOnOtherScreen)
    // What it showed last stays on the screen.
    #expect(Array(program.terminal.lines.prefix(2)) == ["text from before", last])
  }

  @Test("what cannot be shown is said below, and a drawing that is gone ends it")
  func problems() throws {
    let program = try watch("--protocol blocks --region 40,30,20x10")
    #expect(program.terminal.halfBlockPicture(width: 20, height: 10) == (try shell.picture().cut(40, 30, 20, 10)))
    _ = try shell.paint("crop 0,0,30x20")
    try program.pump { !$0.isInFrame && $0.lines[0].contains("outside the canvas of 30x20") }
    #expect(program.terminal.lines.dropFirst().allSatisfy { $0.isEmpty }, "\(program.terminal.lines)")
    _ = try shell.paint("undo")
    try expect("undid", on: program)
    #expect(try shell.sh("rm -r art.paint").code == 0)
    try program.pump { _ in false }
    #expect(program.wait() == 66 && !program.terminal.isOnOtherScreen && program.terminal.isCursorShown)
    #expect(program.terminal.lines.contains("paint: art.paint was moved or deleted"), "\(program.terminal.lines)")
  }

  @Test(
    "options that have no meaning are exit 64",
    arguments: [
      ("watch --view", "terminal"), ("watch --view --json", "--json"), ("watch --view --exec true", "--exec"),
      ("watch --zoom 2", "--view"), ("watch --protocol kitty", "--view"), ("watch --view --zoom x", "zoom"),
    ])
  func refused(line: String, word: String) throws {
    let outcome = try shell.paint(line)
    #expect(outcome.code == 64 && outcome.message.contains(word), "\(outcome)")
  }
}
