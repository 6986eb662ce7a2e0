import PaintRaster
import PaintTestSupport
import Testing

/// `paint background`: a paint or a picture behind the drawing.
@Suite("Contract: background")
struct BackgroundTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  @Test("a colour shows where the drawing is transparent, and the eraser brings back the beginning over it")
  func behind() throws {
    _ = try shell.paint("new art.paint --size 100x70")
    let lines = try shell.sh(
      """
      paint stroke rect 0,0,50x70 --fill red && paint stroke rect 50,0,10x70 --fill 0000ff80 &&
      paint background white
      """)
    #expect(lines.output.contains("Background, 3500 px in 50,0,50x70"), "\(lines)")
    #expect(try shell.paint("pick 10,10 55,10 90,10").output == "#ff0000ff\n#7f7fffff\n#ffffffff\n")
    _ = try shell.paint("stroke eraser 0,35 100,35 --width 200")
    #expect(try shell.paint("pick 10,10 55,10 90,10").output == "#ffffffff\n#ffffffff\n#ffffffff\n")
    // New parts of the canvas show the colour, too.
    _ = try shell.sh("paint canvas 120x70")
    #expect(try shell.paint("pick 0,0").output == "#ffffffff\n")
    #expect(try shell.paint("background blue").output.contains("no pixel changed"))
  }

  @Test("a photograph that the canvas began with stays what the eraser brings back")
  func overPicture() throws {
    _ = try shell.sh(
      """
      paint new a.paint --size 64x64 && paint -d a.paint stroke rect 8,8,20x20 --fill lime &&
      paint -d a.paint export a.png && paint new art.paint --from a.png && rm -r a.paint &&
      paint stroke rect 0,0,64x64 --fill red && paint background navy && paint flip horizontal &&
      paint stroke eraser 0,32 64,32 --width 200
      """)
    #expect(try shell.paint("pick 63,0 40,10 0,63").output == "#000080ff\n#00ff00ff\n#000080ff\n")
    let replay = try shell.sh(
      """
      paint history --script --files f >s && paint new b.paint --from f/start.png && paint -d b.paint batch s --quiet &&
      paint -d art.paint export x.png && paint diff x.png b.paint --exit-code 2>&1; paint -d b.paint export y.png &&
      cmp x.png y.png
      """)
    #expect(replay.code == 0, "\(replay)")
  }

  @Test("a picture is placed as place does, and kept")
  func picture() throws {
    _ = try shell.sh(
      """
      paint new logo.paint --size 10x6 --background red && paint -d logo.paint export logo.png && rm -r logo.paint &&
      paint new art.paint --size 60x40
      """)
    let outcome = try shell.paint("background logo.png --at right,bottom --json")
    #expect(try outcome.json["bounds"].elements.compactMap(\.int) == [50, 34, 10, 6], "\(outcome)")
    let command = try shell.paint("history --json").json.elements.last?["command"].text ?? ""
    #expect(command.hasPrefix("background content:"), "\(command)")
    let picture = try shell.picture()
    #expect(try shell.sh("rm logo.png; paint undo; paint gc; paint \(command)").code == 0)
    #expect(try shell.picture() == picture)
    let outside = try shell.sh("paint undo; paint \(command.replacing("50,34", with: "500,34"))")
    #expect(outside.code == 0 && outside.errors.contains("completely outside"), "\(outside)")
  }

  @Test("gradients and patterns are put behind, and words that are neither are explained")
  func words() throws {
    _ = try shell.paint("new art.paint --size 60x40")
    #expect(try shell.paint(["background", "linear-gradient(to right, black, white)"]).code == 0)
    #expect(try shell.paint("pick 0,0 59,39").output == "#020202ff\n#fdfdfdff\n")
    for (words, code, part) in [
      (["background", "redd"], 64, "did you mean red"), (["background", "redd"], 64, "./NAME"),
      (["background", "nothing.png"], 66, "no such file"), (["background", "red", "--at", "5,5"], 64, "--at is for"),
      (["background", "linear-gradint(red, blue)"], 64, "linear-gradient"), (["background"], 64, "usage"),
    ] {
      let outcome = try shell.paint(words)
      #expect(Int(outcome.code) == code && outcome.errors.contains(part), "\(words): \(outcome)")
    }
  }

  @Test("through a selection only pixels change")
  func selected() throws {
    _ = try shell.sh(
      """
      paint new art.paint --size 60x40 && paint select rect 0,0,30x40 && paint background gold && paint select none
      """)
    #expect(try shell.paint("pick 10,10 40,10").output == "#ffd700ff\n#00000000\n")
    _ = try shell.paint("stroke eraser 0,20 60,20 --width 99")
    #expect(try shell.paint("pick 10,10 40,10").output == "#00000000\n#00000000\n")
  }
}
