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

  @Test("through a selection it is also put behind what the eraser brings back, only there")
  func throughSelection() throws {
    let lines = try shell.sh(
      """
      set -e; paint new art.paint --size 100x70 -q; paint stroke rect 20,10,40x40 --fill red -q
      paint select rect 0,0,50x70 -q; paint background white -q; paint select none -q
      paint stroke eraser 0,35 100,35 --width 200 -q
      """)
    #expect(lines.code == 0, "\(lines)")
    #expect(try shell.paint("pick 30,20 0,0 55,20 90,10").output == "#ffffffff\n#ffffffff\n#00000000\n#00000000\n")
    // New parts of the canvas are as before: a selection limits pixels.
    #expect(try shell.sh("paint canvas 120x70 && paint pick 110,5").output.hasSuffix("#00000000\n"))
    // The same on the moved canvas, by a replay, and after the steps before it were forgotten.
    let moved = try shell.sh(
      """
      set -e; export PAINT_DOCUMENT=art.paint; paint undo 2 -q; paint flip horizontal -q; paint stroke rect 0,0,100x70 --fill navy -q
      paint history --script --files f >s; paint new again.paint --size 100x70 -q; paint -d again.paint batch s -q
      paint export a.png -q; paint -d again.paint export b.png -q; cmp a.png b.png; paint forget --before current -q
      for d in art again; do paint -d $d.paint stroke eraser 0,35 100,35 --width 200 -q; paint -d $d.paint pick 69,20 99,0 44,20 0,0; done
      """)
    let colors = String(repeating: "#ffffffff\n#ffffffff\n#00000000\n#00000000\n", count: 2)
    #expect(moved.output.hasSuffix(colors), "\(moved)")
    #expect(try shell.paint("-d art.paint check").code == 0)
  }

  @Test("through a selection it can be reverted, also for the eraser, unless a later step put something behind it")
  func revert() throws {
    let lines = try shell.sh(
      """
      set -e; paint new art.paint --size 100x70 -q; paint stroke rect 20,10,40x40 --fill red -q
      paint select rect 0,0,50x70 -q; paint background ffff0080 -q; paint select none -q
      paint stroke rect 70,0,5x5 --fill blue -q; paint revert r3
      """)
    #expect(lines.output.contains("Revert Background, 2300 px in 0,0,50x70"), "\(lines)")
    _ = try shell.paint("stroke eraser 0,35 100,35 --width 200")
    #expect(Set(try shell.picture().pixels) == [0])
    // Also where only what the eraser brings back would change.
    let excluded = try shell.sh(
      """
      set -e; paint stroke rect 0,0,100x70 --fill red -q; paint select rect 0,0,10x70 -q; paint background white -q
      paint select rect 50,0,10x70 -q; paint revert r10
      """)
    #expect(excluded.errors.contains("nothing of what this would change is selected"), "\(excluded)")
    let later = try shell.sh(
      "paint goto r5 -q; paint select rect 40,0,20x70 -q; paint background navy -q; paint revert r3 --json")
    #expect(later.code == 1, "\(later)")
    #expect(later.output.contains("revisions_in_the_way"), "\(later)")
    #expect(try shell.sh("paint undo && paint select none -q && paint revert r3").code == 0)
    _ = try shell.paint("stroke eraser 0,35 100,35 --width 200")
    #expect(Set(try shell.picture().pixels) == [0])
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
}
