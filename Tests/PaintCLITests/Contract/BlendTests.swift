import PaintRaster
import Testing

/// `--blend` and `--linear` of everything that paints.
@Suite("Contract: blend modes")
struct BlendTests {
  private let shell: Shell
  private static let square = "30x20;10 M0,0 L10,0 L10,10 L0,10 Z@0,5"
  private static let plain = "#c08040ff"
  /// #8080c0 multiplied with the canvas' colour.
  private static let product = "#604030ff"

  init() throws {
    shell = try Shell()
    let made = try shell.sh(
      """
      set -e; paint new art.paint --size 60x40 --background c08040 -q
      paint new logo.paint --size 10x6 --background none -q
      paint -d logo.paint stroke rect 5,0,5x6 --fill 8080c0 -q; paint -d logo.paint export logo.png -q; rm -r logo.paint
      """)
    try #require(made.code == 0, "\(made)")
  }

  private func paint(_ line: String) throws -> Outcome { try shell.sh("paint -d art.paint \(line)") }

  private func colors(_ places: String) throws -> [String] { try paint("pick \(places)").lines }

  @Test(
    "strokes, fills, texts and pictures are blended, and their history draws the same again",
    arguments: [
      ("stroke pencil 5,20 50,20 5,20 --width 6 --color 8080c0 --blend multiply", "20,20 5,5", [product, plain]),
      ("stroke rect 10,10,20x10 --fill 8080c0 --blend multiply", "15,15 5,5", [product, plain]),
      // Where the outline is over the fill, too.
      (
        "stroke rect 10,10,20x10 --fill 8080c0 --color 8080c0 --width 4 --blend multiply",
        "10,15 13,15 14,15 20,15 5,5",
        [product, product, product, product, plain]
      ),
      ("fill 1,1 --color 8080c0 --blend multiply", "20,20", [product]),
      (
        "text 10,10 a --size 10 --outlines '\(square)' --color 8080c0 --blend multiply", "12,17 25,17",
        [product, plain]
      ),
      // White multiplied leaves the picture, and hides the box behind it.
      (
        "text 10,10 a --size 10 --outlines '\(square)' --color white --background 8080c0 --blend multiply",
        "12,17 25,17 50,17", [plain, product, plain]
      ),
      ("place logo.png --at 5,5 --blend multiply", "7,7 12,7 20,7", [plain, product, plain]),
      ("place logo.png --at 5,5 --blend multiply --opacity 50%", "7,7 12,7", [plain, "#906038ff"]),
      // The shape of a picture is its box.
      ("place logo.png --at 5,5 --blend copy", "7,7 12,7 20,7", ["#00000000", "#8080c0ff", plain]),
      (
        "stroke rect 10,10,20x10 --fill ff000080 --color 0000ff40 --width 4 --align outside --blend copy",
        "20,15 8,15 2,2 35,15",
        ["#ff000080", "#0000ff40", plain, plain]
      ),
      ("stroke rect 10,10,20x10 --fill red --opacity 0 --blend copy", "15,15 5,5", ["#00000000", plain]),
      ("stroke rect 10,10,20x10 --fill red --blend erase --opacity 50%", "15,15 5,5", ["#c080407f", plain]),
      ("stroke rect 10,10,20x10 --fill red --blend in", "15,15 5,5", ["#ff0000ff", plain]),
      ("stroke rect 10,10,20x10 --fill red --blend out", "15,15 5,5", ["#00000000", plain]),
      ("stroke rect 10,10,20x10 --fill red --blend xor", "15,15 5,5", ["#00000000", plain]),
      ("stroke rect 10,10,20x10 --fill 404040 --blend plus-lighter", "15,15 5,5", ["#ffc080ff", plain]),
      ("stroke rect 10,10,20x10 --fill 404040 --blend difference", "15,15 5,5", ["#804000ff", plain]),
      ("stroke rect 10,10,20x10 --fill red --blend copy --linear", "15,15 5,5", ["#ff0000ff", plain]),
      ("fill 1,1 --color black --blend erase", "1,1 50,30", ["#00000000", "#00000000"]),
      ("fill 1,1 --color none --blend copy", "1,1", ["#00000000"]),
    ])
  func drawn(line: String, places: String, expected: [String]) throws {
    let dry = try paint("\(line) --dry-run --json")
    #expect(try dry.code == 0 && dry.json["dry_run"].bool == true, "\(dry)")
    #expect(try colors("5,5") == [Self.plain])
    let receipt = try paint("\(line) --json")
    #expect(try receipt.json["fingerprint"] == dry.json["fingerprint"], "\(receipt)")
    #expect(try colors(places) == expected)
    let command = try #require(try paint("history --json").json.elements.last?["command"].text)
    let mode = try #require(line.split(separator: " ").drop { $0 != "--blend" }.dropFirst().first)
    #expect(
      command.contains(" --blend \(mode) \(line.contains("--linear") ? "--linear" : "--no-linear")"), "\(command)")
    let again = try shell.sh(
      """
      set -e; paint -d art.paint history --script >script
      paint new again.paint --size 60x40 --background c08040 -q; paint -d again.paint set --blend hue --linear -q
      paint -d again.paint batch script -q
      """)
    #expect(again.code == 0, "\(again)")
    #expect(try shell.paint("-d again.paint status --json").json["fingerprint"] == receipt.json["fingerprint"])
  }

  @Test("a line of colour none draws nothing in any mode, and neither does a fill with it that multiplies")
  func none() throws {
    for line in [
      "stroke line 5,5 50,30 --width 9 --color none --blend copy",
      "stroke rect 5,5,9x9 --fill none --color none --blend out",
      "fill 1,1 --color none --blend multiply", "fill 1,1 --color red --opacity 0 --blend screen",
      "stroke rect 5,5,9x9 --fill ffffff00 --blend erase --color none",
    ] {
      let outcome = try paint("\(line) --json")
      #expect(try outcome.code == 0 && outcome.json["changed"].bool == false, "\(line): \(outcome)")
    }
  }

  @Test(
    "an unknown mode names the nearest one, or the one that other programs call so",
    arguments: [
      ("multipl", "multiply"), ("hardlight", "hard-light"), ("SCREEN", "screen"), ("destination-over", "behind"),
      ("dst-out", "erase"), ("lighter", "plus-lighter"), ("add", "plus-lighter"), ("dodge", "color-dodge"),
      ("src-over", "normal"),
    ])
  func unknown(typed: String, meant: String) throws {
    let outcome = try paint("stroke line 5,5 50,30 --blend \(typed)")
    #expect(outcome.code == 64 && outcome.errors.contains("did you mean \(meant)?"), "\(outcome)")
  }

  @Test("light adds up in linear light, also in normal mode")
  func linear() throws {
    _ = try paint("clear black")
    _ = try paint("stroke rect 10,10,20x10 --fill white --opacity 50% --linear")
    #expect(try colors("15,15 5,5") == ["#bcbcbcff", "#000000ff"])
    _ = try paint("stroke rect 10,10,20x10 --fill white --opacity 50% --linear --no-linear --blend copy")
    #expect(try colors("15,15") == ["#ffffff80"])
  }

  @Test("what is set counts where a command does not say it itself, but not for an eraser")
  func settings() throws {
    #expect(try paint("set --blend multiply --linear").output == "--blend multiply --linear\n")
    let told = try paint("set --json").json["settings"]
    #expect(told["blend"].text == "multiply" && told["linear"].bool == true)
    _ = try paint("set --no-linear")
    _ = try paint("stroke rect 10,10,20x10 --fill 8080c0")
    #expect(try colors("15,15") == [Self.product])
    _ = try paint("stroke rect 10,10,20x10 --fill 8080c0 --blend normal")
    #expect(try colors("15,15") == ["#8080c0ff"])
    #expect(try paint("stroke eraser 0,15 60,15 --width 20").code == 0)
    #expect(try colors("15,15") == [Self.plain])
    _ = try paint("place logo.png --at 10,10")
    #expect(try colors("17,12") == [Self.product])
    _ = try paint("place logo.png --at 10,10 --blend normal")
    #expect(try colors("17,12") == ["#8080c0ff"])
  }

  @Test("an unknown mode is exit 64, with the nearest one and all of them; so is any mode of an eraser")
  func refused() throws {
    let outcome = try paint("stroke line 1,1 9,9 --blend multiplay --json")
    #expect(outcome.code == 64, "\(outcome)")
    let error = try outcome.json["error"]
    #expect(error["code"].text == "bad_value" && error["hint"].text == "did you mean multiply?", "\(outcome)")
    let message = error["message"].text ?? ""
    #expect(BlendMode.allCases.allSatisfy { message.contains($0.rawValue) }, "\(message)")
    for line in [
      "stroke eraser 1,1 --blend erase", "stroke eraser 1,1 --linear", "clear red --blend multiply",
      "replace red blue --blend multiply", "set --blend", "set --blend Multiply", "fill 1,1 --blend=",
      "import logo.png --linear",
      "stroke line 1,1 9,9 --linear=1",
    ] {
      #expect(try paint(line).code == 64, "\(line)")
    }
    #expect(try paint("status --json").json["revision"].int == 0)
  }
}
