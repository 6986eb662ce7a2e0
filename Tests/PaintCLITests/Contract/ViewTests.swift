import PaintRaster
import Testing

@testable import PaintCLI

/// `paint view`, as an emulated terminal shows it.
@Suite("Contract: view")
struct ViewTests {
  private let shell: Shell
  private static let photo = "coffee.png"

  init() throws {
    shell = try Shell()
    let made = try shell.sh(
      """
      paint new art.paint --size 60x50 --background white -q && paint stroke rect 5,5,30x20 --fill teal -q &&
      paint stroke ellipse 20,15,35x30 --fill gold --color navy --width 3 -q
      """)
    try #require(made.code == 0, "\(made)")
    let photo = FormatFixture(name: "../photos/coffee.png", library: nil).path
    try #require(shell.sh("cp '\(photo)' \(Self.photo)").code == 0)
  }

  // MARK: Half blocks

  @Test("without a terminal it prints half blocks in 24-bit colours, 80 columns wide, each pixel the area's average")
  func piped() throws {
    let outcome = try shell.paint("view \(Self.photo)")
    #expect(outcome.code == 0 && outcome.errors == "", "\(outcome.errors)")
    let terminal = TerminalEmulator.showing(outcome.bytes)
    #expect(terminal.unknown == [])
    let expected = try Picture(#require(shell.contents(Self.photo))).average(80, 53)
    #expect(terminal.halfBlockPicture(width: 80, height: 53) == expected)
    // Below an odd last row there is the terminal.
    #expect(terminal.halfBlocks(row: 26, width: 80, height: 2)[1].allSatisfy { $0 == nil })
    #expect(outcome.lines.count == 27)
  }

  @Test("a revision's picture is the area's average too, whatever part of it is shown")
  func reduced() throws {
    let picture = try shell.picture()
    for (region, box) in [("0,0,60x50", (0, 0, 60, 50)), ("7,3,41x45", (7, 3, 41, 45)), ("31,31,3x2", (31, 31, 3, 2))] {
      for (zoom, factor) in [("50%", 0.5), ("73%", 0.73), ("7%", 0.07), ("1", 1)] {
        let outcome = try shell.paint("view --region \(region) --zoom \(zoom)")
        let part = picture.cut(box.0, box.1, box.2, box.3)
        let width = max(1, Int((Double(part.width) * factor).rounded()))
        let height = max(1, Int((Double(part.height) * factor).rounded()))
        let shown = TerminalEmulator.showing(outcome.bytes).halfBlockPicture(width: width, height: height)
        #expect(shown == part.average(width, height), "\(region) \(zoom): \(outcome.errors)")
      }
    }
  }

  @Test("a zoom over 1 repeats pixels, of a revision and of a file")
  func larger() throws {
    _ = try shell.paint("export art.png")
    let expected = try shell.picture().cut(10, 12, 13, 9).repeated(5)
    for word in ["current", "art.png"] {
      let outcome = try shell.paint("view \(word) --region 10,12,13x9 --zoom 500%")
      let shown = TerminalEmulator.showing(outcome.bytes, rows: 50).halfBlockPicture(width: 65, height: 45)
      #expect(shown == expected, "\(word): \(outcome.errors)")
    }
  }

  @Test("in 256 colours each pixel has the nearest of them")
  func indexed() throws {
    let outcome = try shell.paint("view \(Self.photo) --protocol blocks256")
    let shown = TerminalEmulator.showing(outcome.bytes).halfBlockPicture(width: 80, height: 53)
    let expected = try Picture(#require(shell.contents(Self.photo))).average(80, 53)
    func distance(_ a: Pixel, _ b: Pixel) -> Int {
      [(a.red, b.red), (a.green, b.green), (a.blue, b.blue)].reduce(0) {
        let difference = Int($1.0) - Int($1.1)
        return $0 + difference * difference
      }
    }
    for (bits, wanted) in zip(shown.pixels, expected.pixels) {
      let least = TerminalEmulator.indexed[16...].map { distance($0, Pixel(bits: wanted)) }.min() ?? 0
      // The mean that a grey is chosen by is rounded.
      #expect(distance(Pixel(bits: bits), Pixel(bits: wanted)) <= least + 40)
    }
  }

  @Test("transparent pixels are over a checkerboard, a colour, or the terminal itself")
  func transparency() throws {
    _ = try shell.paint("new clear.paint --size 12x8 -q")
    _ = try shell.paint("-d clear.paint stroke rect 2,1,7x5 --fill ff000080 -q")
    _ = try shell.paint("-d clear.paint stroke rect 0,6,12x1 --fill 00ff0040 -q")
    let picture = try Picture(shell.paint("-d clear.paint export -").bytes)
    func shown(_ options: String) throws -> Picture {
      let outcome = try shell.paint("-d clear.paint view \(options)")
      return TerminalEmulator.showing(outcome.bytes).halfBlockPicture(width: 12, height: 8)
    }
    let checks = (Pixel(red: 102, green: 102, blue: 102), Pixel(red: 153, green: 153, blue: 153))
    let checked = picture.over { x, y in (x / 2 + y / 2) % 2 == 0 ? checks.0 : checks.1 }
    #expect(try #require(shown("").largestDifference(from: checked)) <= 1)
    let blue = picture.over { _, _ in Pixel(red: 0, green: 0, blue: 255) }
    #expect(try #require(shown("--background blue").largestDifference(from: blue)) <= 1)
    var bare = picture
    bare.pixels = picture.pixels.map { $0 >> 24 < 128 ? 0 : $0 | 0xff00_0000 }
    #expect(try shown("--background none") == bare)
    #expect(try shell.paint("view --background 00000080").code == 64)
  }

  @Test("NO_COLOR gives characters: the lighter the denser, blanks where nothing is")
  func ascii() throws {
    let outcome = try shell.paint("view --zoom 1", with: ["NO_COLOR": "1"])
    #expect(!outcome.bytes.contains(0x1b))
    let (picture, lines) = (
      try shell.picture(), outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    )
    #expect(lines.count == 26 && lines.dropLast().allSatisfy { $0.utf8.count == 60 })
    let ramp = Array(" .:-=+*#%@")
    for (row, line) in lines.dropLast().enumerated() {
      for (x, glyph) in line.enumerated() {
        let wanted = (Self.luma(picture[x, 2 * row]) + Self.luma(picture[x, 2 * row + 1])) / 2 * 10
        let place = ramp.firstIndex(of: glyph) ?? -9
        #expect(abs(Double(place) + 0.5 - min(wanted, 9.5)) < 0.8, "\(x),\(row) '\(glyph)'")
      }
    }
  }

  /// How light a pixel is, 0…1.
  private static func luma(_ pixel: Pixel) -> Double {
    let red = 0.3 * Double(pixel.red)
    let green = 0.586 * Double(pixel.green)
    let blue = 0.113 * Double(pixel.blue)
    return (red + green + blue) / 255
  }

  // MARK: Pictures

  private static func abilities(_ change: (inout TerminalEmulator.Abilities) -> Void) -> TerminalEmulator.Abilities {
    var abilities = TerminalEmulator.Abilities()
    change(&abilities)
    return abilities
  }

  @Test(
    "kitty and iTerm2 get exactly the picture, made smaller to the screen, with room for the prompt",
    arguments: ["kitty", "iterm2"])
  func exact(name: String) throws {
    let abilities = Self.abilities {
      $0.hasKitty = name == "kitty"
      $0.name = name == "iterm2" ? "iTerm2 3.5.0" : "kitty(0.35.1)"
    }
    let session = try shell.onTerminal(
      ["view", Self.photo], TerminalEmulator(columns: 50, rows: 12, abilities))
    #expect(session.code == 0 && session.keptModes && session.terminal.unknown == [], "\(session.terminal.unknown)")
    let image = try #require(session.terminal.images.first)
    #expect(session.terminal.images.count == 1 && image.column == 0 && image.row == 0 && image.cells == nil)
    // 50 columns of 10 pixels, 11 rows of 20.
    #expect(image.picture == (try Picture(#require(shell.contents(Self.photo))).average(330, 220)))
    #expect(session.terminal.cursor == (0, 11))
  }

  @Test("a terminal that does not tell the size of its cells stretches the picture over them")
  func unknownCells() throws {
    let abilities = Self.abilities {
      $0.hasKitty = true
      $0.tellsCell = false
    }
    let session = try shell.onTerminal(["view"], TerminalEmulator(columns: 50, rows: 12, abilities))
    let image = try #require(session.terminal.images.first)
    #expect(image.picture == (try shell.picture()))
    #expect(image.cells ?? (0, 0) == (6, 3))
    // The system may know it.
    let known = try shell.onTerminal(
      ["view"], TerminalEmulator(columns: 50, rows: 12, abilities), pixels: (width: 10, height: 20))
    #expect(known.terminal.images.first?.cells == nil)
  }

  @Test("sixels have exactly the colours of a picture with few, and are near a photograph")
  func sixels() throws {
    let abilities = Self.abilities { $0.hasSixel = true }
    let session = try shell.onTerminal(["view"], TerminalEmulator(columns: 70, rows: 30, abilities))
    #expect(session.code == 0 && session.keptModes && session.terminal.unknown == [], "\(session.terminal.unknown)")
    let image = try #require(session.terminal.images.first)
    // A sample is a percentage.
    #expect(try #require(image.picture.largestDifference(from: shell.picture())) <= 2)

    let photo = try shell.onTerminal(["view", Self.photo], TerminalEmulator(columns: 50, rows: 30, abilities))
    let shown = try #require(photo.terminal.images.first).picture
    let expected = try Picture(#require(shell.contents(Self.photo))).average(500, 333)
    try #require(shown.width == 500 && shown.height == 333)
    #expect(Set(shown.pixels).count > 200)
    var squares = 0
    for (bits, wanted) in zip(shown.pixels, expected.pixels) {
      let (a, b) = (Pixel(bits: bits), Pixel(bits: wanted))
      for (one, other) in [(a.red, b.red), (a.green, b.green), (a.blue, b.blue)] {
        squares += (Int(one) - Int(other)) * (Int(one) - Int(other))
      }
    }
    // 30 dB.
    #expect(Double(squares) / Double(3 * shown.pixels.count) < 65)
  }

  @Test("sixels leave transparent pixels to the terminal")
  func transparentSixels() throws {
    _ = try shell.paint("new clear.paint --size 40x30 -q")
    _ = try shell.paint("-d clear.paint stroke rect 3,2,30x20 --fill red -q")
    let session = try shell.onTerminal(
      ["-d", "clear.paint", "view", "--background", "none"],
      TerminalEmulator(Self.abilities { $0.hasSixel = true }))
    let image = try #require(session.terminal.images.first)
    #expect(try image.picture == Picture(shell.paint("-d clear.paint export -").bytes))
  }

  @Test("below other text the picture is where the cursor is, and the screen scrolls once")
  func scrolling() throws {
    var terminal = TerminalEmulator(columns: 50, rows: 12, Self.abilities { $0.hasKitty = true })
    for line in 0..<11 { terminal.feed(Array("line \(line)\r\n".utf8)) }
    let session = try shell.onTerminal(["view", "--zoom", "2"], terminal)
    let image = try #require(session.terminal.images.first)
    // 120x100 pixels are 5 rows, and the prompt one.
    #expect(image.row == 6 && session.terminal.cursor == (0, 11))
    #expect(session.terminal.history.count == 5)
    #expect(session.terminal.lines.prefix(11) == (0..<11).map { "line \($0)" }[...])
  }
}
