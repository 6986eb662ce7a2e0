import PaintRaster
import PaintTestSupport
import Testing

/// `paint background`: a paint or a picture behind the drawing.
@Suite("Contract: background")
struct BackgroundTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

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
}
